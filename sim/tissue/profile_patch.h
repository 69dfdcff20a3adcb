// A profile as written fields, put into a text with its comments, order and layout kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drape::sim::tissue {

/// One field as it is written.
struct FieldText
{
    enum class Kind
    {
        Number,
        Text,
        Color,
        Band,
    };
    std::string name;
    Kind kind = Kind::Number;
    std::string value;    ///< "" where it must not be there.
    std::string fallback; ///< What a reader takes where it is not there.
};

/// A profile as it is written; a row that is not there must not be in the text.
struct ProfileText
{
    std::vector<FieldText> body;
    std::optional<std::vector<FieldText>> skin, ligament, glide, bands;
    std::vector<std::vector<FieldText>> layers;
};

/// The whole text, written anew.
std::string fresh_profile(const ProfileText& wanted);

/// `original` with only that changed which differs: values replaced, missing keys and tables put where
/// fresh_profile() has them, those that are gone taken out together with the comment above them. Layers are
/// told by their names. Nothing where `original` is not TOML or written in a way that this cannot change;
/// the caller checks that the text reads as what was wanted.
std::optional<std::string> patch_profile(std::string_view original, const ProfileText& wanted);

} // namespace drape::sim::tissue
