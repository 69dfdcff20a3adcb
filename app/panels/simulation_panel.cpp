#include "app/panels/widgets.h"

#include <array>

namespace drape::app {

namespace {

void draw_transport(const View& view, Commands& commands)
{
    const float gap = 5 * view.scale;
    if (is_playing(view)) {
        if (icon_button("##pause", Icon::Pause, "Pause (Space)", Lit::Yes))
            commands.push_back(Pause{});
    } else if (icon_button("##play", Icon::Play, "Play (Space)")) {
        commands.push_back(Play{});
    }
    ImGui::SameLine(0, gap);
    if (icon_button("##step", Icon::Step, "One step, then pause (O)"))
        commands.push_back(StepOnce{});
    ImGui::SameLine(0, gap);
    if (icon_button("##reset", Icon::Reset, "Back to the start; changed materials stay (R)"))
        commands.push_back(sim::Reset{});
    ImGui::SameLine(0, 2 * gap);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 2);
    ImGui::AlignTextToFramePadding();
    const TextColor dim(tone::kDim);
    ImGui::Text("%.2f s", view.sim.snapshot.time);
    tooltip("Simulated time since the start, in seconds");
}

} // namespace

bool is_playing(const View& view)
{
    return view.state.pending.playing().value_or(view.sim.status.playing);
}

void draw_simulation_panel(const View& view, Commands& commands)
{
    const Card card(view, commands, Panel::Simulation, "Simulation");
    if (!card.is_open())
        return;
    ImGui::BeginDisabled(!view.sim.snapshot.topology);
    draw_transport(view, commands);
    ImGui::EndDisabled();
    const SimStatus& status = view.sim.status;
    const double speed = view.state.pending.speed().value_or(status.speed);
    if (const auto value = slider_row(
            {"Speed", "Simulated seconds per second: 1 is real time, less is slow motion", "%.2f x", 1.0},
            speed, {kSlowest, kFastest}, Scaling::Logarithmic))
        commands.push_back(SetSpeed{*value});
    constexpr std::array<const char*, 2> kBackends = {"Native", "Interpreter"};
    const sim::Backend backend = view.state.pending.backend().value_or(status.backend);
    if (const auto value =
            choice_row({"Backend", "Native: compiled loops. Interpreter: the reference, instruction by "
                                   "instruction; the same bits, but slow"},
                       static_cast<std::size_t>(backend), kBackends))
        commands.push_back(SetBackend{static_cast<sim::Backend>(*value)});
    text_row({"Step", "Steps since the start or the last reset"},
             text_format("%llu", static_cast<unsigned long long>(view.sim.snapshot.step)));
    if (view.sim.material)
        text_row({"Time step", "Simulated time of one step, in milliseconds; the scene's dt"},
                 text_format("%.4g ms", 1e3 * view.sim.material->dt));
    if (status.fault) {
        const TextColor error(tone::kError);
        ImGui::TextWrapped("%s", status.fault->message.c_str());
        ImGui::TextWrapped("This is the last good step. Change the material or reset, then play.");
    }
}

} // namespace drape::app
