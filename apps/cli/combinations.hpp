#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/request.hpp"
#include "dlx/exclusions.hpp"

/// Which options may be given together on a command line. One table (combinations.cpp) makes the
/// errors and the words of manual pages and completion. Options that the table does not name go
/// together.
namespace dlx::app {

/// Kinds of problems and requests that no option names.
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

/// Throws std::invalid_argument for the first row of the table that the options typed violate.
/// `known`: the names of all options of the subcommand.
void check_combinations(const Request& request, std::span<const std::string> known);

/// Whether all options typed are among these.
[[nodiscard]] bool only_typed(const Request& request, const Conditions& options);

/// Throws std::invalid_argument if an option was typed that does not go with this kind.
void check_kind(const Request& request, std::string_view kind);

/// The error for an option, perhaps with its value, that does not go with this kind. There must be
/// such a row.
[[nodiscard]] std::invalid_argument not_together(std::string_view option, std::string_view kind);

/// The options among `known` that exclude `option` altogether, and those of which `option` needs
/// one.
[[nodiscard]] std::vector<std::string> excluded_by(const std::string& option,
                                                   std::span<const std::string> known);
[[nodiscard]] std::vector<std::string> needed_by(const std::string& option,
                                                 std::span<const std::string> known);

}  // namespace dlx::app
