#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/session.hpp"

/// The subcommands, and the programs that are made of them.
namespace dlx::app {

/// Reads the words of a command line; the exit code, if that is all there is to do.
[[nodiscard]] std::optional<int> parse(CLI::App& app, const std::vector<std::string>& arguments,
                                       Session& session);

/// What a program does with its words, without its name.
using RunCommand = std::function<int(const std::vector<std::string>& arguments, Session& session)>;

/// The main function of a program of this name: what is thrown becomes a message and an exit code.
int run_program(const char* name, int argc, char** argv, const RunCommand& run);

/// Runs the command that these words, without the program's name, make.
int run_command(const std::vector<std::string>& arguments, Session& session);

// One function a subcommand, in the file of its name.
void add_solve(CLI::App& app, Session& session);
void add_count(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_estimate(CLI::App& app, Session& session);
void add_explain(CLI::App& app, Session& session);
void add_sample(CLI::App& app, Session& session);
void add_marginals(CLI::App& app, Session& session);
void add_zdd(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_proof(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_soma(CLI::App& app, Session& session);
void add_sudoku(CLI::App& app, Session& session);
void add_queens(CLI::App& app, Session& session);
void add_langford(CLI::App& app, Session& session);
void add_pentominoes(CLI::App& app, Session& session);
void add_polycube(CLI::App& app, Session& session);
void add_dominoes(CLI::App& app, Session& session);
void add_cube(CLI::App& app, Session& session);
void add_bigcube(CLI::App& app, Session& session);
void add_snake(CLI::App& app, Session& session);
void add_snakes(CLI::App& app, Session& session);
void add_split(CLI::App& app, Session& session);
void add_merge(CLI::App& app, Session& session);
void add_work(CLI::App& app, Session& session);
void add_resume(CLI::App& app, Session& session);
void add_status(CLI::App& app, Session& session);
/// These two describe the others, and come after them.
void add_completion(CLI::App& app, Session& session);
void add_man(CLI::App& app, Session& session);

[[nodiscard]] std::string version_text();

/// Whether session.read.file is a unit of work that dlx split has made.
[[nodiscard]] bool is_unit_file(const Session& session);
/// Counts it: the result as text for dlx merge.
int count_unit(Session& session);

}  // namespace dlx::app
