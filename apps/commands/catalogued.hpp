#pragma once

#include <CLI/CLI.hpp>

#include "apps/cli/command_line.hpp"
#include "reductions/catalogue/catalogue.hpp"

namespace dlx::app {

/// The subcommand of a puzzle that is searched and shown, and nothing else: made from its row. The
/// row must outlive the command line.
void add_catalogued(CLI::App& app, CommandLine& line, const catalogue::Row& row);

}  // namespace dlx::app
