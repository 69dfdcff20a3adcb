// Commands on their way to the simulation thread, so that a control shows at once what it was set to.
#pragma once

#include "app/command.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>

namespace drape::app {

/// Without this a slider would jump back for the frames that the answer takes, or for as long as a slow
/// step takes.
class PendingEdits
{
public:
    /// A command was posted under `number`.
    void add(std::uint64_t number, SimCommand command) { sent_.push_back({number, std::move(command)}); }
    /// The frame now shown knows of all commands up to `done`.
    void acknowledge(std::uint64_t done);

    std::optional<glm::dvec3> parameter(std::uint32_t system, std::string_view field) const;
    std::optional<glm::dvec3> gravity() const;
    std::optional<double> probe_parameter(std::uint32_t probe, std::string_view field) const;
    /// Makes the edits of a tissue's profile that are on their way; `file` is what a revert goes back to.
    void apply_to(std::uint32_t tissue, const sim::tissue::Profile& file,
                  sim::tissue::Profile& profile) const;
    std::optional<bool> playing() const;
    std::optional<double> speed() const;
    std::optional<sim::Backend> backend() const;

private:
    struct Sent
    {
        std::uint64_t number = 0;
        SimCommand command;
    };
    std::deque<Sent> sent_; // oldest first
};

} // namespace drape::app
