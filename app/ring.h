// The last N numbers, for plots.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace drape::app {

template<std::size_t N>
class Ring
{
public:
    void add(float value)
    {
        values_[next_] = value;
        next_ = (next_ + 1) % N;
        size_ = std::min(size_ + 1, N);
    }
    std::size_t size() const { return size_; }
    /// Counted from the oldest; `i < size()`.
    float operator[](std::size_t i) const { return values_[(next_ + N - size_ + i) % N]; }
    void clear() { size_ = 0; }

private:
    std::array<float, N> values_{};
    std::size_t next_ = 0;
    std::size_t size_ = 0;
};

} // namespace drape::app
