#include "sim/entity_names.h"

#include "sim/check.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace drape::sim {

namespace {

/// The number that a text is, written as std::to_string writes it.
std::optional<std::size_t> plain_number(std::string_view text)
{
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_plain = error == std::errc() && end == text.data() + text.size() &&
                          (text.size() == 1 || text.front() != '0');
    return is_plain ? std::optional(number) : std::nullopt;
}

} // namespace

void EntityNames::push_back(std::string name)
{
    runs_.push_back({size_, 1, false, std::move(name)});
    ++size_;
}

void EntityNames::add_particles(std::string body, std::uint32_t count)
{
    if (count == 0)
        return;
    runs_.push_back({size_, count, true, std::move(body)});
    size_ += count;
}

std::string EntityNames::operator[](std::size_t entity) const
{
    DRAPE_ASSERT(entity < size_);
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), entity,
                                        [](std::size_t e, const Run& run) { return e < run.first; });
    const Run& run = *std::prev(after);
    return run.is_numbered ? run.text + "#" + std::to_string(entity - run.first) : run.text;
}

std::optional<std::size_t> EntityNames::find(std::string_view name) const
{
    for (const Run& run : runs_) {
        if (!run.is_numbered) {
            if (run.text == name)
                return run.first;
            continue;
        }
        const std::size_t length = run.text.size();
        if (name.size() < length + 2 || !name.starts_with(run.text) || name[length] != '#')
            continue;
        const std::optional<std::size_t> number = plain_number(name.substr(length + 1));
        if (number && *number < run.count)
            return run.first + *number;
    }
    return std::nullopt;
}

std::vector<std::string> EntityNames::all() const
{
    std::vector<std::string> names;
    names.reserve(size_);
    for (const Run& run : runs_)
        for (std::size_t i = 0; i < run.count; ++i)
            names.push_back(run.is_numbered ? run.text + "#" + std::to_string(i) : run.text);
    return names;
}

} // namespace drape::sim
