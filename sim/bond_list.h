// The lines between entities. Those of soft bodies are read out of their springs and not written down
// again.
#pragma once

#include "sim/lattice/constraints.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

namespace drape::sim {

enum class BondKind : std::uint8_t
{
    Structural, ///< One cell along an axis of a soft body.
    Shear,      ///< A face diagonal of a soft body.
    Joint,      ///< The line between the two sides of a joint; not part of the RFC's bonds.
    Edge,       ///< An edge of a tissue's cage.
};

/// A line between two entities, by index into the snapshot's arrays.
struct Bond
{
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    BondKind kind = BondKind::Structural;
    float rest = 0.0f; ///< Rest length, m; 0 where it has none.
};

/// A list of bonds, to be gone through from the first to the last: those of soft bodies (their springs but
/// for the bend springs, in list order), then the rest as they were added.
class BondList
{
    /// The springs of one body, whose particles are the entities from `first` on.
    struct Body
    {
        std::uint32_t first = 0;
        std::shared_ptr<const SpringList> springs;
    };

public:
    class const_iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Bond;
        using difference_type = std::ptrdiff_t;
        using pointer = const Bond*;
        using reference = Bond;

        Bond operator*() const;
        const_iterator& operator++()
        {
            ++at_;
            settle();
            return *this;
        }
        void operator++(int) { ++*this; }
        bool operator==(const const_iterator& other) const
        {
            return body_ == other.body_ && at_ == other.at_;
        }

    private:
        friend class BondList;
        const_iterator(const BondList& list, std::size_t body, std::size_t at)
            : list_(&list)
            , body_(body)
            , at_(at)
        {
            settle();
        }
        /// Goes on to the next bond, if this is none: a bend spring, or the end of a body.
        void settle();

        const BondList* list_;
        std::size_t body_;        // of bodies_; their number for the rest
        std::size_t at_;          // spring of the body, or index into rest_
        std::uint32_t owner_ = 0; // particle that owns the spring
    };

    /// Adds a soft body's; before any other bond.
    void add_springs(std::uint32_t first, std::shared_ptr<const SpringList> springs);
    void push_back(const Bond& bond) { rest_.push_back(bond); }

    std::size_t size() const { return of_bodies_ + rest_.size(); }
    /// How many are those of soft bodies.
    std::size_t count_of_bodies() const { return of_bodies_; }
    /// The others.
    std::span<const Bond> rest() const { return rest_; }

    const_iterator begin() const { return {*this, 0, 0}; }
    const_iterator end() const { return {*this, bodies_.size(), rest_.size()}; }

private:
    std::vector<Body> bodies_;
    std::size_t of_bodies_ = 0;
    std::vector<Bond> rest_;
};

inline void BondList::const_iterator::settle()
{
    for (; body_ < list_->bodies_.size(); ++body_, at_ = 0, owner_ = 0) {
        const SpringList& springs = *list_->bodies_[body_].springs;
        while (at_ < springs.size() && springs.kind[at_] == SpringKind::Bend)
            ++at_;
        if (at_ < springs.size()) {
            while (springs.begin[owner_ + 1] <= at_)
                ++owner_;
            return;
        }
    }
}

inline Bond BondList::const_iterator::operator*() const
{
    if (body_ == list_->bodies_.size())
        return list_->rest_[at_];
    const Body& body = list_->bodies_[body_];
    const SpringList& springs = *body.springs;
    const bool is_along = springs.kind[at_] == SpringKind::Structural;
    return {body.first + owner_, body.first + springs.other[at_],
            is_along ? BondKind::Structural : BondKind::Shear, static_cast<float>(springs.rest[at_])};
}

} // namespace drape::sim
