#include "apps/cli/command_line.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "apps/cli/combinations.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/durable_file.hpp"
#include "dlx/runs/run_folders.hpp"

namespace {

using namespace dlx::app;
using dlx::in_quotes;

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) names.push_back(option->get_name());
  }
  return names;
}

/// The least number of edits that turn `a` into `b`. An edit inserts, removes or replaces a letter,
/// or swaps two adjacent letters (Damerau's distance of adjacent swaps).
std::size_t typing_errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::vector<std::size_t> previous;
  std::vector<std::size_t> before_previous;
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_previous = std::exchange(previous, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_previous[j - 2] + 1);
    }
  }
  return row.back();
}

/// The known word that was probably meant; empty if no known word is close enough.
std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t letters_per_error = 3;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / letters_per_error) + 1;
  std::string best;
  for (const std::string& candidate : known) {
    const std::size_t errors = typing_errors(word, candidate);
    if (errors >= fewest) continue;
    fewest = errors;
    best = candidate;
  }
  return best;
}

/// The first word that looks like an option but is unknown; empty if every option is known.
std::string unknown_option(const CLI::App& app) {
  for (const std::string& word : app.remaining(true)) {
    if (word.starts_with("--") && word.size() > 2) return word.substr(0, word.find('='));
  }
  return {};
}

/// Advice for a user who typed an option that the subcommand does not have. An empty command stands
/// for all subcommands.
struct Instead {
  std::string_view command, option, words;
};
constexpr Instead instead[] = {
    {"", "--help-all", "--help shows all options"},
    {"snake", "--steps", "the page of --html folds a snake joint by joint"},
};

std::string hint_for(const CLI::App& command, const std::string& option) {
  for (const Instead& row : instead) {
    if ((row.command.empty() || row.command == command.get_name()) && row.option == option) {
      return "; " + std::string(row.words);
    }
  }
  const std::vector<std::string> known = names_of_options(command);
  if (std::find(known.begin(), known.end(), option) != known.end()) {
    return "; write it behind " + in_quotes(command.get_name()) + " and not behind a word '--'";
  }
  return did_you_mean(option, known);
}

/// Records the options that were typed, in the order of the subcommand's help.
void record_options(const CLI::App& command, Request& request) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_positional()) continue;
    const auto& values = option->results();
    request.typed.emplace_back(option->get_name(), values.empty() ? "" : values.front());
  }
}

void check_written_files(const CLI::App& command) {
  for (const CLI::Option* one : command.get_options()) {
    if (one->count() == 0 || !writes_file(one->get_name())) continue;
    const std::string& file = one->results().front();
    if (file == "-") {
      if (one->get_name() == "OUT") continue;
      throw std::invalid_argument(one->get_name() + ": " + in_quotes(file) +
                                  " is not the name of a file; to write to standard output, "
                                  "give /dev/stdout");
    }
    dlx::app::check_written_file(command, one->get_name(), file);
  }
}

/// Whether a word may name one of the further files that an option writes: FILE-2 and so on for
/// pages and plates, FILE-NAME for pieces, with the ending of FILE; and what belongs to a
/// checkpoint.
bool is_further_file(const CLI::App& command, const std::string& option, const std::string& file,
                     const std::string& word) {
  namespace fs = std::filesystem;
  const auto is_typed = [&](const char* name) {
    const CLI::Option* const found = command.get_option_no_throw(name);
    return found != nullptr && found->count() > 0;
  };
  if (option == "--checkpoint") return dlx::runs::is_of_run(file, word);
  const bool is_of_pieces = option == "--stl" && is_typed("--stl-pieces");
  const bool is_of_plates = option == "--stl" && is_typed("--bed");
  if (option != "--svg" && option != "--cut" && !is_of_pieces && !is_of_plates) return false;
  const fs::path first = fs::absolute(file);
  const fs::path other = fs::absolute(word);
  const std::string start = first.stem().string() + "-";
  const std::string stem = other.stem().string();
  return stem.starts_with(start) && other.extension() == first.extension() &&
         dlx::io::is_same_file(other.parent_path(), first.parent_path()) &&
         (is_of_pieces || stem.find_first_not_of("0123456789", start.size()) == stem.npos);
}

}  // namespace

std::string dlx::app::did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "; did you mean " + in_quotes(near) + "?";
}

void dlx::app::check_written_file(const CLI::App& command, const std::string& option,
                                  const std::string& file) {
  std::error_code none;
  if (std::filesystem::is_other(file, none)) return;  // a device or pipe is not replaced
  const bool adds = command.get_name() == "polycube" && option == "--xmpuzzle";
  for (const CLI::Option* other : command.get_options()) {
    if (other->get_name() == option || other->count() == 0) continue;
    if (adds && other->get_name() == "FILE") continue;
    for (const std::string& word : other->results()) {
      const bool is_same = io::is_same_file(word, file);
      const bool is_further = !is_same && is_further_file(command, option, file, word);
      if (!is_same && !is_further) continue;
      throw std::invalid_argument(option + ": " + word + " is needed for something else" +
                                  (is_further ? ", and may be a further file of " + file : "") +
                                  "; name another file");
    }
  }
}

namespace {

/// The option that a command line has more often than the command takes it; empty if there is none.
std::string repeated_option(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const auto most = static_cast<std::size_t>(std::max(0, option->get_items_expected_max()));
    if (option->nonpositional() && option->count() > most) return option->get_name();
  }
  return {};
}

}  // namespace

std::optional<int> dlx::app::parse(CLI::App& app, const std::vector<std::string>& arguments,
                                   Request& request, Console& console) try {
  request.arguments = arguments;
  app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  const CLI::App& command = *app.get_subcommands()[0];
  record_options(command, request);
  console.configure(request.conduct.quiet, request.conduct.colour);
  check_combinations(request, names_of_options(command));
  check_written_files(command);
  return std::nullopt;
} catch (const CLI::ParseError& e) {
  if (e.get_exit_code() == 0) {  // CLI11 ends --help and --version with code 0
    std::ostringstream text;
    text.exceptions(std::ios::badbit);
    app.exit(e, text, text);
    console.print(text.str());
    console.flush();
    return success;
  }
  const auto named = app.get_subcommands();
  if (named.empty() && !arguments.empty() && !arguments[0].starts_with('-')) {
    console.error("unknown command " + in_quotes(arguments[0]) +
                  did_you_mean(arguments[0], names_of_commands(app)));
  } else if (const std::string option = unknown_option(app); !option.empty()) {
    const CLI::App& command = named.empty() ? app : *named[0];
    console.error("unknown option " + in_quotes(option) + hint_for(command, option));
  } else if (!named.empty() && dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr &&
             named[0]->get_name() == "soma" && !named[0]->remaining().empty()) {
    console.error("dlx soma reads no file; another puzzle: dlx polycube " +
                  named[0]->remaining().front());
  } else if (const std::string twice = named.empty() ? "" : repeated_option(*named[0]);
             !twice.empty() && dynamic_cast<const CLI::ArgumentMismatch*>(&e) != nullptr) {
    console.error(twice + " is given more than once");
  } else {
    console.error(e.what());
  }
  console.note("Try '" + app.get_name() + ' ' + (named.empty() ? "" : named[0]->get_name() + " ") +
               "--help'.");
  return bad_input;
}
