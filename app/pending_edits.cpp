#include "app/pending_edits.h"

namespace drape::app {

namespace {

template<class EditKind>
const EditKind* edit_in(const SimCommand& command)
{
    const auto* edit = std::get_if<sim::Edit>(&command);
    return edit != nullptr ? std::get_if<EditKind>(edit) : nullptr;
}

} // namespace

void PendingEdits::acknowledge(std::uint64_t done)
{
    while (!sent_.empty() && sent_.front().number <= done)
        sent_.pop_front();
}

// Each question goes through what was sent, the newest first.

std::optional<glm::dvec3> PendingEdits::parameter(std::uint32_t system, std::string_view field) const
{
    for (auto sent = sent_.rbegin(); sent != sent_.rend(); ++sent)
        if (const auto* edit = edit_in<sim::SetParameter>(sent->command);
            edit != nullptr && edit->system == system && edit->field == field)
            return edit->value;
    return std::nullopt;
}

std::optional<glm::dvec3> PendingEdits::gravity() const
{
    for (auto sent = sent_.rbegin(); sent != sent_.rend(); ++sent)
        if (const auto* edit = edit_in<sim::SetGravity>(sent->command))
            return edit->acceleration;
    return std::nullopt;
}

std::optional<double> PendingEdits::probe_parameter(std::uint32_t probe, std::string_view field) const
{
    for (auto sent = sent_.rbegin(); sent != sent_.rend(); ++sent)
        if (const auto* edit = edit_in<sim::SetProbeParameter>(sent->command);
            edit != nullptr && edit->probe == probe && edit->field == field)
            return edit->value;
    return std::nullopt;
}

void PendingEdits::apply_to(std::uint32_t tissue, const sim::tissue::Profile& file,
                            sim::tissue::Profile& profile) const
{
    // In the order in which they were sent: the later ones win.
    for (const Sent& sent : sent_) {
        if (const auto* row = edit_in<sim::SetRowValue>(sent.command); row && row->tissue == tissue)
            static_cast<void>(sim::tissue::set_row_field(profile, row->where, row->value));
        else if (const auto* set = edit_in<sim::SetProfile>(sent.command); set && set->tissue == tissue)
            profile = set->profile;
        else if (const auto* revert = std::get_if<RevertProfile>(&sent.command);
                 revert && revert->tissue == tissue)
            profile = file;
    }
}

std::optional<bool> PendingEdits::playing() const
{
    for (auto sent = sent_.rbegin(); sent != sent_.rend(); ++sent) {
        if (std::holds_alternative<Play>(sent->command))
            return true;
        if (std::holds_alternative<Pause>(sent->command) || std::holds_alternative<StepOnce>(sent->command))
            return false;
    }
    return std::nullopt;
}

std::optional<double> PendingEdits::speed() const
{
    for (auto sent = sent_.rbegin(); sent != sent_.rend(); ++sent)
        if (const auto* speed = std::get_if<SetSpeed>(&sent->command))
            return speed->speed;
    return std::nullopt;
}

std::optional<sim::Backend> PendingEdits::backend() const
{
    for (auto sent = sent_.rbegin(); sent != sent_.rend(); ++sent)
        if (const auto* backend = std::get_if<SetBackend>(&sent->command))
            return backend->backend;
    return std::nullopt;
}

} // namespace drape::app
