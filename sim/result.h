// Result<T>: a value, or an Error that says in words what was met and what was expected.
#pragma once

#include "sim/check.h"

#include <string>
#include <utility>
#include <variant>

namespace drape {

/// What kind of trouble an Error is; the command line maps each to its exit code.
enum class ErrorKind
{
    Failed,     ///< A check or a comparison did not hold.
    Usage,      ///< The caller asked for something that does not exist.
    Unreadable, ///< An input cannot be read or is not what it should be.
    NoDisplay,  ///< No display, no OpenGL, or a driver that is too old.
    Unwritable, ///< An output cannot be written.
    NonFinite,  ///< The simulation left the finite numbers.
};

/// One failure, ready to be shown to a person.
struct Error
{
    ErrorKind kind = ErrorKind::Failed;
    std::string message; ///< Full sentence without a trailing newline; names the file where there is one.
};

/// Either a `T` or the Error that kept it from being made. Ask `ok()` before `value()`.
template<class T>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : content_(std::in_place_index<0>, std::move(value))
    {}
    Result(Error error)
        : content_(std::in_place_index<1>, std::move(error))
    {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() &
    {
        DRAPE_ASSERT(ok());
        return std::get<0>(content_);
    }
    const T& value() const&
    {
        DRAPE_ASSERT(ok());
        return std::get<0>(content_);
    }
    T&& value() &&
    {
        DRAPE_ASSERT(ok());
        return std::get<0>(std::move(content_));
    }
    const Error& error() const
    {
        DRAPE_ASSERT(!ok());
        return std::get<1>(content_);
    }

private:
    std::variant<T, Error> content_;
};

/// For functions that only succeed or fail.
struct Done
{};
using Status = Result<Done>;

} // namespace drape
