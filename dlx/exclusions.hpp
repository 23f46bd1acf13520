#pragma once

#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/options.hpp"

/// Options that exclude each other, with reasons, for the command, Python and C. The command adds
/// rows about its own options (apps/cli/combinations.cpp).
namespace dlx {

/// A list of conditions, with commas between them. A condition is a flag ("--svg"), a flag with a
/// value ("--trust T1"), several flags together ("--checkpoint & --all"), or a kind of problem. A
/// flag that is given its default value counts as not given, unless the condition has "*" in place
/// of the value.
struct Conditions : std::vector<std::string_view> {
  Conditions(std::string_view list);  // NOLINT: rows are written as text
  Conditions(const char* list) : Conditions(std::string_view(list)) {}  // NOLINT: rows are text
};

/// A row of the table of exclusions: each condition in `some` excludes each condition in `others`.
struct Exclusion {
  Conditions some;       ///< the conditions that exclude those in `others`
  Conditions others;     ///< the conditions that `some` exclude
  std::string_view why;  ///< the reason for the exclusion, in words
  /// A flag of the command. The exclusion applies only to subcommands that have this flag. If
  /// `where` is empty, the exclusion applies to all subcommands.
  std::string_view where = {};
};

/// The rows of the table of exclusions for the fields of Options.
[[nodiscard]] std::span<const Exclusion> option_exclusions();

/// The flags that were given, with their values.
using GivenFlags = std::vector<std::pair<std::string, std::string>>;

/// The flags that a condition contains, each with its value if the condition has one.
[[nodiscard]] std::vector<std::string_view> flags_in(std::string_view condition);
/// The name of a flag without its value.
[[nodiscard]] std::string_view flag_alone(std::string_view flag);
/// Whether a condition holds for the flags that were given.
[[nodiscard]] bool holds(const GivenFlags& given, std::string_view condition);

/// Makes the error for two conditions that exclude each other and both hold.
[[nodiscard]] std::invalid_argument exclusion(std::string_view one, std::string_view other,
                                              std::string_view why);
/// A condition in the form in which error messages show it: "--trust T1 with --all".
[[nodiscard]] std::string condition_in_words(std::string_view condition);

/// Throws std::invalid_argument for the first row of option_exclusions() that the options violate.
/// The message names the options instead of their flags.
void check_exclusions(const Options& options);

/// Throws std::invalid_argument if one of these options is given, because the command or function
/// `who` does not obey it.
void refuse(const Options& options, std::initializer_list<std::string_view> names,
            std::string_view who);

}  // namespace dlx
