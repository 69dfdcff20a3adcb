#include "app/fonts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <span>

namespace drape::app {

namespace {

constexpr std::array kTextFiles = {"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                                   "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
                                   "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"};
constexpr std::array kStrongFiles = {
    "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
    "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"};
constexpr std::array kMonoFiles = {"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"};

// Latin with accents, Greek, dashes and quotes, arrows and the few signs that units use.
constexpr std::array<ImWchar, 15> kGlyphs = {0x0020, 0x017F, 0x0370, 0x03FF, 0x2010, 0x2027, 0x2030, 0x203A,
                                             0x2190, 0x2193, 0x2200, 0x22FF, 0x00B0, 0x00B7, 0};

/// The first of the files that is there and that ImGui can read; null when none is.
ImFont* add_font(std::span<const char* const> files, float size_px)
{
    ImFontConfig config;
    // Stems fall between pixels at these sizes; three samples across keep their weight even.
    config.OversampleH = 3;
    config.OversampleV = 1;
    config.PixelSnapH = false;
    for (const char* const file : files) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored))
            if (ImFont* const font =
                    ImGui::GetIO().Fonts->AddFontFromFileTTF(file, size_px, &config, kGlyphs.data()))
                return font;
    }
    return nullptr;
}

} // namespace

Fonts build_fonts(float scale, float density)
{
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    io.Fonts->Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    const float size_px = std::max(6.0f, std::round(kTextSize * scale * density));
    Fonts fonts;
    fonts.text = add_font(kTextFiles, size_px);
    if (fonts.text == nullptr) {
        ImFontConfig config;
        config.SizePixels = std::max(13.0f, size_px);
        fonts.text = io.Fonts->AddFontDefault(&config);
        fonts.warning =
            "none of the fonts Inter, Roboto and DejaVu is installed; the text is set in a plain one "
            "(apt-get install fonts-inter)";
    }
    fonts.strong = add_font(kStrongFiles, size_px);
    fonts.mono = add_font(kMonoFiles, std::round(size_px * 0.87f));
    if (fonts.strong == nullptr)
        fonts.strong = fonts.text;
    if (fonts.mono == nullptr)
        fonts.mono = fonts.text;
    io.Fonts->Build();
    io.FontDefault = fonts.text;
    io.FontGlobalScale = 1.0f / density;
    return fonts;
}

std::vector<std::string> installed_fonts()
{
    std::vector<std::string> found;
    for (const std::span<const char* const> files :
         {std::span<const char* const>(kTextFiles), std::span<const char* const>(kStrongFiles),
          std::span<const char* const>(kMonoFiles)})
        for (const char* const file : files) {
            std::error_code ignored;
            if (std::filesystem::is_regular_file(file, ignored)) {
                found.emplace_back(file);
                break;
            }
        }
    return found;
}

} // namespace drape::app
