#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "dlx/core/text.hpp"
#include "dlx/names.hpp"

/// Options that have the same name in every subcommand. Each function adds some of these options to
/// a subcommand and binds them to its request.
namespace dlx::app {

/// While a Group exists, the options that are added to its subcommand are listed under the heading
/// of the Group in the help.
class Group {
 public:
  Group(CLI::App& command, const std::string& heading)
      : defaults_(*command.option_defaults()), before_(defaults_.get_group()) {
    defaults_.group(heading);
  }
  ~Group() { defaults_.group(before_); }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

 private:
  CLI::OptionDefaults& defaults_;
  const std::string before_;
};

/// Calls `parse`. If `parse` throws std::invalid_argument, reports that error as an error of the
/// option `name`.
template <class Parse>
void parse_option(const std::string& name, Parse parse) {
  try {
    parse();
  } catch (const std::invalid_argument& error) {
    throw CLI::ValidationError(name, error.what());
  }
}

/// A validator that accepts only the words in `words`.
[[nodiscard]] inline CLI::IsMember one_of(const std::vector<std::string_view>& words) {
  return CLI::IsMember(std::vector<std::string>(words.begin(), words.end()));
}

/// The name of an option and the placeholder of its value, split from a text such as "--svg FILE".
/// `usual` is the placeholder if the text contains none.
struct NameAndValue {
  explicit NameAndValue(const std::string& both, const std::string& usual = "TEXT")
      : name(both.substr(0, both.find(' '))),
        value(name == both ? usual : both.substr(name.size() + 1)) {}
  std::string name, value;
};

/// Adds an option with a value. `name` includes the placeholder: "--svg FILE".
template <class Target>
CLI::Option* add_value(CLI::App& command, const std::string& name, Target& target,
                       const std::string& help) {
  const NameAndValue option(name);
  return command.add_option(option.name, target, help)->type_name(option.value);
}

/// Adds an option or argument that is a whole number of at least `least`. Numbers that do not fit
/// the type are refused, because CLI11's own conversion would let negative and too large numbers
/// wrap around.
template <class Integer, class Target>
CLI::Option* add_number(CLI::App& command, const std::string& name, Target& target,
                        const std::string& help, Integer least = 0) {
  const NameAndValue option(name, "N");
  return command
      .add_option_function<std::string>(
          option.name,
          [&target, name = option.name, least](const std::string& word) {
            parse_option(name, [&] { target = whole_number<Integer>(word, least); });
          },
          help)
      ->type_name(option.value);
}

/// Adds an option whose value must be one of a few words.
template <class Value, class Target = Value>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Target& target,
                        const std::map<std::string, Value>& values, const std::string& help) {
  std::vector<std::string> words;
  for (const auto& [word, value] : values) words.push_back(word);
  const NameAndValue option(name);
  return command
      .add_option_function<std::string>(
          option.name, [&target, values](const std::string& word) { target = values.at(word); },
          help)
      ->check(CLI::IsMember(words))
      ->type_name(option.value);
}

/// Adds an option whose value is an enumerator, typed by its name.
template <Named Enum, class Target>
CLI::Option* add_named(CLI::App& command, const std::string& name, Target& target,
                       const std::string& help, std::span<const Name<Enum>> rows = names<Enum>) {
  std::map<std::string, Enum> values;
  for (const auto& row : rows) values.emplace(row.word, row.value);
  return add_choice(command, name, target, values, help);
}

/// Refuses an empty value, which results for example from an unset shell variable.
inline const CLI::Validator not_empty(
    [](std::string& word) {
      return word.empty() ? std::string("the value is empty") : std::string();
    },
    "");

/// Refuses values that are not numbers, NaN, and numbers outside the bounds.
[[nodiscard]] CLI::Validator number_between(double low, double high);

void add_general_options(CLI::App& command, Request& request);
/// Adds --numbers and --csv, which choose the form of a list of solutions, for any problem.
void add_numbers_option(CLI::App& command, Request& request);
/// `engines`: the engines that the subcommand offers. If `engines` is empty, the subcommand offers
/// all engines.
void add_engine_option(CLI::App& command, Request& request,
                       const std::vector<EngineKind>& engines = {});
/// Adds the options with these names from the table in dlx/options.hpp.
void add_rows(CLI::App& command, Request& request, std::initializer_list<const char*> names);
void add_search_options(CLI::App& command, Request& request,
                        const std::vector<EngineKind>& engines = {});
void add_time_options(CLI::App& command, Request& request);
void add_stats_option(CLI::App& command, Request& request);
/// Adds the options that control counts, for any problem.
void add_count_options(CLI::App& command, Request& request);
/// `has_hints`: whether the problem is an exact cover. Hints exist only for exact covers.
void add_number_wanted_options(CLI::App& command, Request& request, bool has_hints = true);
/// Adds --checkpoint and the options that go with it, for subcommands that call run_search() once.
void add_checkpoint_options(CLI::App& command, Request& request);
/// Adds --trust and --certificate, for any problem.
void add_trust_options(CLI::App& command, Request& request);
void add_read_options(CLI::App& command, Request& request);
/// Adds --fix and --forbid.
void add_given_options(CLI::App& command, Request& request);
void add_up_to_option(CLI::App& command, Request& request, const std::vector<UpTo>& values);

/// The kinds of pictures that a puzzle can have.
enum class PictureKind { board, in_space, solid };
/// Adds the options for pictures of the kind `most` and of all kinds before it in PictureKind.
void add_picture_options(CLI::App& command, Request& request, PictureKind most);

/// Adds --explain, for puzzles with a board.
void add_explain_option(CLI::App& command, Request& request);

/// Adds the options that every puzzle has: --up-to with these values, --emit, and the options about
/// the number of solutions, the search, output and pictures.
void add_puzzle_options(CLI::App& command, Request& request, PictureKind most,
                        const std::vector<UpTo>& up_to = {UpTo::none, UpTo::rotations,
                                                          UpTo::reflections, UpTo::all},
                        const std::vector<EngineKind>& engines = {});

}  // namespace dlx::app
