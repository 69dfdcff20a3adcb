#include "sim/tissue/mesh_bytes.h"

#include "sim/text.h"

namespace drape::sim::tissue {

namespace {

/// The value of a base64 character (RFC 4648, section 4), or -1.
int digit_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

} // namespace

void ByteSource::read(std::size_t size, std::string& out)
{
    if (size > most_left())
        in_.fail_here(count_of(size, "byte") + " of an array are expected, and at most " +
                      std::to_string(most_left()) + " are left");
    if (!is_base64_) {
        out += in_.take(size, "an array");
        return;
    }
    out.reserve(out.size() + size);
    for (; size > 0; --size) {
        if (spare_begin_ == spare_end_)
            decode_group();
        out += spare_[spare_begin_++];
    }
}

/// Four characters give three bytes, less one for each "=" at the end.
void ByteSource::decode_group()
{
    in_.skip_space();
    const std::size_t begin = in_.offset();
    const std::string_view group = in_.take(4, "base64 data");
    std::size_t pad = 0;
    while (pad < 2 && group[3 - pad] == '=')
        ++pad;
    unsigned bits = 0;
    for (std::size_t i = 0; i < 4 - pad; ++i) {
        const int digit = digit_of(group[i]);
        if (digit < 0)
            in_.fail(begin, "base64 data is expected, got " + quoted(group));
        bits |= static_cast<unsigned>(digit) << (18 - 6 * i);
    }
    spare_begin_ = 0;
    spare_end_ = 3 - pad;
    for (std::size_t i = 0; i < spare_end_; ++i)
        spare_[i] = static_cast<char>(bits >> (16 - 8 * i) & 0xFFU);
}

} // namespace drape::sim::tissue
