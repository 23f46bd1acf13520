#pragma once

#include <string>
#include <vector>

#include "apps/cli/console.hpp"

/// The body of the main function of a program. This header does not include the headers of the
/// command line, because the headers of CLI11 take seconds to compile.
namespace dlx::app {

/// Runs the program `name`: calls `run` with the words of the command line, without the program's
/// name. Turns exceptions into messages and exit codes.
int run_program(const char* name, int argc, char** argv,
                int (*run)(const std::vector<std::string>& arguments, Console& console));

/// Runs the program dlx with the words of a command line.
int run_command(const std::vector<std::string>& arguments, Console& console);

}  // namespace dlx::app
