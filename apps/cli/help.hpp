#pragma once

#include <CLI/CLI.hpp>

/// What --help looks like.
namespace dlx::app {

/// Sets the layout of the help of a program and its subcommands: lines of at most 100 columns, the
/// words that an option takes behind its description, and no lists of what an option excludes,
/// because the error says that.
void set_help_layout(CLI::App& app);

}  // namespace dlx::app
