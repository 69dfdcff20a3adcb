#include "app/files.h"

#include "app/interrupt.h"

#include "sim/check.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace drape::app {

namespace fs = std::filesystem;

namespace {

/// Closes a file descriptor at the end of its scope.
class Descriptor
{
public:
    explicit Descriptor(int fd)
        : fd_(fd)
    {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (fd_ > STDERR_FILENO)
            ::close(fd_);
    }
    int get() const { return fd_; }

private:
    int fd_;
};

std::string reason(int error)
{
    return std::strerror(error);
}

Error unreadable(const std::string& path, const std::string& why)
{
    return {ErrorKind::Unreadable, path + ": cannot be read: " + why};
}

Error unwritable(const std::string& path, const std::string& why)
{
    return {ErrorKind::Unwritable, path + ": cannot be written: " + why};
}

std::string in_mebibytes(std::uint64_t bytes)
{
    return std::to_string(bytes >> 20U) + " MiB";
}

/// Reads until the end of `fd`, at most `limit` bytes.
Result<std::string> read_all(int fd, const std::string& shown, std::uint64_t limit)
{
    constexpr std::size_t kChunk = std::size_t{1} << 16U;
    std::string bytes;
    while (true) {
        const std::size_t before = bytes.size();
        bytes.resize(before + kChunk);
        const ssize_t got = ::read(fd, bytes.data() + before, kChunk);
        if (got < 0 && errno == EINTR && !is_interrupted()) {
            bytes.resize(before);
            continue;
        }
        if (got < 0 && errno == EINTR)
            return Error{ErrorKind::Failed, shown + ": interrupted while it was read"};
        if (got < 0)
            return unreadable(shown, reason(errno));
        bytes.resize(before + static_cast<std::size_t>(got));
        if (got == 0)
            return bytes;
        if (bytes.size() > limit)
            return unreadable(shown, "it is larger than " + in_mebibytes(limit));
    }
}

/// Writes all of `bytes`; 0 or the errno that stopped it.
int write_all(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR && !is_interrupted())
            continue;
        if (written < 0)
            return errno;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

std::string home_folder(const char* variable, const char* below_home)
{
    const char* const own = std::getenv(variable);
    if (own != nullptr && own[0] == '/')
        return std::string(own) + "/drape";
    const char* const home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? std::string(home) + below_home : std::string();
}

/// The file that a path means after its links, which need not be there yet; an error for a loop.
Result<fs::path> follow_links(const std::string& path)
{
    constexpr int kMostLinks = 40; // as the kernel
    fs::path target = path;
    std::error_code ignored;
    for (int links = 0; fs::is_symlink(fs::symlink_status(target, ignored)); ++links) {
        if (links == kMostLinks)
            return unwritable(path, reason(ELOOP));
        const fs::path next = fs::read_symlink(target, ignored);
        target = next.is_absolute() ? next : target.parent_path() / next;
    }
    return target;
}

/// What writing to a path comes to.
struct Target
{
    fs::path file; ///< After its links.
    fs::path folder;
    bool is_device = false; ///< There already, and no file.
};

Result<Target> target_of(const std::string& path)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return unwritable(path, "it is a folder");
    const Result<fs::path> file = follow_links(path);
    if (!file)
        return file.error();
    return Target{file.value(), file.value().has_parent_path() ? file.value().parent_path() : fs::path("."),
                  fs::exists(file.value(), ignored) && !fs::is_regular_file(file.value(), ignored)};
}

/// A device or a pipe is written to; it cannot be replaced. A pipe that nobody reads is an error, not
/// something to wait for.
Status write_to_device(const std::string& path, const fs::path& device, std::string_view bytes)
{
    const Descriptor file(::open(device.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0)
        return unwritable(path, errno == ENXIO ? "nobody reads this pipe" : reason(errno));
    ::fcntl(file.get(), F_SETFL, ::fcntl(file.get(), F_GETFL) & ~O_NONBLOCK);
    const int error = write_all(file.get(), bytes);
    return error == 0 ? Status(Done{}) : Status(unwritable(path, reason(error)));
}

/// Permissions for a new file, or those of the file that it replaces.
mode_t mode_for(const std::string& path)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) == 0)
        return info.st_mode & 07777U;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
}

} // namespace

Result<std::string> read_file(const std::string& path, std::uint64_t limit)
{
    if (path == "-")
        return read_all(STDIN_FILENO, "standard input", limit);
    // Not blocking, so that a pipe without a writer is told apart instead of waited for.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0)
        return unreadable(path, reason(errno));
    struct stat info = {};
    if (::fstat(file.get(), &info) != 0)
        return unreadable(path, reason(errno));
    if (S_ISDIR(info.st_mode))
        return unreadable(path, "it is a folder");
    if (!S_ISREG(info.st_mode))
        return unreadable(path, "it is not a regular file");
    if (static_cast<std::uint64_t>(info.st_size) > limit)
        return unreadable(path, "it is larger than " + in_mebibytes(limit));
    return read_all(file.get(), path, limit);
}

Status check_writable(const std::string& path)
{
    if (path.empty() || path == "-")
        return Done{};
    const Result<Target> found = target_of(path);
    if (!found)
        return found.error();
    const Target& target = found.value();
    std::error_code ignored;
    if (!fs::is_directory(target.folder, ignored))
        return unwritable(path, "there is no folder " + target.folder.string());
    // A file is replaced, so what counts is its folder.
    const fs::path& written = target.is_device ? target.file : target.folder;
    return ::access(written.c_str(), W_OK) == 0 ? Status(Done{}) : Status(unwritable(path, reason(errno)));
}

Status write_file_atomically(const std::string& path, std::string_view bytes)
{
    if (path == "-") {
        const int error = write_all(STDOUT_FILENO, bytes);
        return error == 0 ? Status(Done{}) : Status(unwritable("standard output", reason(error)));
    }
    const Result<Target> found = target_of(path);
    if (!found)
        return found.error();
    const Target& target = found.value();
    if (target.is_device)
        return write_to_device(path, target.file, bytes);

    // A short name of its own, since the target's may already be as long as names can be.
    std::string temporary = (target.folder / ".drape-XXXXXX").string();
    const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (file.get() < 0)
        return unwritable(path, reason(errno));
    int error = write_all(file.get(), bytes);
    if (error == 0 &&
        (::fchmod(file.get(), mode_for(target.file.string())) != 0 || ::fsync(file.get()) != 0))
        error = errno;
    if (error == 0 && ::rename(temporary.c_str(), target.file.c_str()) != 0)
        error = errno;
    if (error != 0) {
        ::unlink(temporary.c_str());
        return unwritable(path, reason(error));
    }
    // The new name itself must reach the disk; a folder that cannot be synced is no reason to fail.
    const Descriptor parent(::open(target.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (parent.get() >= 0)
        ::fsync(parent.get());
    return Done{};
}

bool is_same_file(const std::string& a, const std::string& b)
{
    std::error_code error;
    return a != "-" && b != "-" && fs::equivalent(a, b, error) && !error;
}

std::string assets_folder()
{
    if (const char* const own = std::getenv("DRAPE_ASSETS"); own != nullptr && own[0] != '\0')
        return own;
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    for (const char* const relative : {"assets", "../share/drape/assets"})
        if (const fs::path beside = program.parent_path() / relative; fs::is_directory(beside, ignored))
            return beside.lexically_normal().string();
    return DRAPE_SOURCE_ASSETS;
}

std::vector<std::string> list_scenes(const std::string& folder)
{
    std::vector<std::string> scenes;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".pwe")
            scenes.push_back(it->path().string());
    std::sort(scenes.begin(), scenes.end());
    return scenes;
}

std::string config_folder()
{
    return home_folder("XDG_CONFIG_HOME", "/.config/drape");
}

std::string state_folder()
{
    return home_folder("XDG_STATE_HOME", "/.local/state/drape");
}

std::string file_name(const std::string& path)
{
    return fs::path(path).filename().string();
}

} // namespace drape::app
