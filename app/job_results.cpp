#include "app/job_results.h"

#include "app/files.h"
#include "app/interrupt.h"
#include "sim/check.h"
#include "sim/text.h"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

namespace drape::app {

namespace {

Error unwritable(const std::string& path, int error)
{
    return {ErrorKind::Unwritable, path + ": cannot be written: " + std::strerror(error)};
}

/// A line of a file of results: the id, and what is known of it.
struct ResultLine
{
    std::string id;
    KnownResult known;
};

std::optional<ResultLine> read_line(std::string_view line)
{
    const auto json = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
    if (!json.is_object())
        return std::nullopt;
    const auto id = json.find("id"), inputs = json.find("inputs"), finished = json.find("finished");
    if (id == json.end() || inputs == json.end() || finished == json.end() || !id->is_string() ||
        !inputs->is_string() || !finished->is_boolean())
        return std::nullopt;
    return ResultLine{id->get<std::string>(), {inputs->get<std::string>(), finished->get<bool>(), 0}};
}

/// Whether what stands after the last line's end may be the beginning of a result. Anything else, a whole
/// line of some other file among it, is not ours to cut off.
bool may_be_cut(std::string_view tail)
{
    constexpr std::string_view kStart = "{\"id\":";
    return tail.substr(0, kStart.size()) == kStart.substr(0, tail.size()) &&
           !nlohmann::json::accept(tail.begin(), tail.end());
}

/// Splits off the first line, without its end.
std::string_view take_line(std::string_view& bytes)
{
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    return line;
}

/// Opens and locks the file that `path` means now. Between opening and locking, another run may have put a
/// new file in its place; then the lock is on a file that nobody sees any more.
Result<int> open_locked(const std::string& path)
{
    while (true) {
        const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
        if (fd < 0)
            return unwritable(path, errno);
        struct stat held = {}, named = {};
        if (::fstat(fd, &held) != 0 || !S_ISREG(held.st_mode)) {
            ::close(fd);
            return Error{ErrorKind::Unwritable, path + ": results can be added to a regular file only"};
        }
        if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
            ::close(fd);
            return Error{ErrorKind::Failed, path + ": another run is writing its results there"};
        }
        if (::stat(path.c_str(), &named) == 0 && named.st_ino == held.st_ino && named.st_dev == held.st_dev)
            return fd;
        ::close(fd);
    }
}

Status write_all(int fd, const std::string& path, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR && !is_interrupted())
            continue;
        if (written < 0)
            return unwritable(path, errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return Done{};
}

} // namespace

ResultFile::ResultFile(ResultFile&& other) noexcept
    : path_(std::move(other.path_))
    , fd_(std::exchange(other.fd_, -1))
    , known_(std::move(other.known_))
{}

ResultFile::~ResultFile()
{
    if (fd_ > STDERR_FILENO)
        ::close(fd_);
}

Result<ResultFile> ResultFile::open(const std::string& path)
{
    ResultFile file;
    if (path.empty() || path == "-") {
        file.path_ = "standard output";
        file.fd_ = STDOUT_FILENO;
        return file;
    }
    file.path_ = path;
    const Result<int> fd = open_locked(path);
    if (!fd)
        return fd.error();
    file.fd_ = fd.value();
    const Result<std::string> bytes = read_file(path, kMaxResultBytes);
    if (!bytes)
        return bytes.error();
    if (const Status status = file.take(bytes.value()); !status)
        return status.error();
    return file;
}

/// Reads what is there and makes the file end with a line's end.
Status ResultFile::take(const std::string& bytes)
{
    const std::size_t whole = bytes.rfind('\n') + 1; // npos + 1 is 0
    std::string_view rest = std::string_view(bytes).substr(0, whole);
    const auto no_result = [&](int number, std::string_view line) {
        return Error{ErrorKind::Unreadable, path_ + ":" + std::to_string(number) +
                                                ": a result of drape run --jobs expected, got \"" +
                                                shortened(line, 60) + "\"; nothing was changed"};
    };
    int number = 0;
    while (!rest.empty()) {
        ++number;
        const std::string_view line = take_line(rest);
        std::optional<ResultLine> result = read_line(line);
        if (!result)
            return no_result(number, line);
        result->known.line_number = number;
        known_[result->id] = result->known;
    }
    const std::string_view tail = std::string_view(bytes).substr(whole);
    if (tail.empty())
        return Done{};
    // A whole result may have lost nothing but its line's end, in an editor for instance.
    if (std::optional<ResultLine> result = read_line(tail)) {
        result->known.line_number = number + 1;
        known_[result->id] = result->known;
        return write_all(fd_, path_, "\n");
    }
    if (!may_be_cut(tail))
        return no_result(number + 1, tail);
    if (::ftruncate(fd_, static_cast<off_t>(whole)) != 0)
        return unwritable(path_, errno);
    return Done{};
}

Status ResultFile::drop(const std::vector<std::string>& ids)
{
    const std::set<std::string_view> unwanted(ids.begin(), ids.end());
    if (unwanted.empty())
        return Done{};
    DRAPE_ASSERT(fd_ > STDERR_FILENO);
    const Result<std::string> bytes = read_file(path_, kMaxResultBytes);
    if (!bytes)
        return bytes.error();
    std::string kept;
    for (std::string_view rest = bytes.value(); !rest.empty();) {
        const std::string_view line = take_line(rest);
        const std::optional<ResultLine> result = read_line(line);
        if (result && !unwanted.contains(result->id))
            kept.append(line).append("\n");
    }
    if (const Status status = write_file_atomically(path_, kept); !status)
        return status;
    // That is another file now. The lock on the old one is kept until the new one is held.
    const Result<int> fd = open_locked(path_);
    if (!fd)
        return fd.error();
    ::close(std::exchange(fd_, fd.value()));
    for (const std::string& id : ids)
        known_.erase(id);
    return Done{};
}

Status ResultFile::append(std::string_view line)
{
    // In one piece with its end: what a full disk or a signal cuts off is then seen to be broken.
    return write_all(fd_, path_, std::string(line) + "\n");
}

} // namespace drape::app
