// The bytes of an array in a VTK XML file, as they are or from base64.
#pragma once

#include "sim/tissue/mesh_text.h"

#include <cstddef>
#include <string>

namespace drape::sim::tissue {

/// Bytes one after the other. Padding in the middle of base64 is stepped over: some writers encode the
/// header of an array by itself, others together with the array.
class ByteSource
{
public:
    /// Reads the scanner's bytes from where it is on.
    ByteSource(const MeshScanner& in, bool is_base64)
        : in_(in)
        , is_base64_(is_base64)
    {}

    /// No more than so many bytes can be read.
    std::size_t most_left() const
    {
        return is_base64_ ? in_.left() / 4 * 3 + (spare_end_ - spare_begin_) : in_.left();
    }
    /// Appends `size` bytes to `out`; throws a MeshFault when there are not so many.
    void read(std::size_t size, std::string& out);
    /// Where it reads, for faults.
    const MeshScanner& scanner() const { return in_; }

private:
    void decode_group();

    MeshScanner in_;
    bool is_base64_;
    char spare_[3] = {}; // decoded and not yet read
    std::size_t spare_begin_ = 0, spare_end_ = 0;
};

} // namespace drape::sim::tissue
