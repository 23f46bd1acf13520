#include "dlx/io/solution_text.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/decimal.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/json_document.hpp"

namespace dlx::io {
namespace {

constexpr const char* before_first = "an option before the first 'solution n:'";

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

std::string option_text(const Problem& problem, OptionId option) {
  std::string text = problem.label(option) + ":";
  for (const Entry entry : problem.entries(option)) {
    text += ' ';
    append_entry(problem, entry, text);
  }
  return text;
}

std::string solution_text(const Problem& problem, const std::string& number,
                          std::span<const OptionId> solution) {
  std::string text = "solution " + number + ":\n";
  for (const OptionId option : solution) text += "  " + option_text(problem, option) + "\n";
  return text;
}

std::string solution_numbers(const Problem& problem, std::span<const OptionId> solution) {
  std::string text;
  for (const OptionId option : solution) {
    text += (text.empty() ? "" : " ") + std::to_string(problem.number(option));
  }
  return text + '\n';
}

std::string solution_table_head(const Problem& problem) {
  return std::string("solution,option,") + (problem.has_option_names() ? "name," : "") + "items" +
         (problem.has_costs() ? ",cost\n" : "\n");
}

std::string solution_table(const Problem& problem, const std::string& number,
                           std::span<const OptionId> solution) {
  std::string text;
  const auto add_cell = [&](std::string_view cell) {
    text += ',';
    if (cell.find_first_of(",\"") == std::string_view::npos) {
      text += cell;
      return;
    }
    text += '"';
    for (const char c : cell) text.append(c == '"' ? 2 : 1, c);
    text += '"';
  };
  // A solution without options is written as one line without an option.
  if (solution.empty()) {
    text = number + (problem.has_option_names() ? ",,," : ",,") +
           (problem.has_costs() ? ",0\n" : "\n");
  }
  for (const OptionId option : solution) {
    std::string items;
    for (const Entry entry : problem.entries(option)) {
      if (!items.empty()) items += ' ';
      append_entry(problem, entry, items);
    }
    text += number + ',' + std::to_string(problem.number(option));
    if (problem.has_option_names()) add_cell(problem.name(option));
    add_cell(items);
    if (problem.has_costs()) {
      text += ',' + decimal_text(problem.cost(option), problem.cost_places());
    }
    text += '\n';
  }
  return text;
}

namespace {

void append_number(std::string& text, std::uint64_t number) {
  char digits[20];
  text.append(digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr);
}

}  // namespace

void SolutionWriter::append(std::string& text, std::uint64_t n,
                            std::span<const OptionId> solution) {
  if (form_ == Form::numbers) {
    append_options(text, solution);
    if (!solution.empty()) text.pop_back();  // Removes the blank after the last number of the line.
    text += '\n';
    return;
  }
  constexpr std::string_view label = "solution ";
  text += label;
  append_number(text, n);
  constexpr std::string_view end = ":\n";
  text += end;
  append_options(text, solution);
}

void SolutionWriter::append_options(std::string& text, std::span<const OptionId> solution) {
  if (places_.empty()) places_.resize(problem_->option_count());
  for (const OptionId option : solution) {
    Kept& place = places_[index(option)];
    if (place.size == 0) place = keep(option);
    text.append(kept_.data() + place.begin, place.size);
  }
}

/// Appends the text of an option to `kept_`: its number, as in "12 ", or its whole line.
SolutionWriter::Kept SolutionWriter::keep(OptionId option) {
  const std::size_t begin = kept_.size();
  if (form_ == Form::numbers) {
    append_number(kept_, problem_->number(option));
    kept_ += ' ';
  } else {
    kept_ += "  " + option_text(*problem_, option) + "\n";
  }
  return {begin, kept_.size() - begin};
}

struct SolutionReader::State {
  const Problem& problem;
  Input& input;
  // Whether a line "solution n:" was read and the options of this solution are being read.
  bool open = false;
  // Whether the rest of a solution with an unreadable option is being skipped.
  bool skips = false;
  // Whether the head of a table was read, and the number of the table's solution being read.
  bool in_table = false;
  std::string row_number = {};
  std::vector<OptionId> collected;
  // The complete solutions that next() has not returned yet.
  std::deque<std::vector<OptionId>> ready;
  // What next() throws after the solutions in `ready`.
  std::optional<UnreadableSolution> fault = {};
  struct Copies {
    std::vector<OptionId> options;  // the options with equal entries
    // The index in `options` of the first option that is not yet in the solution.
    std::size_t next = 0;
    std::uint64_t solution = 0;  // the number of the solution for which `next` is valid
  };
  // For each sorted list of entries: the options with these entries. The map is used only for
  // Knuth's notation.
  std::map<std::vector<std::string>, Copies> by_entries;
  // The options by their names. The map is filled when the first name is read.
  std::unordered_map<std::string_view, OptionId> by_name = {};
  std::uint64_t closed = 0;  // the number of solutions that close() and fail() have ended

  /// The option with the number `digits`. `where` is the word or line at which an error is reported
  /// if no option has the number.
  OptionId numbered(std::string_view digits, std::string_view where) const {
    const auto n = to_number<std::uint64_t>(digits);
    if (const auto option = n ? problem.find_option(*n) : std::nullopt) return *option;
    if (n && *n >= 1 && *n <= problem.last_number()) {
      throw input.error_at(
          where, "option " + std::string(digits) + " was dropped because it has no primary item");
    }
    throw input.error_at(where, "no option has the number " + in_quotes(digits) + "; there are " +
                                    std::to_string(problem.last_number()));
  }

  /// Adds an option in the notation "12: A D" or "12 name: A D" to the solution being read. `first`
  /// is the first word, "12:" or "12". `name` is empty in the notation without a name.
  void add_numbered(std::string_view first, std::string_view name, std::string_view rest) {
    if (skips) return;
    if (!std::exchange(open, true)) throw input.error_at(first, before_first);
    const std::string_view digits = first.substr(0, first.find(':'));
    const OptionId option = numbered(digits, digits);
    auto words = words_in(rest);
    std::sort(words.begin(), words.end());
    const bool has_other_name =
        !name.empty() && problem.has_option_names() && name != problem.name(option);
    if (has_other_name || words != sorted_entries(problem, option)) {
      throw input.error_at(first, "the option of that number is '" + option_text(problem, option) +
                                      "', not this one");
    }
    collected.push_back(option);
  }

  /// Adds an option in the notation " A D (1 of 2)" to the solution being read. If several options
  /// have these items, the first that is not yet in the solution is added.
  void add_named(std::string_view first, std::vector<std::string> words) {
    if (skips) return;
    words.resize(words.size() - 3);
    std::sort(words.begin(), words.end());
    if (by_entries.empty()) {
      for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
        by_entries[sorted_entries(problem, OptionId{o})].options.push_back(OptionId{o});
      }
    }
    const auto found = by_entries.find(words);
    if (found == by_entries.end()) {
      // The program DLX3 prints "null B (2 of 2)" if it does not cover the item B again.
      if (first == "null") return;
      throw input.error_at(first, "no option has exactly the items " + in_quotes(joined(words)));
    }
    Copies& copies = found->second;
    if (copies.solution != closed) copies.next = 0;
    copies.solution = closed;
    if (copies.next < copies.options.size()) {
      collected.push_back(copies.options[copies.next++]);
      return;
    }
    throw input.error_at(first,
                         "the option " + in_quotes(joined(words)) + " is chosen more than once");
  }

  static bool is_named(const std::vector<std::string>& words) {
    const std::size_t n = words.size();
    return n >= 4 && words[n - 3].front() == '(' && words[n - 2] == "of" &&
           words[n - 1].back() == ')';
  }

  /// The option with the name `word`.
  OptionId named(std::string_view word) {
    if (by_name.empty() && problem.has_option_names()) {
      for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
        by_name.try_emplace(problem.name(OptionId{o}), OptionId{o});
      }
    }
    if (const auto found = by_name.find(word); found != by_name.end()) return found->second;
    throw input.error_at(word, std::string("not an option number") +
                                   (problem.has_option_names() ? " or name" : "") +
                                   "; a solution is a line such as 1 4 5");
  }

  std::vector<OptionId> all_numbers(std::string_view line) {
    std::vector<OptionId> options;
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      if (word.size() > 1 && word.ends_with(',')) word.remove_suffix(1);
      options.push_back(all_digits(word) ? numbered(word, word) : named(word));
    }
    return options;
  }

  /// Reads a line of a table, as solution_table() writes it.
  void add_row(std::string_view line) {
    const std::string number(line.substr(0, line.find(',')));
    const std::string_view rest = line.substr(number.size() + 1);
    const std::string_view digits = rest.substr(0, rest.find(','));
    if (std::exchange(row_number, number) != number) {
      close();
      open = true;
    }
    if (skips) return;
    std::vector<OptionId> option;
    if (!digits.empty()) option.push_back(numbered(digits, digits));
    std::string row = solution_table(problem, number, option);
    row.pop_back();
    if (line != row) {
      throw input.error_at(line, "the line of that option is " + in_quotes(row) + ", not this one");
    }
    collected.insert(collected.end(), option.begin(), option.end());
  }

  /// Reads a solution from a JSON object. Returns nullopt if the object has no member "options".
  std::optional<std::vector<OptionId>> from_json(std::string_view line) const {
    const std::uint64_t bytes = JsonDocument::bytes_of(line);
    input.charge(bytes);
    std::optional<JsonDocument> document;
    try {
      document.emplace(line);
    } catch (const nlohmann::json::exception&) {
      throw input.error_at(line, "malformed JSON");
    } catch (const JsonDocument::TooDeep& e) {
      throw input.error_at(line, e.what());
    }
    input.release(bytes);
    const auto& object = document->root();
    if (!object.contains("options")) return std::nullopt;
    if (!object["options"].is_array()) throw input.error_at(line, "\"options\" is not an array");
    std::vector<OptionId> options;
    for (const auto& n : object["options"]) {
      options.push_back(numbered(n.dump(), line));
    }
    return options;
  }

  /// Completes the solution that is being read, if a solution is being read.
  void close() {
    skips = false;
    if (!std::exchange(open, false)) return;
    ready.push_back(std::exchange(collected, {}));
    ++closed;
  }

  /// Ends a solution with an unreadable option, and skips the rest of it if it has several lines.
  void fail(const InputError& error) {
    fault.emplace(error);
    skips = std::exchange(open, false);
    collected.clear();
    ++closed;
  }

  static bool is_label(std::string_view word) {
    return word.ends_with(':') && all_digits(without_colon(word));
  }
  static std::string_view without_colon(std::string_view word) {
    return word.substr(0, word.size() - 1);
  }

  void read_line(std::string_view line) {
    std::string_view rest = line;
    const std::string_view first = next_word(rest);
    if (first.empty()) return;
    const auto words = words_in(line);
    // Labels such as "12:" and "12 name:" are tested first, because an item may have the name '#',
    // 'solution' or '{', but no item's name ends in ':'.
    if (is_label(first) && words.size() > 1) return add_numbered(first, {}, rest);
    if (all_digits(first) && words.size() > 2 && words[1].ends_with(':')) {
      return add_numbered(first, without_colon(next_word(rest)), rest);
    }
    if (is_named(words) && (open || skips)) return add_named(first, words);
    if (line.starts_with("solution,option,")) {
      in_table = true;
      return row_number.clear();
    }
    const std::size_t comma = line.find(',');
    if (in_table && comma != std::string_view::npos && all_digits(line.substr(0, comma))) {
      return add_row(line);
    }
    if (first.front() == '#' || first.starts_with("INCOMPLETE") ||
        line.starts_with("no solution") || line == "unique" || line == "several" ||
        line == "none") {  // `dlx --unique` prints "unique", "several" or "none".
      return;
    }
    if ((words.size() == 2 && first == "solution" && is_label(words[1])) ||
        (words.size() == 1 && is_label(first))) {
      close();
      open = true;
      return;
    }
    if (is_named(words)) {
      open = true;
      throw input.error_at(first, before_first);
    }
    // A line in none of the notations above is a complete solution.
    close();
    if (first.front() == '{') {
      if (auto solution = from_json(line.substr(line.find('{')))) {
        ready.push_back(std::move(*solution));
      }
    } else {
      ready.push_back(all_numbers(line));
    }
  }
};

SolutionReader::SolutionReader(const Problem& problem, Input& input)
    : state_(new State{
          .problem = problem, .input = input, .collected = {}, .ready = {}, .by_entries = {}}) {}
SolutionReader::~SolutionReader() = default;

std::optional<std::vector<OptionId>> SolutionReader::next() {
  std::string_view line;
  while (state_->ready.empty()) {
    if (state_->fault) throw *std::exchange(state_->fault, std::nullopt);
    if (state_->input.next_line(line)) {
      try {
        state_->read_line(line);
      } catch (const InputError& e) {
        state_->fail(e);
      }
    } else {
      state_->close();
      if (state_->ready.empty()) return std::nullopt;
    }
  }
  auto solution = std::move(state_->ready.front());
  state_->ready.pop_front();
  return solution;
}

}  // namespace dlx::io
