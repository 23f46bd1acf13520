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

/// Options that are spelled the same in all subcommands. Each function adds some to a subcommand
/// and binds them to the request that is being made.
namespace dlx::app {

/// While an object of this class lives, options added to the subcommand stand under this heading of
/// the help.
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

/// Runs `parse`; std::invalid_argument becomes the error of the option of this name.
template <class Parse>
void parse_option(const std::string& name, Parse parse) {
  try {
    parse();
  } catch (const std::invalid_argument& error) {
    throw CLI::ValidationError(name, error.what());
  }
}

/// Checks that a value is one of these words.
[[nodiscard]] inline CLI::IsMember one_of(const std::vector<std::string_view>& words) {
  return CLI::IsMember(std::vector<std::string>(words.begin(), words.end()));
}

/// The name of an option and the placeholder of its value: "--svg FILE". `usual` is the placeholder
/// if `both` has none.
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

/// An option or argument that is a whole number, at least `least`, and fits its type; CLI11's own
/// conversion lets negative and overlarge numbers wrap.
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

/// An option whose value is one of a few words.
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

/// An option whose value is one of an enumeration, by its name.
template <Named Enum, class Target>
CLI::Option* add_named(CLI::App& command, const std::string& name, Target& target,
                       const std::string& help, std::span<const Name<Enum>> rows = names<Enum>) {
  std::map<std::string, Enum> values;
  for (const auto& row : rows) values.emplace(row.word, row.value);
  return add_choice(command, name, target, values, help);
}

/// Refuses empty words, for example from unset shell variables.
inline const CLI::Validator not_empty(
    [](std::string& word) {
      return word.empty() ? std::string("no name is given") : std::string();
    },
    "");

/// Refuses words that are not numbers, NaN, and numbers outside these bounds.
[[nodiscard]] CLI::Validator number_between(double low, double high);

void add_general_options(CLI::App& command, Request& request);
/// The option for lists of solutions, for any problem.
void add_numbers_option(CLI::App& command, Request& request);
/// `engines`: the engines that the subcommand offers; empty: all engines for any problem.
void add_engine_option(CLI::App& command, Request& request,
                       const std::vector<EngineKind>& engines = {});
/// The options of the table dlx/options.hpp that have these names.
void add_rows(CLI::App& command, Request& request, std::initializer_list<const char*> names);
void add_search_options(CLI::App& command, Request& request,
                        const std::vector<EngineKind>& engines = {});
void add_time_options(CLI::App& command, Request& request);
void add_stats_option(CLI::App& command, Request& request);
/// The options for counts of any problem.
void add_count_options(CLI::App& command, Request& request);
/// `has_hints`: whether the problem is an exact cover, which a hint needs.
void add_number_wanted_options(CLI::App& command, Request& request, bool has_hints = true);
/// --checkpoint and its companions, for subcommands that call run_search() once.
void add_checkpoint_options(CLI::App& command, Request& request);
/// --trust and --certificate, for any problem.
void add_trust_options(CLI::App& command, Request& request);
void add_read_options(CLI::App& command, Request& request);
/// --fix and --forbid.
void add_given_options(CLI::App& command, Request& request);
void add_up_to_option(CLI::App& command, Request& request, const std::vector<UpTo>& values);

/// How a puzzle can be drawn.
enum class PictureKind { board, in_space, solid };
/// The options for pictures, up to `most`.
void add_picture_options(CLI::App& command, Request& request, PictureKind most);

/// --explain, for puzzles with a board.
void add_explain_option(CLI::App& command, Request& request);

/// The options of every puzzle: --up-to with these values, --emit, how many, search, output,
/// pictures.
void add_puzzle_options(CLI::App& command, Request& request, PictureKind most,
                        const std::vector<UpTo>& up_to = {UpTo::none, UpTo::rotations,
                                                          UpTo::reflections, UpTo::all},
                        const std::vector<EngineKind>& engines = {});

}  // namespace dlx::app
