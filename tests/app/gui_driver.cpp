#include "tests/app/gui_driver.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>

namespace drape::test {

namespace {

constexpr int kEnterKey = 257; // any free place in KeysDown

ImGuiID id_of(std::initializer_list<IdPart> path)
{
    ImGuiID id = 0;
    for (const IdPart& part : path)
        id = std::holds_alternative<int>(part) ? ImHashData(&std::get<int>(part), sizeof(int), id)
                                               : ImHashStr(std::get<std::string>(part).c_str(), 0, id);
    return id;
}

void append(app::Commands& commands, const app::Commands& more)
{
    commands.insert(commands.end(), more.begin(), more.end());
}

} // namespace

GuiDriver::GuiDriver(float width, float height, float scale)
    : width_(width)
    , height_(height)
{
    gui_.rescale(scale, 1.0f);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {width, height};
    io.DeltaTime = 1.0f / 60.0f;
    io.KeyMap[ImGuiKey_Enter] = kEnterKey;
    io.MousePos = {-1e4f, -1e4f};
}

app::Commands GuiDriver::draw()
{
    ImGui::NewFrame();
    app::Commands commands;
    const app::Layout layout = app::make_layout(width_, height_, gui_.scale(), state.settings);
    app::draw_ui({frame, state, gui_.fonts(), layout, gui_.scale()}, commands);
    ImGui::Render();
    for (const app::Command& command : commands)
        if (const auto* sim = std::get_if<app::SimCommand>(&command);
            sim && std::holds_alternative<sim::Edit>(*sim))
            state.pending.add(++sent_, *sim);
    return commands;
}

app::Commands GuiDriver::draw(int frames)
{
    app::Commands commands;
    for (int i = 0; i < frames; ++i)
        append(commands, draw());
    return commands;
}

app::Rect GuiDriver::place_of(const std::string& window) const
{
    const app::Layout layout = app::make_layout(width_, height_, gui_.scale(), state.settings);
    if (window == "##left")
        return layout.left;
    if (window == "##top_bar")
        return layout.top_bar;
    if (window == "##drawer")
        return layout.drawer;
    if (window == "##help")
        return {0, 0, width_, height_};
    return layout.right; // and the lists that open over it
}

void GuiDriver::scan(const std::string& window)
{
    draw(3);
    const app::Rect place = place_of(window);
    std::map<ImGuiID, std::pair<ImVec2, ImVec2>> extents;
    for (float y = place.y + 3; y < place.y + place.h; y += 7)
        for (float x = place.x + 3; x < place.x + place.w; x += 14) {
            ImGui::GetIO().MousePos = {x, y};
            draw();
            const ImGuiID id = ImGui::GetCurrentContext()->HoveredId;
            if (id == 0)
                continue;
            auto [it, is_new] = extents.try_emplace(id, ImVec2{x, y}, ImVec2{x, y});
            it->second.second = {std::max(it->second.second.x, x), std::max(it->second.second.y, y)};
            it->second.first.x = std::min(it->second.first.x, x);
        }
    for (const auto& [id, extent] : extents)
        items_[id] = {0.5f * (extent.first.x + extent.second.x), 0.5f * (extent.first.y + extent.second.y)};
}

bool GuiDriver::has(std::initializer_list<IdPart> path)
{
    const auto& window = std::get<std::string>(*path.begin());
    if (scanned_.insert(window).second)
        scan(window);
    return items_.count(id_of(path)) > 0;
}

ImVec2 GuiDriver::find(std::initializer_list<IdPart> path)
{
    const bool is_there = has(path);
    std::string name;
    for (const IdPart& part : path)
        name += "/" + (std::holds_alternative<int>(part) ? std::to_string(std::get<int>(part))
                                                         : std::get<std::string>(part));
    EXPECT_TRUE(is_there) << "no control " << name;
    return is_there ? items_[id_of(path)] : ImVec2{-1e4f, -1e4f};
}

void GuiDriver::move_to(ImVec2 at)
{
    ImGui::GetIO().MousePos = at;
}

app::Commands GuiDriver::click(ImVec2 at)
{
    return drag(at, at);
}

app::Commands GuiDriver::right_click(ImVec2 at)
{
    move_to(at);
    app::Commands commands = draw(2);
    ImGui::GetIO().MouseDown[1] = true;
    append(commands, draw());
    ImGui::GetIO().MouseDown[1] = false;
    append(commands, draw(30));
    return commands;
}

app::Commands GuiDriver::drag(ImVec2 from, ImVec2 to)
{
    move_to(from);
    app::Commands commands = draw(2);
    ImGui::GetIO().MouseDown[0] = true;
    append(commands, draw());
    for (const float t : {0.25f, 0.5f, 0.75f, 1.0f}) {
        move_to({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)});
        append(commands, draw());
    }
    ImGui::GetIO().MouseDown[0] = false;
    append(commands, draw(2));
    // A double click would be something else: let time pass.
    append(commands, draw(30));
    return commands;
}

app::Commands GuiDriver::press_enter()
{
    ImGui::GetIO().KeysDown[kEnterKey] = true;
    app::Commands commands = draw();
    ImGui::GetIO().KeysDown[kEnterKey] = false;
    append(commands, draw(2));
    return commands;
}

app::Commands GuiDriver::type_into_slider(ImVec2 at, std::string_view text)
{
    ImGui::GetIO().KeyCtrl = true;
    app::Commands commands = click(at);
    ImGui::GetIO().KeyCtrl = false;
    commands.clear();
    EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "a Ctrl-click did not open the field";
    ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
    append(commands, draw(2));
    append(commands, press_enter());
    return commands;
}

app::Commands GuiDriver::type_into_field(ImVec2 at, std::string_view text)
{
    app::Commands commands = click(at);
    EXPECT_TRUE(ImGui::GetIO().WantTextInput);
    ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
    for (const app::Command& command : draw(2)) {
        commands.push_back(command);
        // The owner of the state keeps what is typed.
        if (const auto* view = std::get_if<app::ViewCommand>(&command))
            if (const auto* draft = std::get_if<app::SetDraft>(view))
                state.drafts[static_cast<std::size_t>(draft->draft)] = draft->text;
    }
    append(commands, press_enter());
    return commands;
}

} // namespace drape::test
