// Files are read within limits and written whole or not at all.
#include "app/files.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace drape::test {
namespace {

TEST(ReadFile, GivesTheBytesAndRefusesWhatIsNoFile)
{
    const TemporaryFolder folder;
    const std::string path = folder.write("a", std::string("x\0y", 3));
    EXPECT_EQ(app::read_file(path, 100).value(), std::string("x\0y", 3));
    EXPECT_NE(app::read_file(folder.file("none"), 100).error().message.find("No such file"),
              std::string::npos);
    EXPECT_NE(app::read_file(folder.file(""), 100).error().message.find("it is a folder"),
              std::string::npos);
    EXPECT_NE(app::read_file(path, 2).error().message.find("larger than"), std::string::npos);
    ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
    EXPECT_NE(app::read_file(folder.file("pipe"), 100).error().message.find("not a regular file"),
              std::string::npos);
    EXPECT_FALSE(app::read_file("/dev/zero", 100).ok());
}

TEST(WriteFile, ReplacesTheContentAndKeepsThePermissions)
{
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "old");
    ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
    ASSERT_TRUE(app::write_file_atomically(path, "new").ok());
    EXPECT_EQ(read_text(path), "new");
    struct stat info = {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0640U);
    EXPECT_EQ(folder.count_files(), 1U);
}

TEST(WriteFile, ThroughALinkReplacesWhatTheLinkPointsTo)
{
    const TemporaryFolder folder;
    const std::string target = folder.write("target", "old");
    std::filesystem::create_symlink(target, folder.file("link"));
    ASSERT_TRUE(app::write_file_atomically(folder.file("link"), "new").ok());
    EXPECT_EQ(read_text(target), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
}

TEST(WriteFile, ADanglingLinkGetsItsTargetAndALoopIsAnError)
{
    const TemporaryFolder folder;
    std::filesystem::create_symlink("target", folder.file("link"));
    ASSERT_TRUE(app::write_file_atomically(folder.file("link"), "new").ok());
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
    EXPECT_EQ(read_text(folder.file("target")), "new");
    std::filesystem::create_symlink("b", folder.file("a"));
    std::filesystem::create_symlink("a", folder.file("b"));
    EXPECT_FALSE(app::write_file_atomically(folder.file("a"), "new").ok());
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("a")));
}

TEST(WriteFile, TheLongestNameThatAFolderHoldsIsFine)
{
    const TemporaryFolder folder;
    EXPECT_TRUE(app::write_file_atomically(folder.file(std::string(255, 'n')), "x").ok());
}

TEST(WriteFile, APipeThatNobodyReadsIsAnErrorAndNoWait)
{
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
    EXPECT_NE(app::write_file_atomically(folder.file("pipe"), "x").error().message.find("nobody reads"),
              std::string::npos);
}

TEST(SameFile, KnowsAFileByAnyOfItsNames)
{
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "x");
    std::filesystem::create_symlink("a", folder.file("link"));
    std::filesystem::create_hard_link(path, folder.file("hard"));
    EXPECT_TRUE(app::is_same_file(path, folder.file("./a")));
    EXPECT_TRUE(app::is_same_file(path, folder.file("link")));
    EXPECT_TRUE(app::is_same_file(path, folder.file("hard")));
    EXPECT_FALSE(app::is_same_file(path, folder.write("b", "x")));
    EXPECT_FALSE(app::is_same_file(path, folder.file("none")));
}

TEST(WriteFile, AFailureNamesTheFileAndLeavesNothingBehind)
{
    const TemporaryFolder folder;
    const Status missing = app::write_file_atomically(folder.file("no/such/a"), "x");
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error().kind, ErrorKind::Unwritable);
    EXPECT_NE(missing.error().message.find("no/such/a"), std::string::npos);
    EXPECT_FALSE(app::write_file_atomically(folder.file(""), "x").ok());
    EXPECT_FALSE(app::write_file_atomically("/dev/full", "x").ok());
    EXPECT_EQ(folder.count_files(), 0U);
}

TEST(WriteFile, KilledAtAnyMomentTheOldOrTheNewContentIsThere)
{
    const TemporaryFolder folder;
    const std::string old_text(200'000, 'o'), new_text(300'000, 'n');
    const std::string path = folder.write("a", old_text);
    for (int round = 0; round < 60; ++round) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            for (;;) {
                (void)app::write_file_atomically(path, new_text);
                (void)app::write_file_atomically(path, old_text);
            }
        }
        ::usleep(static_cast<useconds_t>(500 + 137 * round));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const std::string now = read_text(path);
        ASSERT_TRUE(now == old_text || now == new_text) << "a third content of " << now.size() << " bytes";
    }
}

TEST(Folders, FollowTheXdgVariablesAndIgnoreRelativeOnes)
{
    ::setenv("XDG_CONFIG_HOME", "/x/config", 1);
    EXPECT_EQ(app::config_folder(), "/x/config/drape");
    ::setenv("XDG_CONFIG_HOME", "relative", 1);
    ::setenv("HOME", "/home/someone", 1);
    EXPECT_EQ(app::config_folder(), "/home/someone/.config/drape");
    ::unsetenv("HOME");
    ::unsetenv("XDG_CONFIG_HOME");
    EXPECT_EQ(app::config_folder(), "");
}

} // namespace
} // namespace drape::test
