// Runs the drape program as a shell does, and temporary folders.
#pragma once

#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace drape::test {

/// A folder of its own, removed at the end of the test.
class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "drape-test-XXXXXX").string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        path_ = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const
    {
        std::ofstream(file(name), std::ios::binary) << text;
        return file(name);
    }
    std::size_t count_files() const
    {
        std::size_t count = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path_))
            ++count;
        return count;
    }

private:
    std::filesystem::path path_;
};

struct ProgramResult
{
    int code = -1;
    std::string out; ///< stdout
    std::string err; ///< stderr
};

/// Runs `drape ARGUMENTS` through the shell; `before` is put in front (environment, ulimit, input).
inline ProgramResult run_drape(const std::string& arguments, const std::string& before = "")
{
    const TemporaryFolder folder;
    const std::string err = folder.file("err");
    const std::string command = before + " '" + DRAPE_BINARY + "' " + arguments + " 2>'" + err + "'";
    ProgramResult result;
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    EXPECT_NE(pipe, nullptr);
    std::array<char, 4096> buffer{};
    for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        result.out.append(buffer.data(), got);
    const int status = ::pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.err = read_text(err);
    return result;
}

/// A tiny scene that runs at once.
inline constexpr const char* kTinyScene =
    "world { soft cloth { nx = 3; ny = 2; spacing = 0.5; origin = (0, 1, 0) } entity hook { position = (0, "
    "2, 0); "
    "dynamic = false } }\n"
    "systems { gravity { gravity_y = -9.81; dt = 0.016 } integrate { dt = 0.016 } soft { body = cloth } "
    "joint { on = cloth#0; other = hook; length = 1 } }\n";

} // namespace drape::test
