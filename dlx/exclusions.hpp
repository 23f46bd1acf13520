#pragma once

#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/options.hpp"

/// The table of options that exclude each other, with reasons, for the command line, Python and C.
/// The command line adds rows about its own flags (apps/cli/combinations.cpp).
namespace dlx {

/// A list of conditions, with commas between them. A condition is a flag ("--svg"), a flag with a
/// value ("--trust T1"), several flags together ("--checkpoint & --all"), or a name for a kind of
/// problem. A flag that is given its default value counts as not given, unless the condition has
/// "*" in place of the value.
struct Conditions : std::vector<std::string_view> {
  Conditions(std::string_view list);  // NOLINT: rows are written as text
  Conditions(const char* list) : Conditions(std::string_view(list)) {}  // NOLINT: rows are text
};

/// A row of the table of exclusions: each condition in `some` excludes each condition in `others`.
struct Exclusion {
  Conditions some;       ///< the conditions that exclude those in `others`
  Conditions others;     ///< the conditions that `some` exclude
  std::string_view why;  ///< the reason for the exclusion, in words
  /// A flag of the command line. The exclusion applies only to subcommands that have this flag. If
  /// `where` is empty, the exclusion applies to all subcommands.
  std::string_view where = {};
};

/// The rows of the table of exclusions for the fields of Options.
[[nodiscard]] std::span<const Exclusion> option_exclusions();

/// The flags that the user has given, with their values.
using GivenFlags = std::vector<std::pair<std::string, std::string>>;

/// The flags in a condition, each with the value that the condition requires, if any: "--checkpoint
/// & --trust T1" gives "--checkpoint" and "--trust T1".
[[nodiscard]] std::vector<std::string_view> flags_in(std::string_view condition);
/// The name of a flag without its value.
[[nodiscard]] std::string_view flag_alone(std::string_view flag);
/// Whether a condition holds for the flags that were given.
[[nodiscard]] bool holds(const GivenFlags& given, std::string_view condition);

/// Makes the error for two conditions that both hold although they exclude each other.
[[nodiscard]] std::invalid_argument exclusion(std::string_view one, std::string_view other,
                                              std::string_view why);
/// A condition in the form in which error messages show it: "--trust T1 with --all".
[[nodiscard]] std::string condition_in_words(std::string_view condition);

/// Throws std::invalid_argument for the first row of option_exclusions() that the options violate.
/// The message contains the names of options, such as "time_limit", instead of flags.
void check_exclusions(const Options& options);

/// Throws std::invalid_argument if one of these options is given. `who` is the command or function
/// that does not support them.
void refuse(const Options& options, std::initializer_list<std::string_view> names,
            std::string_view who);

}  // namespace dlx
