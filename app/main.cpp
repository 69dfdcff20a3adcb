// The program: options in, exit code out.
#include "app/cli.h"
#include "app/commands/commands.h"

#include <string>
#include <vector>

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return static_cast<int>(drape::app::run_command(drape::app::parse_command_line(arguments)));
}
