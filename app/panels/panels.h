// The panels: each shows a view and asks for changes; none keeps anything or sees the world.
#pragma once

#include "app/command.h"
#include "app/fonts.h"
#include "app/layout.h"
#include "app/sim_frame.h"
#include "app/viewer_state.h"

namespace drape::app {

/// What a panel may look at while it draws.
struct View
{
    const SimFrame& sim;
    const ViewerState& state;
    const Fonts& fonts;
    Layout layout;
    float scale = 1.0f; ///< Of the interface, in window coordinates.
};

// Each draws into the window that is current and adds to `commands` what the person asks for.

void draw_scene_panel(const View& view, Commands& commands);
void draw_simulation_panel(const View& view, Commands& commands);
void draw_gravity_panel(const View& view, Commands& commands);
void draw_material_panel(const View& view, Commands& commands);
void draw_profile_panel(const View& view, Commands& commands);
void draw_gate_panel(const View& view, Commands& commands);
void draw_probe_panel(const View& view, Commands& commands);
void draw_view_panel(const View& view, Commands& commands);
void draw_stats_panel(const View& view, Commands& commands);
void draw_log_panel(const View& view, Commands& commands);

// These make their own window.

void draw_top_bar(const View& view, Commands& commands);
/// Names, legend, targets of drags and messages over the viewport.
void draw_viewport_overlay(const View& view, Commands& commands);
void draw_help(const View& view, Commands& commands);

/// Whether the simulation runs, as last asked for.
bool is_playing(const View& view);

} // namespace drape::app
