#include "app/pictures.h"

#include "app/files.h"

#include <array>
#include <ctime>
#include <filesystem>
#include <string_view>

namespace drape::app {

namespace {

/// "drape-20240131-140307": sorts by time.
std::string stamped_name()
{
    const std::time_t now = std::time(nullptr);
    std::tm local = {};
    std::array<char, 40> text = {};
    if (::localtime_r(&now, &local) != nullptr)
        std::strftime(text.data(), text.size(), "drape-%Y%m%d-%H%M%S", &local);
    return text.data();
}

} // namespace

Result<std::string> save_picture(const renderer::Image& image)
{
    const Result<std::vector<std::byte>> png = renderer::encode_png(image);
    if (!png)
        return png.error();
    const std::string state = state_folder();
    if (state.empty())
        return Error{ErrorKind::Unwritable, "there is no home folder to keep pictures in"};
    const std::string folder = state + "/pictures", stem = folder + "/" + stamped_name();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    // Several a second get a number each; none is overwritten.
    std::string path = stem + ".png";
    for (int i = 2; std::filesystem::exists(path, error); ++i)
        path = stem + "-" + std::to_string(i) + ".png";
    const auto* const bytes = reinterpret_cast<const char*>(png.value().data());
    if (const Status status = write_file_atomically(path, std::string_view(bytes, png.value().size()));
        !status)
        return status.error();
    return path;
}

} // namespace drape::app
