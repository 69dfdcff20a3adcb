// An RGBA picture in memory: PNG in and out, and the difference of two. No GL and no files.
#pragma once

#include "sim/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace drape::renderer {

/// One pixel, sRGB encoded, alpha not premultiplied.
struct Rgba8
{
    std::uint8_t r = 0, g = 0, b = 0, a = 255;

    bool operator==(const Rgba8&) const = default;
};

/// Rows from the top down, pixels from the left; `pixels.size() == width * height`.
struct Image
{
    int width = 0;  ///< px
    int height = 0; ///< px
    std::vector<Rgba8> pixels;

    Image() = default;
    /// Filled with one colour. Both sizes >= 0.
    Image(int width_px, int height_px, Rgba8 fill = {});

    /// The pixel in column `x` and row `y`, counted from the top left; both in range.
    Rgba8& at(int x, int y);
    const Rgba8& at(int x, int y) const;

    bool operator==(const Image&) const = default;
};

/// How far two pictures of one size are apart.
struct ImageDifference
{
    std::uint64_t pixels_off = 0; ///< Pixels more than 1 apart in any channel.
    double mean = 0.0;            ///< Mean absolute difference over all channels, 0..255.
    int largest = 0;              ///< Largest difference in any channel, 0..255.
    int first_x = -1;             ///< The first pixel that counts in `pixels_off`, in reading
    int first_y = -1;             ///< order; -1 where none does.
};

/// The picture as the bytes of a PNG file. Error: Unwritable for an empty picture.
Result<std::vector<std::byte>> encode_png(const Image& image);

/// Reads the bytes of a PNG file (any colour type; 16-bit is reduced to 8). `name` is what the error
/// calls it. Error: Unreadable for what is no PNG, is cut short, or is over 16384 px wide or high.
Result<Image> decode_png(std::span<const std::byte> bytes, const std::string& name);

/// Compares channel by channel. Error: Failed where the sizes differ, with both sizes.
Result<ImageDifference> difference(const Image& actual, const Image& expected);

/// A picture of actual - expected, 16 times enlarged around mid grey, opaque. Sizes must be equal.
Image difference_picture(const Image& actual, const Image& expected);

} // namespace drape::renderer
