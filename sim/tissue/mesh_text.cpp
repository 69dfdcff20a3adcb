#include "sim/tissue/mesh_text.h"

#include "sim/text.h"

namespace drape::sim::tissue {

std::string place_of(const MeshFile& file, std::size_t offset, PlaceStyle style)
{
    offset = std::min(offset, file.bytes.size());
    if (style == PlaceStyle::Byte)
        return file.name + ": byte " + std::to_string(offset) + ": ";
    const std::string_view before = file.bytes.substr(0, offset);
    return file.name + ":" + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ": ";
}

std::string quoted(std::string_view text)
{
    constexpr std::size_t kLongest = 40;
    std::string shown = shortened(text, kLongest);
    for (char& c : shown) {
        if (c < ' ' || c > '~' || c == '"')
            c = '?';
    }
    return "\"" + shown + "\"";
}

std::string_view MeshScanner::word_on_line()
{
    skip_blanks();
    const std::size_t begin = offset_;
    while (offset_ < end_ && !is_space(file_->bytes[offset_]))
        ++offset_;
    return file_->bytes.substr(begin, offset_ - begin);
}

std::string_view MeshScanner::peek_word() const
{
    MeshScanner ahead = *this;
    return ahead.word();
}

std::string_view MeshScanner::rest_of_line()
{
    const std::size_t begin = offset_;
    const std::size_t line_end = std::min(file_->bytes.find('\n', begin), end_);
    offset_ = std::min(line_end + 1, end_);
    std::string_view line = file_->bytes.substr(begin, line_end - begin);
    while (!line.empty() && is_blank(line.back()))
        line.remove_suffix(1);
    return line;
}

void MeshScanner::end_line(std::string_view what)
{
    skip_blanks();
    if (offset_ == end_)
        return;
    if (file_->bytes[offset_] != '\n')
        fail_here("the line should end after " + std::string(what) + ", but " + quoted(peek_word()) +
                  " follows");
    ++offset_;
}

void MeshScanner::expect_word(std::string_view expected, std::string_view after)
{
    skip_space();
    const std::size_t begin = offset_;
    const std::string_view met = word_on_line();
    if (met == expected)
        return;
    const std::string wanted = quoted(expected) + " is expected after " + std::string(after);
    fail(begin, met.empty() ? wanted + ", but the file ends" : wanted + ", got " + quoted(met));
}

void MeshScanner::check_count(std::size_t offset, std::uint64_t count, std::uint64_t limit,
                              std::size_t least_bytes, std::string_view nouns) const
{
    DRAPE_ASSERT(least_bytes > 0);
    const std::string announced = std::to_string(count) + " " + std::string(nouns) + " are announced";
    if (count > limit)
        fail(offset, announced + "; at most " + std::to_string(limit) + " are read");
    // The last one of a text has no blank after it.
    if (count > (left() + 1) / least_bytes)
        fail(offset, announced + ", but the " + count_of(left(), "byte") + " that follow cannot hold them");
}

void MeshScanner::fail(std::size_t offset, const std::string& message) const
{
    throw MeshFault{place_of(*file_, offset, style_) + message};
}

void MeshScanner::refuse_number(std::string_view what) const
{
    MeshScanner ahead = *this;
    const std::string_view met = ahead.word_on_line();
    if (!met.empty())
        fail_here(std::string(what) + " is expected, got " + quoted(met));
    if (offset_ == end_)
        fail_at_end(what);
    fail_here("the line ends where " + std::string(what) + " is expected");
}

void MeshScanner::fail_at_end(std::string_view what) const
{
    const std::string_view thing = end_ == file_->bytes.size() ? "the file" : "the data";
    fail_here(std::string(thing) + " ends where " + std::string(what) + " is expected");
}

} // namespace drape::sim::tissue
