#include "dlx/io/solution_text.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "dlx/io/words.hpp"

namespace dlx {
namespace {

bool all_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string entry_text(const Problem& problem, OptionId option, std::size_t k) {
  std::string text(problem.name(problem.items(option)[k]));
  if (problem.has_colours() && problem.colours(option)[k] != Colour::none) {
    text += ":";
    text += problem.name(problem.colours(option)[k]);
  }
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// The entries of an option in an order that does not depend on how they were written.
std::vector<std::string> sorted_entries(const Problem& problem, OptionId option) {
  std::vector<std::string> entries;
  for (std::size_t k = 0; k < problem.items(option).size(); ++k) {
    entries.push_back(entry_text(problem, option, k));
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace

std::string option_text(const Problem& problem, OptionId option) {
  std::string text = std::to_string(std::size_t{index(option)} + 1) + ":";
  for (std::size_t k = 0; k < problem.items(option).size(); ++k) {
    text += " " + entry_text(problem, option, k);
  }
  return text;
}

std::string solution_text(const Problem& problem, const std::string& number,
                          std::span<const OptionId> solution) {
  std::string text = "solution " + number + ":\n";
  for (const OptionId option : solution) text += "  " + option_text(problem, option) + "\n";
  return text;
}

struct SolutionReader::State {
  const Problem& problem;
  Input& input;
  bool open = false;  // a header has been read, and its solution is being collected
  std::vector<OptionId> collected;
  std::map<std::vector<std::string>, std::vector<OptionId>> by_entries;  // for Knuth's spelling

  OptionId numbered(std::string_view digits) const {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (error != std::errc{} || n < 1 || n > problem.option_count()) {
      throw input.error_at(digits, "no option has the number " + std::string(digits) +
                                       "; there are " + std::to_string(problem.option_count()));
    }
    return OptionId{static_cast<std::uint32_t>(n - 1)};
  }

  static std::vector<std::string> words_of(std::string_view rest) {
    std::vector<std::string> words;
    for (;;) {
      const std::string_view word = next_word(rest);
      if (word.empty()) return words;
      words.emplace_back(word);
    }
  }

  /// "12: A D": an option of the solution being collected.
  void add_numbered(std::string_view first, std::string_view rest) {
    const OptionId option = numbered(first.substr(0, first.size() - 1));
    auto words = words_of(rest);
    std::sort(words.begin(), words.end());
    if (words != sorted_entries(problem, option)) {
      throw input.error_at(first, "the option of that number is '" + option_text(problem, option) +
                                      "', not this one");
    }
    collected.push_back(option);
  }

  /// " A D (1 of 2)": the first option with these items that the solution does not have yet.
  void add_named(std::string_view first, std::vector<std::string> words) {
    words.resize(words.size() - 3);
    std::sort(words.begin(), words.end());
    if (by_entries.empty()) {
      for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
        by_entries[sorted_entries(problem, OptionId{o})].push_back(OptionId{o});
      }
    }
    const auto found = by_entries.find(words);
    if (found == by_entries.end()) {
      throw input.error_at(first, "no option has exactly the items '" + joined(words) + "'");
    }
    for (const OptionId option : found->second) {
      if (std::find(collected.begin(), collected.end(), option) == collected.end()) {
        collected.push_back(option);
        return;
      }
    }
    throw input.error_at(first, "the option '" + joined(words) + "' is chosen more than once");
  }

  static bool is_named(const std::vector<std::string>& words) {
    const std::size_t n = words.size();
    return n >= 4 && words[n - 3].front() == '(' && words[n - 2] == "of" &&
           words[n - 1].back() == ')';
  }

  std::vector<OptionId> all_numbers(std::string_view line) const {
    std::vector<OptionId> options;
    for (;;) {
      const std::string_view word = next_word(line);
      if (word.empty()) return options;
      if (!all_digits(word)) throw input.error_at(word, "not an option number");
      options.push_back(numbered(word));
    }
  }

  /// A JSON object; nothing if it is not about a solution.
  std::optional<std::vector<OptionId>> from_json(std::string_view line) const {
    const auto object = nlohmann::json::parse(line, nullptr, false);
    if (object.is_discarded()) throw input.error_at(line, "malformed JSON");
    if (!object.is_object() || !object.contains("options")) return std::nullopt;
    if (!object["options"].is_array()) throw input.error_at(line, "\"options\" is not an array");
    std::vector<OptionId> options;
    for (const auto& n : object["options"]) {
      if (!n.is_number_unsigned() || n.get<std::uint64_t>() < 1 ||
          n.get<std::uint64_t>() > problem.option_count()) {
        throw input.error_at(line, "no option has the number " + n.dump());
      }
      options.push_back(OptionId{static_cast<std::uint32_t>(n.get<std::uint64_t>() - 1)});
    }
    return options;
  }

  std::optional<std::vector<OptionId>> take_collected() {
    if (!std::exchange(open, false)) return std::nullopt;
    return std::exchange(collected, {});
  }

  /// The rest of a line after a header or an option's first word decides what the line is.
  std::optional<std::vector<OptionId>> read_line(std::string_view line) {
    std::string_view rest = line;
    const std::string_view first = next_word(rest);
    if (first.empty() || first.front() == '#' || first.starts_with("INCOMPLETE") ||
        line.starts_with("no solution")) {
      return std::nullopt;
    }
    if (first.front() == '{') return from_json(line.substr(line.find('{')));
    const bool label = first.back() == ':' && all_digits(first.substr(0, first.size() - 1));
    if (first == "solution" || (label && words_of(rest).empty())) {
      auto finished = take_collected();
      open = true;
      return finished;
    }
    const auto words = words_of(line);
    if (label || is_named(words)) {
      if (!open) throw input.error_at(first, "an option before the first 'solution n:'");
      label ? add_numbered(first, rest) : add_named(first, words);
      return std::nullopt;
    }
    return all_numbers(line);
  }
};

SolutionReader::SolutionReader(const Problem& problem, Input& input)
    : state_(new State{.problem = problem, .input = input, .collected = {}, .by_entries = {}}) {}
SolutionReader::~SolutionReader() = default;

std::optional<std::vector<OptionId>> SolutionReader::next() {
  std::string_view line;
  while (state_->input.next_line(line)) {
    if (auto solution = state_->read_line(line)) return solution;
  }
  return state_->take_collected();
}

}  // namespace dlx
