// The controls that panels are made of: cards, rows of label and value, buttons, plots.
#pragma once

#include "app/icons.h"
#include "app/panels/panels.h"
#include "app/theme.h"

#include <glm/vec3.hpp>
#include <imgui.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace drape::app {

/// A panel's card with its header; use as `if (const Card card(...); card.is_open()) { ... }`.
class Card
{
public:
    Card(const View& view, Commands& commands, Panel panel, const char* title);
    ~Card();
    Card(const Card&) = delete;
    Card& operator=(const Card&) = delete;
    bool is_open() const { return is_open_; }

private:
    bool is_open_;
    float scale_;
    ImVec2 min_;
    float width_;
};

/// A row's texts. The unit belongs into the format ("%.2f m/s") and the tooltip.
struct Row
{
    const char* label = "";
    const char* tooltip = "";
    const char* format = "%.3f";
    std::optional<double> file_value =
        {}; ///< Where set, a value that differs is marked and can be put back, also by a right-click.
    const char* beside = "";   ///< On a slider: a text at its right end; the value then stands at the left.
    float label_share = 0.40f; ///< Of the row's width; 0: no label, the control takes it all.
};

/// The ends of a control; finite, low <= high.
struct Range
{
    double low = 0.0, high = 1.0;
};

enum class Scaling
{
    Linear,
    Logarithmic,
};

// Each row returns the new value when the person changed it; always finite and inside its range, whatever
// was typed.

std::optional<double> slider_row(const Row& row, double value, Range range,
                                 Scaling scaling = Scaling::Linear);
std::optional<int> whole_slider_row(const Row& row, int value, int low, int high);
/// A field to drag or type into, for ranges too wide for a slider. `per_px` is the change by a pixel.
std::optional<double> number_row(const Row& row, double value, Range range, double per_px);
/// Three fields side by side.
std::optional<glm::dvec3> vector_row(const Row& row, const glm::dvec3& value, Range range, double per_px);
/// One of a few words, side by side.
std::optional<std::size_t> choice_row(const Row& row, std::size_t chosen,
                                      std::span<const char* const> words);
/// The same over the whole width, without the label.
std::optional<std::size_t> choice_line(const Row& row, std::size_t chosen,
                                       std::span<const char* const> words);
/// One of many words, in a list that opens.
std::optional<std::size_t> list_row(const Row& row, std::size_t chosen, std::span<const std::string> words);
std::optional<bool> switch_row(const Row& row, bool is_on);
/// A label and a text that can only be read.
void text_row(const Row& row, const std::string& text);

/// Left label column of a row; what follows is the control.
void begin_row(const Row& row);

bool text_button(const char* label, const char* tooltip, float width = 0.0f);
/// `id` is unlike any other in the window. A button that is `on` is lit.
enum class Lit
{
    No,
    Yes,
};
bool icon_button(const char* id, Icon icon, const char* tooltip, Lit lit = Lit::No);
/// A flat button that is lit when chosen.
bool pill_button(const char* label, const char* tooltip, Lit lit, float width = 0.0f);

/// Explains the last item after a moment of hovering.
void tooltip(const char* text);
/// A sentence in the colour of hints, wrapped.
void hint(const char* text);
/// A small heading inside a card, with room above.
void subheading(const View& view, const char* text);

/// A line that opens and closes what comes after it; true while it is open. Starts closed.
bool fold(const View& view, const char* label, const char* help);

/// What stands before the name of a row that opens.
struct FoldMark
{
    std::optional<std::uint32_t> swatch; ///< 0xRRGGBB
    bool is_changed = false;             ///< A dot in the accent's colour.
    std::string tooltip;
};
/// The label column of a row that opens and closes what comes after it: chevron, swatch, name, dot. The
/// control follows in the same line. True while it is open; starts closed.
bool fold_label(const View& view, const char* label, const FoldMark& mark, float label_share);

/// A path to type, with a button that uses it; the path when the person asks for that. `hint` is shown
/// while the field is empty and is the row's id.
std::optional<std::string> path_row(const View& view, Commands& commands, Draft draft, const char* hint,
                                    const char* button, const char* help);

/// One curve of a plot; `at(i)` for i < count, the oldest first.
struct Curve
{
    std::size_t count = 0;
    std::function<float(std::size_t)> at;
};
/// A plot with its newest value at the right. `guide` draws a line at a value that matters (0: none).
void plot(const char* label, const std::string& reading, const Curve& curve, ImVec2 size, float guide);

/// A curve over its own abscissa, both from 0 upwards; `reading` is written at the right.
void xy_plot(const char* label, const std::string& reading, std::span<const ImVec2> points, ImVec2 size,
             const char* x_unit, const char* y_unit);

/// printf into a string.
std::string text_format(const char* format, ...) __attribute__((format(printf, 1, 2)));

} // namespace drape::app
