// The words of the PWE language: which blocks and fields there are, and which of them Drape has.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace drape::sim {

/// Whether Drape reads a block, knows it as part of the language only, or has never heard of it.
enum class Support
{
    Supported,
    LanguageOnly,
    Unknown,
};

Support world_block_support(std::string_view kind);
Support world_field_support(std::string_view name);
Support system_support(std::string_view kind);
Support section_support(std::string_view kind);

/// Fields of an entity or soft that the language has and Drape has not. `LanguageOnly` here means that
/// the scene would not be the one that was meant (an error); `changes_nothing` tells the fields that
/// only another viewer would look at (a warning).
bool is_unsupported_entity_field(std::string_view name);
bool changes_nothing(std::string_view entity_field);

/// Names for "did you mean".
std::span<const std::string> world_item_names();
std::span<const std::string> system_names();
std::span<const std::string> section_names();

} // namespace drape::sim
