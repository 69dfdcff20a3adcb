// Random numbers that are the same on every machine and with every standard library.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace drape::test {

/// SplitMix64 (Steele, Lea, Flood 2014). A test prints its seed, and the seed gives the case back.
/// Draw in braces or statements, never among the arguments of a call: their order is the compiler's.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : state_(seed)
    {}

    std::uint64_t next()
    {
        state_ += 0x9E37'79B9'7F4A'7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D0'49BB'1331'11EBU;
        return z ^ (z >> 31U);
    }
    /// 0 .. count - 1
    std::uint32_t below(std::uint64_t count) { return static_cast<std::uint32_t>(next() % count); }
    int integer(int low, int high)
    {
        return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low) + 1));
    }
    bool chance(double probability) { return unit() < probability; }
    /// [0, 1)
    double unit() { return static_cast<double>(next() >> 11U) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    /// Any finite double: tiny, huge, subnormal, either zero.
    double any_finite()
    {
        while (true) {
            const double value = std::bit_cast<double>(next());
            if (chance(0.05))
                return chance(0.5) ? 0.0 : -0.0;
            if (chance(0.5))
                return between(-10.0, 10.0);
            if (std::isfinite(value))
                return value;
        }
    }

private:
    std::uint64_t state_;
};

} // namespace drape::test
