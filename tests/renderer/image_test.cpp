// PNG in and out, and what counts as different.
#include "renderer/image.h"

#include <gtest/gtest.h>

namespace drape::renderer {
namespace {

Image asymmetric()
{
    Image image(5, 3, {10, 20, 30, 255});
    image.at(0, 0) = {255, 0, 0, 255};
    image.at(4, 2) = {0, 255, 0, 128};
    image.at(2, 1) = {1, 2, 3, 0};
    return image;
}

TEST(Png, RoundTripsEveryByte)
{
    const auto bytes = encode_png(asymmetric());
    ASSERT_TRUE(bytes.ok());
    const auto read = decode_png(bytes.value(), "a.png");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read.value(), asymmetric());
}

TEST(Png, EveryCutFileIsAnErrorWithItsName)
{
    const auto bytes = encode_png(asymmetric());
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{7}, std::size_t{8}, std::size_t{20}, std::size_t{40}}) {
        const auto read = decode_png(std::span(bytes.value()).first(length), "cut.png");
        ASSERT_FALSE(read.ok()) << length;
        EXPECT_EQ(read.error().message.rfind("cut.png: ", 0), 0u) << read.error().message;
        EXPECT_EQ(read.error().kind, ErrorKind::Unreadable);
    }
}

TEST(Png, AnEmptyPictureCannotBeWritten)
{
    EXPECT_FALSE(encode_png(Image(0, 3)).ok());
}

TEST(Difference, CountsPixelsMoreThanOneOffInAnyChannel)
{
    const Image expected(4, 2, {100, 100, 100, 255});
    Image actual = expected;
    actual.at(1, 0).r = 101; // within the limit
    actual.at(2, 0).g = 98;
    actual.at(3, 1) = {110, 100, 100, 250};
    const auto result = difference(actual, expected);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().pixels_off, 2u);
    EXPECT_EQ(result.value().largest, 10);
    EXPECT_EQ(result.value().first_x, 2);
    EXPECT_EQ(result.value().first_y, 0);
    EXPECT_DOUBLE_EQ(result.value().mean, (1.0 + 2.0 + 10.0 + 5.0) / (4.0 * 8.0));
}

TEST(Difference, OfAPictureWithItselfIsNothing)
{
    const auto result = difference(asymmetric(), asymmetric());
    EXPECT_EQ(result.value().pixels_off, 0u);
    EXPECT_EQ(result.value().mean, 0.0);
    EXPECT_EQ(result.value().first_x, -1);
}

TEST(Difference, OfTwoSizesIsAnErrorWithBoth)
{
    const auto result = difference(Image(2, 3), Image(3, 2));
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().message, "expected a picture of 3x2 px, got 2x3");
}

TEST(DifferencePicture, EnlargesSixteenTimesAroundGrey)
{
    const Image expected(2, 1, {100, 100, 100, 255});
    Image actual = expected;
    actual.at(1, 0) = {103, 98, 255, 0};
    const Image picture = difference_picture(actual, expected);
    EXPECT_EQ(picture.at(0, 0), (Rgba8{128, 128, 128, 255}));
    EXPECT_EQ(picture.at(1, 0), (Rgba8{176, 96, 255, 255}));
}

} // namespace
} // namespace drape::renderer
