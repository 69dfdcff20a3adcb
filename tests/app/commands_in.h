// What is among the commands that a test got.
#pragma once

#include "app/command.h"

#include <vector>

namespace drape::test {

/// The edits of kind T.
template<class T>
std::vector<T> edits(const app::Commands& commands)
{
    std::vector<T> found;
    for (const app::Command& command : commands)
        if (const auto* c = std::get_if<app::SimCommand>(&command))
            if (const auto* edit = std::get_if<sim::Edit>(c))
                if (const auto* e = std::get_if<T>(edit))
                    found.push_back(*e);
    return found;
}

/// The simulation's commands of kind T.
template<class T>
std::vector<T> sim_commands(const app::Commands& commands)
{
    std::vector<T> found;
    for (const app::Command& command : commands)
        if (const auto* c = std::get_if<app::SimCommand>(&command))
            if (const auto* t = std::get_if<T>(c))
                found.push_back(*t);
    return found;
}

/// The window's commands of kind T.
template<class T>
std::vector<T> view_commands(const app::Commands& commands)
{
    std::vector<T> found;
    for (const app::Command& command : commands)
        if (const auto* c = std::get_if<app::ViewCommand>(&command))
            if (const auto* t = std::get_if<T>(c))
                found.push_back(*t);
    return found;
}

} // namespace drape::test
