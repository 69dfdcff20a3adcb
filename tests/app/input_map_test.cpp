// Keys and their commands.
#include "app/input_map.h"

#include <gtest/gtest.h>

#include <set>

namespace drape::test {
namespace {

using namespace app;

TEST(InputMap, SpacePlaysWhatIsPausedAndPausesWhatPlays)
{
    EXPECT_EQ(command_for(Key::Space, Modifier::None, {.is_playing = false}), Command(Play{}));
    EXPECT_EQ(command_for(Key::Space, Modifier::None, {.is_playing = true}), Command(Pause{}));
}

TEST(InputMap, EveryBindingOfTheHelpHasACommandAndNoKeyTwo)
{
    std::set<std::pair<Key, Modifier>> seen;
    for (const KeyBinding& binding : key_bindings()) {
        EXPECT_TRUE(command_for(binding.key, binding.modifier, {}).has_value()) << binding.name;
        EXPECT_TRUE(seen.insert({binding.key, binding.modifier}).second) << binding.name;
    }
}

TEST(InputMap, NumbersFlyToThePresets)
{
    EXPECT_EQ(command_for(Key::Num1, Modifier::None, {}), Command(FlyTo{renderer::CameraPreset::Front}));
    EXPECT_EQ(command_for(Key::Num5, Modifier::None, {}), Command(FlyTo{renderer::CameraPreset::Top}));
    EXPECT_EQ(command_for(Key::Num6, Modifier::None, {}), Command(FlyTo{renderer::CameraPreset::Iso}));
}

TEST(InputMap, WhileTypingOnlyFunctionKeysAndEscapePass)
{
    const KeyContext typing{.is_playing = false, .is_typing = true};
    for (const KeyBinding& binding : key_bindings()) {
        const bool passes = binding.key == Key::F1 || binding.key == Key::F12 || binding.key == Key::Escape;
        EXPECT_EQ(command_for(binding.key, binding.modifier, typing).has_value(), passes) << binding.name;
    }
}

TEST(InputMap, ModifiersMatter)
{
    EXPECT_FALSE(command_for(Key::C, Modifier::None, {}).has_value());
    EXPECT_EQ(command_for(Key::C, Modifier::Control, {}), Command(CopyCamera{}));
    EXPECT_FALSE(command_for(Key::R, Modifier::Control, {}).has_value());
    EXPECT_FALSE(command_for(Key::R, Modifier::Other, {}).has_value());
    EXPECT_FALSE(command_for(Key::None, Modifier::None, {}).has_value());
}

} // namespace
} // namespace drape::test
