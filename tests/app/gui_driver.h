// Drives the user interface as a hand would: mouse and keys in, commands out. No window and no GL.
#pragma once

#include "app/gui_context.h"
#include "app/ui.h"
#include "app/viewer_state.h"

#include <imgui.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>

namespace drape::test {

/// A step on the way to a control: a window's or control's label, or a number pushed as an id.
using IdPart = std::variant<std::string, int>;

class GuiDriver
{
public:
    /// A window large enough that nothing is scrolled out of sight.
    explicit GuiDriver(float width = 1280, float height = 1640, float scale = 1.0f);

    app::ViewerState state;
    app::SimFrame frame;

    /// Draws one frame and returns what it asked for. Edits count as on their way from then on, as in the
    /// window.
    app::Commands draw();
    app::Commands draw(int frames);

    /// Where a control was found by hovering over everything; fails the test when it is not there.
    ImVec2 find(std::initializer_list<IdPart> path);
    bool has(std::initializer_list<IdPart> path);
    /// Looks again: what is shown has changed.
    void rescan()
    {
        items_.clear();
        scanned_.clear();
    }

    void move_to(ImVec2 at);
    /// Each returns all commands of the frames that it took.
    app::Commands click(ImVec2 at);
    app::Commands right_click(ImVec2 at);
    app::Commands drag(ImVec2 from, ImVec2 to);
    /// Ctrl-click, the text, Enter.
    app::Commands type_into_slider(ImVec2 at, std::string_view text);
    app::Commands type_into_field(ImVec2 at, std::string_view text);

private:
    app::Rect place_of(const std::string& window) const;
    void scan(const std::string& window);
    app::Commands press_enter();

    app::GuiContext gui_;
    float width_, height_;
    std::uint64_t sent_ = 0;
    std::map<ImGuiID, ImVec2> items_;
    std::set<std::string> scanned_; // windows whose items are known
};

} // namespace drape::test
