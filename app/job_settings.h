// Puts a job's settings into its scene. Every name and range comes from the tables of sim/lang/fields.h
// and sim/tissue/profile.h, so a job can set what a scene file and a profile can say, and nothing else.
#pragma once

#include "app/job_list.h"
#include "sim/edit.h"
#include "sim/lang/scene_desc.h"
#include "sim/tissue/profile.h"

#include <span>
#include <string>
#include <vector>

namespace drape::app {

/// A scene as a job wants it.
struct SetScene
{
    sim::SceneDesc scene;
    std::vector<sim::SetRowValue> rows; ///< For the tissues' profiles, once they are known.
    std::vector<std::string> faults;    ///< In words; empty where all could be set.
};

/// Puts the settings into a copy of `scene`. A name is one of
///   gravity                   m/s^2 in every system that has gravity, as the viewer's Gravity panel
///   dt                        s, in every system that has it
///   KIND.FIELD                in every system of this kind: "damping.factor", "joint.stiffness"
///   NAME.FIELD                of the body, entity or probe NAME, or of the systems that act on it
///   NAME.ROW.FIELD            of the profile of the tissue NAME; ROW: skin, ligament, glide, body, layer:X
///   system#N.FIELD            of the N-th system alone, from 1
/// Where several say the same field, the later kind in this list wins, in whatever order they are given.
/// The result reads as if it had been written by hand: everything that the reader checks is checked.
SetScene apply_settings(const sim::SceneDesc& scene, std::span<const JobSetting> settings);

/// Why a number cannot be put into a profile, in words; empty where it can.
std::string find_row_fault(const sim::tissue::Profile& profile, const sim::SetRowValue& row);

} // namespace drape::app
