// The names of all entities without a text for each: particles are numbered, so bodies name them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drape::sim {

/// A list of names in runs: single entities, and the particles "cloth#0", "cloth#1", ... of a body. A
/// million particles take as much room as one.
class EntityNames
{
public:
    void push_back(std::string name);
    /// Adds `count` particles: "BODY#0" to "BODY#(count - 1)".
    void add_particles(std::string body, std::uint32_t count);

    std::size_t size() const { return size_; }
    /// Name of an entity, which must be below size().
    std::string operator[](std::size_t entity) const;
    /// The first entity of a name, if one has it.
    std::optional<std::size_t> find(std::string_view name) const;
    /// Every name, spelt out: for messages, not for frames.
    std::vector<std::string> all() const;

private:
    struct Run
    {
        std::size_t first = 0;
        std::size_t count = 0;
        bool is_numbered = false;
        std::string text; // the name, or the body's
    };
    std::vector<Run> runs_;
    std::size_t size_ = 0;
};

} // namespace drape::sim
