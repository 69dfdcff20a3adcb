// Files of the tests, by their path in the source tree.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace drape::test {

inline std::string source_path(const std::string& relative)
{
    return std::string(DRAPE_SOURCE_DIR) + "/" + relative;
}

inline std::string read_text(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace drape::test
