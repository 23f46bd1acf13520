#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/request.hpp"
#include "dlx/exclusions.hpp"

/// Which options may be given together on a command line. One table (combinations.cpp) produces the
/// error messages and the corresponding text in manual pages and completion. Options that the table
/// does not mention may be combined.
namespace dlx::app {

/// Kinds of problems and requests that exclude command-line options, although no single option
/// selects such a kind. For example, a problem with multiplicities excludes --order. The table of
/// combinations refers to these kinds by the names below.
namespace kind {
inline constexpr std::string_view walks = "walks";
inline constexpr std::string_view multiplicities = "multiplicities";
inline constexpr std::string_view many_symmetries = "more symmetries than can be listed";
inline constexpr std::string_view many_symmetries_and_multiplicities =
    "more symmetries than can be listed, of a problem with multiplicities";
inline constexpr std::string_view one_of_each_class = "a list of one solution of each class";
inline constexpr std::string_view puzzle_symmetries = "rotations and reflections of a puzzle";
inline constexpr std::string_view unit = "a unit of 'dlx split'";
}  // namespace kind

/// Throws std::invalid_argument if the typed options violate a row of the table. The error
/// describes the first such row. `known`: the names of all options of the subcommand.
void check_combinations(const Request& request, std::span<const std::string> known);

/// Whether the value of an option or argument is a file that the command writes.
[[nodiscard]] bool writes_file(std::string_view option);

/// Whether every option typed is one of `options`.
[[nodiscard]] bool only_typed(const Request& request, const Conditions& options);

/// Throws std::invalid_argument if an option was typed that cannot be used with this kind of
/// problem or request.
void check_kind(const Request& request, std::string_view kind);

/// The error for an option, perhaps with its value, that cannot be used with this kind of problem
/// or request. Throws std::logic_error if the table has no row for this option and this kind.
[[nodiscard]] std::invalid_argument not_together(std::string_view option, std::string_view kind);

/// excluded_by(): the options among `known` that cannot be combined with `option`, whatever their
/// values. needed_by(): the options among `known` of which at least one must be given with
/// `option`.
[[nodiscard]] std::vector<std::string> excluded_by(const std::string& option,
                                                   std::span<const std::string> known);
[[nodiscard]] std::vector<std::string> needed_by(const std::string& option,
                                                 std::span<const std::string> known);

}  // namespace dlx::app
