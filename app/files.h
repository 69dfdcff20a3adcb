// Reading inputs with limits, writing outputs whole or not at all, and where things are kept.
#pragma once

#include "sim/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drape::app {

/// Largest scene or session that is read, bytes.
inline constexpr std::uint64_t kMaxSceneBytes = std::uint64_t{16} << 20U;
inline constexpr std::uint64_t kMaxSessionBytes = std::uint64_t{1} << 30U;

/// The bytes of a regular file of at most `limit` bytes; "-" reads standard input. The error (Unreadable)
/// names the file and why: not there, no permission, a folder, too large.
Result<std::string> read_file(const std::string& path, std::uint64_t limit);

/// Writes `bytes` under a temporary name in the same folder, flushes it to the disk and renames it over
/// `path`: whatever happens, `path` holds the old content or the new one. Error: Unwritable.
/// "-" writes to standard output.
/// Whether `path` could be written now: told before the work is done whose result goes there.
Status check_writable(const std::string& path);

Status write_file_atomically(const std::string& path, std::string_view bytes);

/// Whether two paths lead to one file (also through links). False when either is not there or is "-".
bool is_same_file(const std::string& a, const std::string& b);

/// The folder of scenes, shaders and meshes: $DRAPE_ASSETS, beside the program, or the source tree's.
std::string assets_folder();

/// Scene files of a folder, sorted by name; empty when it cannot be read.
std::vector<std::string> list_scenes(const std::string& folder);

/// $XDG_CONFIG_HOME/drape or ~/.config/drape, and $XDG_STATE_HOME/drape or ~/.local/state/drape. Empty
/// when there is no home folder. Not created.
std::string config_folder();
std::string state_folder();

/// The last part of a path: "cloth.pwe".
std::string file_name(const std::string& path);

} // namespace drape::app
