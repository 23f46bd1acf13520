#pragma once

#include <string>
#include <vector>

#include "apps/cli/console.hpp"

/// The main function of a program. It is declared apart from the command line, because the headers
/// of CLI11 take seconds to compile.
namespace dlx::app {

/// Runs a program of this name: `run` gets its words, without that name. Exceptions become messages
/// and exit codes.
int run_program(const char* name, int argc, char** argv,
                int (*run)(const std::vector<std::string>& arguments, Console& console));

/// The program dlx: runs the command that these words make.
int run_command(const std::vector<std::string>& arguments, Console& console);

}  // namespace dlx::app
