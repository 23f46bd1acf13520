#pragma once

#include <CLI/CLI.hpp>
#include <string_view>

#include "apps/cli/command_line.hpp"

/// The subcommands of dlx.
namespace dlx::app {

/// Continues a saved run: parses and runs its command again. `made.options.checkpoint` names the
/// file of the run. Conduct, limits, threads and the certificate of `made` replace those of the
/// saved command.
int continue_run(const Request& made, Console& console);

/// Adds the subcommand of a puzzle that needs only search and output. The subcommand is made from
/// the catalogue's row of this name.
void add_catalogued(CLI::App& command, CommandLine& line, std::string_view name);

/// The heading in the help for the subcommands that are puzzles.
inline constexpr const char* puzzle_group = "Puzzles";

// One function for each subcommand that is not made from the catalogue of puzzles. add_NAME is
// defined in NAME.cpp.
void add_solve(CLI::App& command, CommandLine& line);
void add_count(CLI::App& command, CommandLine& line);
void add_convert(CLI::App& command, CommandLine& line);
void add_estimate(CLI::App& command, CommandLine& line);
void add_explain(CLI::App& command, CommandLine& line);
void add_sample(CLI::App& command, CommandLine& line);
void add_marginals(CLI::App& command, CommandLine& line);
void add_zdd(CLI::App& command, CommandLine& line);
void add_verify(CLI::App& command, CommandLine& line);
void add_proof(CLI::App& command, CommandLine& line);
void add_info(CLI::App& command, CommandLine& line);
void add_puzzles(CLI::App& command, CommandLine& line);
void add_soma(CLI::App& command, CommandLine& line);
void add_sudoku(CLI::App& command, CommandLine& line);
void add_polycube(CLI::App& command, CommandLine& line);
void add_design(CLI::App& command, CommandLine& line);
void add_districts(CLI::App& command, CommandLine& line);
void add_cube(CLI::App& command, CommandLine& line);
void add_bigcube(CLI::App& command, CommandLine& line);
void add_snake(CLI::App& command, CommandLine& line);
void add_snakes(CLI::App& command, CommandLine& line);
void add_split(CLI::App& command, CommandLine& line);
void add_merge(CLI::App& command, CommandLine& line);
void add_work(CLI::App& command, CommandLine& line);
void add_resume(CLI::App& command, CommandLine& line);
void add_status(CLI::App& command, CommandLine& line);
void add_completion(CLI::App& command, CommandLine& line);
void add_man(CLI::App& command, CommandLine& line);

}  // namespace dlx::app
