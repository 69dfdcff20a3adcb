// How the writers of the tests put numbers, as text or as bytes; for mesh_writers*.cpp.
#pragma once

#include "sim/text.h"
#include "tests/sim/mesh_writers.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <type_traits>

namespace drape::test {

enum class Encoding
{
    Text,
    Little,
    Big,
};

/// Fields as words of a line or as bytes.
class Fields
{
public:
    explicit Fields(Encoding encoding)
        : encoding_(encoding)
    {}

    template<class T>
    Fields& put(T value)
    {
        if (encoding_ != Encoding::Text) {
            char bytes[sizeof(T)];
            std::memcpy(bytes, &value, sizeof(T));
            if ((encoding_ == Encoding::Big) != (std::endian::native == std::endian::big))
                std::reverse(bytes, bytes + sizeof(T));
            text.append(bytes, sizeof(T));
            return *this;
        }
        if (!text.empty() && text.back() != '\n')
            text += ' ';
        if constexpr (std::is_floating_point_v<T>)
            text += format_number(static_cast<double>(value));
        else
            text += std::to_string(value);
        return *this;
    }
    Fields& end()
    {
        if (encoding_ == Encoding::Text)
            text += '\n';
        return *this;
    }
    Fields& raw(const std::string& more)
    {
        text += more;
        return *this;
    }
    bool is_text() const { return encoding_ == Encoding::Text; }

    std::string text;

private:
    Encoding encoding_;
};

/// Of an element as it is written.
inline int corners_of(const SmallMesh& mesh)
{
    return mesh.is_second_order ? 10 : 4;
}

struct VtuStyle
{
    Encoding numbers = Encoding::Text;
    bool is_appended = false, is_base64 = true, is_packed = false, has_wide_header = false;
};

std::string write_vtk(const SmallMesh& mesh, bool is_51, Encoding encoding);
std::string write_vtu(const SmallMesh& mesh, const VtuStyle& style);

} // namespace drape::test
