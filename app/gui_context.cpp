#include "app/gui_context.h"

#include "app/theme.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace drape::app {

GuiContext::GuiContext()
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // nothing goes into the working folder
    io.LogFilename = nullptr;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.ConfigWindowsResizeFromEdges = false;
}

GuiContext::~GuiContext()
{
    if (has_gl_)
        ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

Status GuiContext::start_gl()
{
    if (!ImGui_ImplOpenGL3_Init("#version 410 core"))
        return Error{ErrorKind::NoDisplay, "the user interface cannot draw with this OpenGL"};
    has_gl_ = true;
    return Done{};
}

void GuiContext::rescale(float scale, float density)
{
    if (scale == scale_ && density == density_)
        return;
    scale_ = scale;
    density_ = density;
    apply_theme(scale);
    if (has_gl_)
        ImGui_ImplOpenGL3_DestroyFontsTexture();
    fonts_ = build_fonts(scale, density);
    if (has_gl_)
        ImGui_ImplOpenGL3_CreateFontsTexture();
}

} // namespace drape::app
