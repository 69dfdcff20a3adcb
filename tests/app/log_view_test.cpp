// The log's lines, filter and text.
#include "app/log_view.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

TEST(LogView, SplitsMessagesIntoLinesAndKeepsTheirLevel)
{
    app::LogView log;
    app::add(log,
             {app::LogLevel::Error, "a.pwe:6:3: error 48: missing\n   6 |   gravity { }\n     |   ^", {}});
    ASSERT_EQ(log.lines.size(), 3U);
    EXPECT_EQ(log.lines[1].text, "   6 |   gravity { }");
    EXPECT_EQ(log.lines[2].level, app::LogLevel::Error);
    EXPECT_FALSE(log.lines[0].time.empty());
    EXPECT_TRUE(log.lines[1].time.empty());
}

TEST(LogView, CopiesWhatIsShownOrWhatIsMarked)
{
    app::LogView log;
    app::add(log, {app::LogLevel::Info, "calm", {}});
    app::add(log, {app::LogLevel::Error, "trouble", {}});
    log.errors_only = true;
    EXPECT_EQ(app::text_of(log).find("calm"), std::string::npos);
    EXPECT_NE(app::text_of(log).find("trouble"), std::string::npos);
    log.selection = app::LineRange{0, 0};
    EXPECT_NE(app::text_of(log).find("calm"), std::string::npos);
    EXPECT_EQ(app::text_of(log).find("trouble"), std::string::npos);
}

TEST(LogView, ForgetsTheOldestLinesPastItsLimit)
{
    app::LogView log;
    for (std::size_t i = 0; i < app::kMostLogLines + 10; ++i)
        app::add(log, {app::LogLevel::Info, std::to_string(i), {}});
    EXPECT_EQ(log.lines.size(), app::kMostLogLines);
    EXPECT_EQ(log.lines.front().text, "10");
}

} // namespace
} // namespace drape::test
