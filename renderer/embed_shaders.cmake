# Writes OUTPUT, a C++ source that holds the text of each file in SHADERS by its name.
# String literals are limited to 64 KiB by some compilers; our shaders are far below that.
set(entries "")
foreach(path IN LISTS SHADERS)
  get_filename_component(name ${path} NAME)
  file(READ ${path} text)
  string(APPEND entries "    {\"${name}\", R\"__glsl(${text})__glsl\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new
"// Written by embed_shaders.cmake; edit the files in shaders/.
#include \"renderer/embedded_shaders.h\"

namespace drape::renderer {
namespace {
constexpr EmbeddedShader kShaders[] = {
${entries}};
} // namespace

std::span<const EmbeddedShader> embedded_shaders()
{
    return kShaders;
}

} // namespace drape::renderer
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
