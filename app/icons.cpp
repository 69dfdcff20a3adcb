#include "app/icons.h"

#include <array>
#include <cmath>

namespace drape::app {

namespace {

/// A drawing board of 2 x 2 units around a centre, y down.
class Board
{
public:
    Board(ImDrawList& list, ImVec2 center, float size, ImU32 color)
        : list_(list)
        , center_(center)
        , half_(0.5f * size)
        , color_(color)
        , line_(size < 12.0f ? 1.3f : std::fmax(1.4f, size * 0.105f))
    {}

    ImVec2 at(float x, float y) const { return {center_.x + x * half_, center_.y + y * half_}; }

    void triangle(ImVec2 a, ImVec2 b, ImVec2 c) const
    {
        list_.AddTriangleFilled(at(a.x, a.y), at(b.x, b.y), at(c.x, c.y), color_);
    }
    void box(ImVec2 min, ImVec2 max) const
    {
        list_.AddRectFilled(at(min.x, min.y), at(max.x, max.y), color_, 0.12f * half_);
    }
    void frame(ImVec2 min, ImVec2 max) const
    {
        list_.AddRect(at(min.x, min.y), at(max.x, max.y), color_, 0.2f * half_, 0, line_);
    }
    template<std::size_t N>
    void stroke(const std::array<ImVec2, N>& points, ImDrawFlags flags = 0) const
    {
        for (const ImVec2 p : points)
            list_.PathLineTo(at(p.x, p.y));
        list_.PathStroke(color_, flags, line_);
    }
    void arc(float radius, float from, float to) const
    {
        list_.PathArcTo(center_, radius * half_, from, to, 24);
        list_.PathStroke(color_, 0, line_);
    }
    void ring(ImVec2 p, float radius) const
    {
        list_.AddCircle(at(p.x, p.y), radius * half_, color_, 20, line_);
    }
    void dot(ImVec2 p, float radius) const
    {
        list_.AddCircleFilled(at(p.x, p.y), radius * half_, color_, 12);
    }

private:
    ImDrawList& list_;
    ImVec2 center_;
    float half_;
    ImU32 color_;
    float line_;
};

/// A circle open at the top left with an arrow head at its end: anticlockwise, back to the start.
void draw_reset(const Board& board, float radius)
{
    constexpr float kPi = 3.14159265f;
    board.arc(radius, -0.62f * kPi, 1.05f * kPi);
    const float x = radius * std::cos(-0.62f * kPi), y = radius * std::sin(-0.62f * kPi);
    board.triangle({x - 0.52f, y + 0.02f}, {x + 0.16f, y - 0.42f}, {x + 0.12f, y + 0.42f});
}

void draw_question(const Board& board)
{
    board.ring({0.0f, 0.0f}, 0.92f);
    board.stroke(std::array{ImVec2{-0.3f, -0.22f}, ImVec2{-0.2f, -0.46f}, ImVec2{0.05f, -0.54f},
                            ImVec2{0.28f, -0.4f}, ImVec2{0.28f, -0.15f}, ImVec2{0.03f, 0.05f},
                            ImVec2{0.0f, 0.22f}});
    board.dot({0.0f, 0.5f}, 0.12f);
}

void draw_camera(const Board& board)
{
    board.frame({-0.9f, -0.5f}, {0.9f, 0.75f});
    board.ring({0.0f, 0.1f}, 0.36f);
    board.box({-0.32f, -0.78f}, {0.32f, -0.5f});
}

} // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 center, float size, ImU32 color)
{
    const Board board(list, center, size, color);
    switch (icon) {
    case Icon::Play:
        board.triangle({-0.6f, -0.85f}, {0.9f, 0.0f}, {-0.6f, 0.85f});
        break;
    case Icon::Pause:
        board.box({-0.7f, -0.8f}, {-0.2f, 0.8f});
        board.box({0.2f, -0.8f}, {0.7f, 0.8f});
        break;
    case Icon::Step:
        board.triangle({-0.75f, -0.75f}, {0.4f, 0.0f}, {-0.75f, 0.75f});
        board.box({0.48f, -0.75f}, {0.78f, 0.75f});
        break;
    case Icon::Reset:
        draw_reset(board, 0.74f);
        break;
    case Icon::Revert:
        draw_reset(board, 0.66f);
        break;
    case Icon::ChevronRight:
        board.stroke(std::array{ImVec2{-0.25f, -0.55f}, ImVec2{0.3f, 0.0f}, ImVec2{-0.25f, 0.55f}});
        break;
    case Icon::ChevronDown:
        board.stroke(std::array{ImVec2{-0.55f, -0.25f}, ImVec2{0.0f, 0.3f}, ImVec2{0.55f, -0.25f}});
        break;
    case Icon::ChevronUp:
        board.stroke(std::array{ImVec2{-0.55f, 0.25f}, ImVec2{0.0f, -0.3f}, ImVec2{0.55f, 0.25f}});
        break;
    case Icon::Panels:
        board.frame({-0.9f, -0.75f}, {0.9f, 0.75f});
        board.box({-0.9f, -0.75f}, {-0.35f, 0.75f});
        break;
    case Icon::Question:
        draw_question(board);
        break;
    case Icon::Camera:
        draw_camera(board);
        break;
    case Icon::Check:
        board.stroke(std::array{ImVec2{-0.65f, 0.05f}, ImVec2{-0.15f, 0.55f}, ImVec2{0.7f, -0.5f}});
        break;
    case Icon::Folder:
        board.stroke(std::array{ImVec2{-0.9f, 0.7f}, ImVec2{-0.9f, -0.65f}, ImVec2{-0.25f, -0.65f},
                                ImVec2{0.0f, -0.35f}, ImVec2{0.9f, -0.35f}, ImVec2{0.9f, 0.7f}},
                     ImDrawFlags_Closed);
        break;
    }
}

} // namespace drape::app
