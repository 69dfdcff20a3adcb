// Shader texts: embedded ones equal the files, errors name file and line, a failed reload changes nothing.
#include "renderer/embedded_shaders.h"
#include "tests/renderer/gl_test.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace drape::renderer {
namespace {

using ShaderTest = GlTest;

/// A copy of all shaders that is removed again.
class ShaderFolder
{
public:
    ShaderFolder()
        : path_(std::filesystem::path(::testing::TempDir()) /
                ("drape_shaders_" + std::to_string(::getpid())))
    {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
        for (const EmbeddedShader& shader : embedded_shaders())
            write(shader.file, shader.text);
    }
    ~ShaderFolder() { std::filesystem::remove_all(path_); }
    ShaderFolder(const ShaderFolder&) = delete;
    ShaderFolder& operator=(const ShaderFolder&) = delete;

    void write(std::string_view file, std::string_view text) const
    {
        std::ofstream(path_ / file, std::ios::binary) << text;
    }
    ShaderLibrary library() const { return ShaderLibrary::from_folder(path_.string()); }

private:
    std::filesystem::path path_;
};

sim::Snapshot ball()
{
    SceneBuilder scene;
    scene.add_sphere({0.0, 0.0, 0.0}, 1.0f, 0xFF0000);
    return scene.build();
}

TEST(EmbeddedShaders, AreTheFilesOfTheSourceTree)
{
    const ShaderLibrary files = ShaderLibrary::from_folder(DRAPE_SHADER_SOURCES);
    for (const EmbeddedShader& shader : embedded_shaders()) {
        const Result<std::string> text = files.text(shader.file);
        ASSERT_TRUE(text.ok()) << text.error().message;
        EXPECT_EQ(text.value(), shader.text) << shader.file;
    }
}

TEST(EmbeddedShaders, AMissingOneIsAnErrorWithItsName)
{
    const Result<std::string> text = ShaderLibrary::embedded().text("none.frag");
    ASSERT_FALSE(text.ok());
    EXPECT_NE(text.error().message.find("none.frag"), std::string::npos);
}

TEST_F(ShaderTest, AFailedReloadNamesFileAndLineAndKeepsTheOldProgram)
{
    const Image before = picture(ball(), front_camera(), bare_settings(), 60, 60);
    const ShaderFolder folder;
    folder.write("sphere.frag", "// first line\nout vec4 color_srgb;\nvoid main()\n{\n    nonsense;\n}\n");
    const Status status = renderer().reload_shaders(folder.library());
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.error().message.find("sphere.frag:5: "), std::string::npos) << status.error().message;
    EXPECT_EQ(picture(ball(), front_camera(), bare_settings(), 60, 60), before);
}

TEST_F(ShaderTest, AnErrorInTheCommonPartNamesThatFile)
{
    const ShaderFolder folder;
    folder.write("common.glsl", "// first line\nfloat broken() { return nonsense; }\n");
    const Status status = renderer().reload_shaders(folder.library());
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.error().message.find("common.glsl:2: "), std::string::npos) << status.error().message;
}

TEST_F(ShaderTest, AGoodReloadChangesThePictureAndTheNextBringsItBack)
{
    const Image before = picture(ball(), front_camera(), bare_settings(), 60, 60);
    const ShaderFolder folder;
    folder.write("sphere.frag",
                 "out vec4 color_srgb;\nvoid main()\n{\n    color_srgb = vec4(0, 0, 1, 1);\n}\n");
    ASSERT_TRUE(renderer().reload_shaders(folder.library()).ok());
    EXPECT_EQ(picture(ball(), front_camera(), bare_settings(), 60, 60).at(30, 30), (Rgba8{0, 0, 255, 255}));
    ASSERT_TRUE(renderer().reload_shaders().ok());
    EXPECT_EQ(picture(ball(), front_camera(), bare_settings(), 60, 60), before);
}

} // namespace
} // namespace drape::renderer
