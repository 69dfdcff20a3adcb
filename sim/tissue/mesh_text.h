// Words, numbers and bytes of a mesh file, one after the other, and the place of a fault in it.
#pragma once

#include "sim/check.h"
#include "sim/tissue/mesh_io.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace drape::sim::tissue {

/// Thrown inside the readers only; read_tet_mesh turns it into an Error.
struct MeshFault
{
    std::string message;
};

/// How a place in a file is told: texts have lines, bytes have none.
enum class PlaceStyle
{
    Line,
    Byte,
};

/// "FILE:LINE: " or "FILE: byte N: ". Counts the lines anew, so that reading need not.
std::string place_of(const MeshFile& file, std::size_t offset, PlaceStyle style);

/// `text` in quotes, cut short, with "?" for what is no printable ASCII.
std::string quoted(std::string_view text);

inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

inline bool is_space(char c)
{
    return c == '\n' || is_blank(c);
}

/// The bytes of a number, turned around.
template<class T>
T swapped(T value)
{
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    std::reverse(bytes, bytes + sizeof(T));
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

/// Walks over one file. Every function that reads throws a MeshFault when it meets something else.
/// `what` is the noun for the message, with its article: "the number of nodes".
class MeshScanner
{
public:
    /// The file must outlive the scanner.
    explicit MeshScanner(const MeshFile& file)
        : MeshScanner(file, 0, file.bytes.size())
    {}
    /// Sees only the bytes from `begin` to `end`.
    MeshScanner(const MeshFile& file, std::size_t begin, std::size_t end)
        : file_(&file)
        , offset_(begin)
        , end_(end)
    {
        DRAPE_ASSERT(begin <= end && end <= file.bytes.size());
    }

    const MeshFile& file() const { return *file_; }
    std::size_t offset() const { return offset_; }
    std::size_t left() const { return end_ - offset_; }
    PlaceStyle style() const { return style_; }
    /// From here on faults are told by their byte.
    void tell_bytes() { style_ = PlaceStyle::Byte; }
    /// The numbers of binary parts have the other byte order than this machine.
    void swap_bytes() { is_swapped_ = true; }
    void seek(std::size_t offset)
    {
        DRAPE_ASSERT(offset <= end_);
        offset_ = offset;
    }

    void skip_blanks()
    {
        while (offset_ < end_ && is_blank(file_->bytes[offset_]))
            ++offset_;
    }
    void skip_space()
    {
        while (offset_ < end_ && is_space(file_->bytes[offset_]))
            ++offset_;
    }
    /// The next word, on whatever line; empty at the end of the file.
    std::string_view word()
    {
        skip_space();
        return word_on_line();
    }
    /// The next word of this line; empty where there is none.
    std::string_view word_on_line();
    /// What word() would give.
    std::string_view peek_word() const;
    /// The rest of the line; steps over its end.
    std::string_view rest_of_line();
    /// Steps over the end of the line; nothing but blanks may come before it.
    void end_line(std::string_view what);
    /// The next word must be `word`; `after` says what came before it.
    void expect_word(std::string_view word, std::string_view after);

    /// A number on this line that ends with a blank or the line.
    template<class T>
    T number_on_line(std::string_view what)
    {
        skip_blanks();
        const char* const last = file_->bytes.data() + end_;
        const char* first = file_->bytes.data() + offset_;
        if (last - first > 1 && first[0] == '+' && first[1] != '-')
            ++first; // from_chars knows no plus
        T value{};
        const auto [end, error] = std::from_chars(first, last, value);
        if (error != std::errc() || (end != last && !is_space(*end)))
            refuse_number(what);
        offset_ = static_cast<std::size_t>(end - file_->bytes.data());
        return value;
    }
    /// A number on whatever line.
    template<class T>
    T number(std::string_view what)
    {
        skip_space();
        return number_on_line<T>(what);
    }
    /// A number of a binary part.
    template<class T>
    T binary(std::string_view what)
    {
        T value;
        std::memcpy(&value, take(sizeof(T), what).data(), sizeof(T));
        return is_swapped_ ? swapped(value) : value;
    }
    /// The next `size` bytes as they are.
    std::string_view take(std::size_t size, std::string_view what)
    {
        if (size > left())
            fail_at_end(what);
        offset_ += size;
        return file_->bytes.substr(offset_ - size, size);
    }

    /// Refuses a count, met at `offset`, that is past `limit` or that the bytes to come cannot hold when
    /// each takes at least `least_bytes`. To be asked before anything is reserved for them.
    void check_count(std::size_t offset, std::uint64_t count, std::uint64_t limit, std::size_t least_bytes,
                     std::string_view nouns) const;

    [[noreturn]] void fail(std::size_t offset, const std::string& message) const;
    [[noreturn]] void fail_here(const std::string& message) const { fail(offset_, message); }

private:
    [[noreturn]] void refuse_number(std::string_view what) const;
    [[noreturn]] void fail_at_end(std::string_view what) const;

    const MeshFile* file_;
    std::size_t offset_;
    std::size_t end_;
    PlaceStyle style_ = PlaceStyle::Line;
    bool is_swapped_ = false;
};

} // namespace drape::sim::tissue
