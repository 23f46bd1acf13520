#include "dlx/exclusions.hpp"

#include <algorithm>
#include <iterator>

#include "dlx/core/text.hpp"

namespace dlx {
namespace {

/// Whether a value is the default value of a flag.
bool is_neutral(std::string_view flag, std::string_view value) {
  if (flag == "--trust") return value == "T0";
  return std::any_of(std::begin(option_rows), std::end(option_rows), [&](const OptionRow& row) {
    return row.flag == flag && value_of(Options(), row) == value;
  });
}

bool was_given(const GivenFlags& given, std::string_view wanted) {
  const std::string_view flag = flag_alone(wanted);
  return std::any_of(given.begin(), given.end(), [&](const auto& each) {
    if (each.first != flag) return false;
    if (flag == wanted) return !is_neutral(flag, each.second);
    const std::string_view value = wanted.substr(flag.size() + 1);
    return value == "*" || value == each.second;
  });
}

/// Replaces flags in a text by the names of the options: "--time-limit" by "time_limit".
std::string with_names(std::string text) {
  for (const OptionRow& row : option_rows) {
    if (row.flag.empty()) continue;
    for (auto at = text.find(row.flag); at != text.npos; at = text.find(row.flag)) {
      text.replace(at, row.flag.size(), row.name);
    }
  }
  return text;
}

}  // namespace

std::span<const Exclusion> option_exclusions() {
  static const std::string dividable_engines = [] {
    std::string list;
    for (const std::string_view word : words_of(dividable_engine_names)) {
      list += (list.empty() ? "--engine " : ", --engine ") + std::string(word);
    }
    return list;
  }();
  static const std::vector<Exclusion> rows = {
      {"--order", "--branch", "both say which item to branch on"},
      {"--engine learning_cells, --random", "--branch, --order, --checkpoint, --up-to",
       "the engine learning_cells, which --random also uses, decides by what it has learned"},
      {"--random", std::string_view(dividable_engines), "these engines search in a fixed order"},
      {"--random", "--certificate",
       "a certificate is about all solutions, and --random finds only some"},
      {"--method fold", "--certificate",
       "a checker repeats a sweep state by state, and cannot merge states by symmetries"},
      {"--fingerprint", "--up-to",
       "a fingerprint is computed from all solutions, not from classes"},
      {"--checkpoint", "--method memo, --method zdd, --method invariant",
       "a memo, a diagram or an invariant saves nothing from which a run could continue; without "
       "--method they compete with the saved search"},
  };
  return rows;
}

Conditions::Conditions(std::string_view list)
    : std::vector<std::string_view>(split_at(list, ", ")) {}

std::vector<std::string_view> flags_in(std::string_view condition) {
  return split_at(condition, " & ");
}

std::string_view flag_alone(std::string_view flag) {
  return flag.substr(0, flag.find(' '));
}

bool holds(const GivenFlags& given, std::string_view condition) {
  const auto flags = flags_in(condition);
  return std::all_of(flags.begin(), flags.end(),
                     [&](std::string_view flag) { return was_given(given, flag); });
}

std::string condition_in_words(std::string_view condition) {
  std::string text(condition.substr(0, condition.find(" *")));
  for (auto at = text.find(" & "); at != text.npos; at = text.find(" & ")) {
    text.replace(at, 3, " with ");
  }
  return text;
}

std::invalid_argument exclusion(std::string_view one, std::string_view other,
                                std::string_view why) {
  return std::invalid_argument(condition_in_words(one) + " does not go with " +
                               condition_in_words(other) + ": " + std::string(why));
}

void check_exclusions(const Options& options) {
  GivenFlags given;
  const Options usual;
  for (const OptionRow& row : option_rows) {
    std::string value = value_of(options, row);
    if (value != value_of(usual, row)) given.emplace_back(row.flag, std::move(value));
  }
  for (const Exclusion& row : option_exclusions()) {
    for (const std::string_view one : row.some) {
      for (const std::string_view other : row.others) {
        if (!holds(given, one) || !holds(given, other)) continue;
        throw std::invalid_argument(with_names(exclusion(one, other, row.why).what()));
      }
    }
  }
}

void refuse(const Options& options, std::initializer_list<std::string_view> names,
            std::string_view who) {
  static const Options usual;
  for (const std::string_view name : names) {
    const auto is_usual = [&](auto field) { return options.*field == usual.*field; };
    if (std::visit(is_usual, option_named(name).field)) continue;
    throw std::invalid_argument(std::string(name) + ": " + std::string(who) +
                                " does not take this option");
  }
}

}  // namespace dlx
