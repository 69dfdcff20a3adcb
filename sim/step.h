// One step of a world: begin, the systems in source order, end.
#pragma once

#include "sim/compute.h"
#include "sim/world.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace drape::sim {

enum class Backend
{
    Native,      ///< Compiled loops.
    Interpreter, ///< The RFC's lowering to EIR, run instruction by instruction: the oracle.
};

/// The first number of a step that is not finite.
struct NonFinite
{
    std::uint64_t step = 0; ///< The step that failed, from 1.
    std::size_t system = 0; ///< Index into SceneDesc::systems.
    std::uint32_t entity = 0;
};

/// What a step has to tell.
struct StepReport
{
    std::optional<NonFinite> non_finite; ///< Set: the world still holds the state before the step.
};

/// "step 12: system 3, soft (cloth): cloth#7 is no longer finite", for the message and the log.
std::string describe(const NonFinite& fault, const World& world);

/// Runs steps with one backend and keeps what that backend compiled.
class Stepper
{
public:
    explicit Stepper(Backend backend, const Compute& compute = {});
    Stepper(Stepper&&) noexcept;
    Stepper& operator=(Stepper&&) noexcept;
    ~Stepper();

    Backend backend() const { return backend_; }

    /// Advances the world by one step. On a non-finite number the world is put back to the state before
    /// the step and the report names the place. `begun` is called once the state it starts from was put
    /// aside (hash_step_start).
    StepReport step(World& world, const std::function<void()>& begun = {});

    // The phases of step(), for those who look between the systems.

    /// Remembers the positions, moves the probes, lets the hand pull.
    void begin(World& world);
    void run_system(World& world, std::size_t index);
    /// The first number that system `index`, which has just run, made non-finite.
    std::optional<NonFinite> find_non_finite(const World& world, std::size_t index);
    /// Counts the step.
    void end(World& world);
    /// Instead of end(): puts the world back to where begin() found it.
    void cancel(World& world);

private:
    struct Compiled;
    Backend backend_;
    std::unique_ptr<Engine> engine_;
    std::unique_ptr<Compiled> compiled_; ///< Interpreter only.
};

} // namespace drape::sim
