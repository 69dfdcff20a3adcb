#include "renderer/image.h"

#include <stb_image.h>
#include <stb_image_write.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>

namespace drape::renderer {
namespace {

constexpr int kLargestSidePx = 16384;

std::string size_text(const Image& image)
{
    return std::to_string(image.width) + "x" + std::to_string(image.height);
}

void append_bytes(void* context, void* data, int size)
{
    auto& bytes = *static_cast<std::vector<std::byte>*>(context);
    const auto* first = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + size);
}

int channel_difference(const Rgba8& x, const Rgba8& y, int (&off)[4])
{
    off[0] = std::abs(x.r - y.r);
    off[1] = std::abs(x.g - y.g);
    off[2] = std::abs(x.b - y.b);
    off[3] = std::abs(x.a - y.a);
    return std::max(std::max(off[0], off[1]), std::max(off[2], off[3]));
}

std::uint8_t enlarged(int actual, int expected)
{
    return static_cast<std::uint8_t>(std::clamp(128 + 16 * (actual - expected), 0, 255));
}

} // namespace

Image::Image(int width_px, int height_px, Rgba8 fill)
    : width(width_px)
    , height(height_px)
{
    DRAPE_ASSERT(width_px >= 0 && height_px >= 0);
    pixels.assign(static_cast<std::size_t>(width_px) * static_cast<std::size_t>(height_px), fill);
}

Rgba8& Image::at(int x, int y)
{
    DRAPE_ASSERT(x >= 0 && x < width && y >= 0 && y < height);
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
}

const Rgba8& Image::at(int x, int y) const
{
    DRAPE_ASSERT(x >= 0 && x < width && y >= 0 && y < height);
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
}

Result<std::vector<std::byte>> encode_png(const Image& image)
{
    if (image.width < 1 || image.height < 1 || image.width > kLargestSidePx ||
        image.height > kLargestSidePx) {
        return Error{ErrorKind::Unwritable, "a PNG is 1 to " + std::to_string(kLargestSidePx) +
                                                " px a side, got " + size_text(image)};
    }
    std::vector<std::byte> bytes;
    const int ok = stbi_write_png_to_func(append_bytes, &bytes, image.width, image.height, 4,
                                          image.pixels.data(), image.width * 4);
    if (ok == 0)
        return Error{ErrorKind::Unwritable, "no memory to encode a PNG of " + size_text(image)};
    return bytes;
}

Result<Image> decode_png(std::span<const std::byte> bytes, const std::string& name)
{
    static constexpr unsigned char kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    if (bytes.size() < sizeof(kSignature) ||
        !std::equal(std::begin(kSignature), std::end(kSignature), data))
        return Error{ErrorKind::Unreadable, name + ": not a PNG (its first 8 bytes are others)"};
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return Error{ErrorKind::Unreadable, name + ": over 2 GiB"};
    const int size = static_cast<int>(bytes.size());
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(data, size, &width, &height, &channels) == 0)
        return Error{ErrorKind::Unreadable, name + ": damaged PNG header"};
    if (width < 1 || height < 1 || width > kLargestSidePx || height > kLargestSidePx) {
        return Error{ErrorKind::Unreadable, name + ": " + std::to_string(width) + "x" +
                                                std::to_string(height) + " px; at most " +
                                                std::to_string(kLargestSidePx) + " a side"};
    }
    const std::unique_ptr<unsigned char, void (*)(void*)> decoded(
        stbi_load_from_memory(data, size, &width, &height, &channels, 4), &stbi_image_free);
    if (decoded == nullptr)
        return Error{ErrorKind::Unreadable, name + ": damaged PNG (" + stbi_failure_reason() + ")"};
    Image image(width, height);
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const unsigned char* pixel = decoded.get() + 4 * i;
        image.pixels[i] = {pixel[0], pixel[1], pixel[2], pixel[3]};
    }
    return image;
}

Result<ImageDifference> difference(const Image& actual, const Image& expected)
{
    if (actual.width != expected.width || actual.height != expected.height)
        return Error{ErrorKind::Failed,
                     "expected a picture of " + size_text(expected) + " px, got " + size_text(actual)};
    ImageDifference result;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < actual.pixels.size(); ++i) {
        int off[4] = {};
        const int largest = channel_difference(actual.pixels[i], expected.pixels[i], off);
        sum += static_cast<std::uint64_t>(off[0] + off[1] + off[2] + off[3]);
        result.largest = std::max(result.largest, largest);
        if (largest <= 1)
            continue;
        if (result.pixels_off++ == 0) {
            result.first_x = static_cast<int>(i % static_cast<std::size_t>(actual.width));
            result.first_y = static_cast<int>(i / static_cast<std::size_t>(actual.width));
        }
    }
    if (!actual.pixels.empty())
        result.mean = static_cast<double>(sum) / (4.0 * static_cast<double>(actual.pixels.size()));
    return result;
}

Image difference_picture(const Image& actual, const Image& expected)
{
    DRAPE_ASSERT(actual.width == expected.width && actual.height == expected.height);
    Image picture(actual.width, actual.height);
    for (std::size_t i = 0; i < actual.pixels.size(); ++i) {
        const Rgba8& x = actual.pixels[i];
        const Rgba8& y = expected.pixels[i];
        picture.pixels[i] = {enlarged(x.r, y.r), enlarged(x.g, y.g), enlarged(x.b, y.b), 255};
    }
    return picture;
}

} // namespace drape::renderer
