#include "dlx/io/knuth_text.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "dlx/core/decimal.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/format.hpp"

namespace dlx::io {
namespace {

class KnuthReader {
 public:
  KnuthReader(Input& input, const ReadOptions& options) : input_(input), options_(options) {}

  ReadProblem read() {
    read_items();
    std::string_view line;
    while (input_.next_line(line)) {
      if (!is_comment(line)) read_option(line);
    }
    if (options_.refuse_without_options) refuse_without_options();
    if (unreachable_ != 0 && !options_.drop_options_without_primary) {
      throw InputError(first_unreachable_->place(),
                       "option without a primary item: it could never be chosen (" +
                           std::to_string(unreachable_) + " such in this file)");
    }
    return {std::move(builder_).build(), unreachable_};
  }

 private:
  // Estimated bytes of memory for an item or an option, including the unused capacity of growing
  // vectors.
  static constexpr std::uint64_t bytes_of_item = 96;
  static constexpr std::uint64_t bytes_of_option = 12;
  static constexpr std::uint64_t bytes_of_entry = 12;
  // The estimated bytes of memory for an entry with a colour and for the colour's name.
  static constexpr std::uint64_t bytes_of_colour = 96;

  static bool is_comment(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    return word.empty() || word.front() == '|';
  }

  static bool is_xcover_comment(std::string_view line) {
    std::string_view rest = line;
    return next_word(rest).front() == '/';
  }

  void read_items() {
    std::string_view line;
    for (;;) {
      if (!input_.next_line(line)) throw input_.error("no items: the input has no item line");
      if (is_comment(line)) {
        note_comment(line);
      } else if (!is_xcover_comment(line)) {
        break;
      }
    }
    std::string_view rest = line;
    const std::string_view first = next_word(rest);
    item_line_ = input_.line_number();
    item_line_is_marked_ = first.front() == '#';
    if (options_.refuse_without_options) first_item_ = input_.error_at(first, "");

    bool secondary = false;
    skip_guard(line);
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      if (word == "|") {
        if (secondary) throw input_.error_at(word, "a second '|' in the item line");
        secondary = true;
      } else {
        read_item(word, secondary);
      }
    }
  }

  /// Skips a word `1|` that no primary item follows. The word `1|` prevents the line from being
  /// read as a comment.
  static void skip_guard(std::string_view& line) {
    std::string_view rest = line;
    if (next_word(rest) != "1|") return;
    std::string_view behind = rest;
    const std::string_view next = next_word(behind);
    if (next.empty() || next == "|") line = rest;
  }

  void read_item(std::string_view word, bool secondary) {
    std::string_view name = word;
    Bounds bounds;
    const auto bar = word.find('|');
    if (bar != std::string_view::npos) {
      name = word.substr(bar + 1);
      if (secondary) throw input_.error_at(word, bounded_secondary(word));
      const std::string_view prefix = word.substr(0, bar);
      const auto colon = prefix.find(':');
      const auto most = to_number<std::uint32_t>(
          colon == std::string_view::npos ? prefix : prefix.substr(colon + 1));
      const auto least = colon == std::string_view::npos
                             ? most
                             : to_number<std::uint32_t>(prefix.substr(0, colon));
      if (!least || !most) {
        throw input_.error_at(word, "bad multiplicity " + in_quotes(prefix) +
                                        "; wanted n|name or a:b|name, whole numbers below 2^32" +
                                        (prefix.ends_with(':') ? ", such as 1:99|name" : "") +
                                        swapped(prefix, name));
      }
      bounds = {*least, *most};
    }
    input_.charge(bytes_of_item + 3 * name.size());
    try {
      located(word, [&] {
        if (secondary) {
          builder_.secondary(name);
        } else {
          builder_.primary(name, bounds);
          must_cover_ |= bounds.at_least > 0;
        }
      });
    } catch (const InputError& e) {
      // If the word has a colour after the name, the line is probably an option.
      const bool may_be_option = word.find(':') != std::string_view::npos;
      throw e.with(may_be_option || item_line_is_marked_ ? cause(word) : "");
    }
  }

  void read_option(std::string_view line) {
    entries_.clear();
    words_.clear();
    Decimal cost;
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      if (word.front() == '|') {
        const auto more = cost_of(word.substr(1));
        if (!more) throw input_.error_at(word, bad_cost(word));
        const auto sum_of_both = sum(cost, *more);
        if (!sum_of_both) {
          throw input_.error_at(word, "the costs of this option exceed 64 bits");
        }
        cost = *sum_of_both;
        continue;
      }
      const auto colon = word.find(':');
      const std::string_view name = word.substr(0, colon);
      const auto item = builder_.find_item(name);
      if (!item) throw input_.error_at(word.substr(0, name.size()), unknown(name));
      Colour colour = Colour::none;
      if (colon != std::string_view::npos) {
        located(word, [&] { colour = builder_.colour(word.substr(colon + 1)); });
      }
      entries_.emplace_back(*item, colour);
      words_.push_back(word);
      input_.charge(colour == Colour::none ? bytes_of_entry : bytes_of_colour);
    }
    input_.charge(bytes_of_option);
    try {
      builder_.option(entries_, cost);
    } catch (const ProblemError& e) {
      if (e.kind() == ProblemError::Kind::no_primary_item) {
        const std::string_view first = words_.front();
        if (unreachable_++ == 0) first_unreachable_ = input_.error_at(first, "");
        builder_.drop_option();
      } else if (e.entry()) {
        throw input_.error_at(words_[*e.entry()], e.what());
      } else {
        throw input_.error_at(words_.front(), e.what());
      }
    }
  }

  [[nodiscard]] std::string unknown(std::string_view name) const {
    if (name.empty()) return "empty item name";
    if (name.size() > ProblemBuilder::longest_name) {
      return "a word of " + std::to_string(name.size()) + " bytes; the longest item name has " +
             std::to_string(ProblemBuilder::longest_name);
    }
    std::string message = "unknown item " + in_quotes(name);
    const auto bar = name.find('|');
    if (bar != std::string_view::npos && builder_.find_item(name.substr(0, bar))) {
      return message + "; a cost is a word of its own, such as |5 or |-5";
    }
    if (bar != std::string_view::npos && builder_.find_item(name.substr(bar + 1))) {
      return message + "; how often an item must be covered stands in the line of items";
    }
    for (const std::string_view mark : {"#", "%", "/", "--", ";"}) {
      if (name.starts_with(mark)) return message + "; a line that is a comment begins with |";
    }
    return message + cause(name);
  }

  /// Parses a cost from a text. A cost consists of digits with an optional minus sign, optionally
  /// followed by a decimal point and more digits.
  static std::optional<Decimal> cost_of(std::string_view text) {
    const std::string_view size = text.substr(text.starts_with('-') ? 1 : 0);
    if (size.find_first_not_of("0123456789.") != std::string_view::npos) return {};
    if (size.starts_with('.') || size.ends_with('.')) return {};
    return to_decimal(text);
  }

  static std::string bad_cost(std::string_view word) {
    std::string message = "bad cost " + in_quotes(word);
    if (word == "|") {
      return message +
             "; a cost such as |5 has no blank behind the bar, and only a whole line can "
             "be a comment";
    }
    return message + "; a cost is a number such as |5, |-5 or |2.50, of 18 digits at most";
  }

  static std::string bounded_secondary(std::string_view word) {
    const auto bar = word.find('|');
    std::string_view bounds = word.substr(0, bar);
    std::string_view name = word.substr(bar + 1);
    if (!to_number<std::uint32_t>(bounds) && to_number<std::uint32_t>(name))
      std::swap(bounds, name);
    const auto most = to_number<std::uint32_t>(bounds.substr(bounds.find(':') + 1));
    return "secondary item " + in_quotes(name) +
           " with a multiplicity: it is covered at most once, or several times in one colour; an "
           "item to be covered up to " +
           std::to_string(most.value_or(2)) + " times stands before the bar as " +
           in_quotes("0:" + std::to_string(most.value_or(2)) + "|" + std::string(name));
  }

  /// A hint for the error message if a word of the item line is name|n instead of n|name.
  static std::string swapped(std::string_view prefix, std::string_view name) {
    const auto number = to_number<std::uint32_t>(name);
    if (!number || prefix.empty()) return "";
    const std::string right = std::to_string(*number) + "|" + std::string(prefix);
    return "; the number stands first: " + in_quotes(right) + ", or up to that often " +
           in_quotes("0:" + right);
  }

  /// Stores a comment above the item line, because the author of the file may have meant the
  /// comment as the item line.
  void note_comment(std::string_view line) {
    std::string_view rest = line;
    if (next_word(rest) != "|") return;
    comment_ = line.substr(line.find('|'));
    comment_line_ = input_.line_number();
  }

  /// A likely reason, for an error message, why `word` is not an item: either the item line was
  /// read as a comment, or a comment was read as the item line.
  [[nodiscard]] std::string cause(std::string_view word) const {
    const std::string_view name = word.substr(0, word.find(':'));
    std::string_view rest = comment_;
    for (auto noted = next_word(rest); !noted.empty(); noted = next_word(rest)) {
      if (noted != name || noted == "|") continue;
      return "; line " + std::to_string(comment_line_) +
             " begins with | and is a comment: a line of secondary items only is written " +
             in_quotes("1| " + comment_);
    }
    if (item_line_is_marked_) {
      return "; line " + std::to_string(item_line_) +
             " was read as the line of items, though it begins with #: a comment begins with |";
    }
    return "";
  }

  void refuse_without_options() const {
    if (builder_.option_count() != 0 || unreachable_ != 0 || !must_cover_) return;
    const std::string& word = first_item_->place().word;
    throw InputError(first_item_->place(),
                     "no options: this line was read as the items of a problem, and a line for "
                     "each option should follow" +
                         cause(word));
  }

  /// Runs an action, and reports the errors that the action throws as errors at `word`.
  template <class Action>
  void located(std::string_view word, Action action) {
    try {
      action();
    } catch (const ProblemError& e) {
      throw input_.error_at(word, e.what());
    }
  }

  Input& input_;
  ReadOptions options_;
  ProblemBuilder builder_;
  std::vector<Entry> entries_;
  std::vector<std::string_view> words_;
  std::uint64_t unreachable_ = 0;
  std::optional<InputError> first_unreachable_;
  std::string comment_;  // the last comment above the item line that begins with a bar
  std::size_t comment_line_ = 0;
  std::size_t item_line_ = 0;
  bool item_line_is_marked_ = false;  // whether the item line begins with '#', like a comment
  bool must_cover_ = false;           // whether the problem has an item that must be covered
  std::optional<InputError> first_item_;
};

/// Short names that replace the names that Knuth's programs would refuse.
class ShortNames {
 public:
  static constexpr std::string_view digits =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  static bool fits(std::string_view name, std::size_t longest) {
    for (const char c : name) {
      if (static_cast<unsigned char>(c) >= 0x80) return false;
    }
    return name.size() <= longest;
  }

  /// Assigns a name that is not in use to each of `names` that is too long or not ASCII. All other
  /// names in `names` are unchanged.
  ShortNames(const std::vector<std::string_view>& names, std::size_t longest) {
    // Names that begin with '/' are replaced too, because KnuthReader would read an item line that
    // begins with '/' as a comment.
    const auto stays = [&](std::string_view name) {
      return fits(name, longest) && name.front() != '/';
    };
    std::unordered_set<std::string> taken;
    for (const auto name : names) {
      if (stays(name)) taken.emplace(name);
    }
    std::uint64_t counter = 0;
    for (const auto name : names) {
      if (stays(name)) continue;
      std::string made;
      do {
        made.clear();
        for (std::uint64_t n = counter++;; n = n / digits.size() - 1) {
          made.insert(made.begin(), digits[n % digits.size()]);
          if (n < digits.size()) break;
        }
      } while (!taken.insert(made).second);
      replaced_.emplace(name, made);
    }
  }

  [[nodiscard]] std::string_view operator()(std::string_view name) const {
    const auto found = replaced_.find(name);
    return found == replaced_.end() ? name : std::string_view(found->second);
  }

 private:
  std::unordered_map<std::string_view, std::string> replaced_;
};

/// The problem with short names. Costs are scaled to integers, because Knuth's programs read only
/// integers.
Problem renamed(const Problem& problem, const ShortNames& items, const ShortNames& colours) {
  ProblemBuilder builder;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    if (problem.is_primary(item)) {
      builder.primary(items(problem.name(item)), problem.bounds(item));
    } else {
      builder.secondary(items(problem.name(item)));
    }
  }
  std::vector<Entry> entries;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const OptionId option{o};
    entries.clear();
    for (const auto [item, colour] : problem.entries(option)) {
      entries.emplace_back(item, colour == Colour::none
                                     ? Colour::none
                                     : builder.colour(colours(problem.name(colour))));
    }
    builder.option(entries, problem.cost(option));
  }
  return std::move(builder).build();
}

}  // namespace

bool can_be_knuth(std::string_view start, std::size_t most) {
  // Input::ahead() cuts long texts off at Input::window bytes, so the last line of a text of this
  // length may be incomplete. Such a line is ignored.
  if (start.size() >= Input::window) start = start.substr(0, start.rfind('\n'));
  std::set<std::string_view> names;
  std::size_t options = 0;
  while (!start.empty() && options < most) {
    std::string_view line = start.substr(0, start.find('\n'));
    start.remove_prefix(std::min(line.size() + 1, start.size()));
    line = line.substr(0, line.find('\r'));
    const bool is_first = names.empty();
    // A line that begins with a bar is a comment.
    if (!is_first && line.starts_with('|')) continue;
    bool is_option = false;
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      if (is_first) {
        if (!names.insert(word.substr(word.rfind('|') + 1)).second) return false;
      } else if (!word.starts_with('|')) {
        if (names.count(word.substr(0, word.find(':'))) == 0) return false;
        is_option = true;
      }
    }
    options += is_option ? 1 : 0;
  }
  return options != 0;
}

ReadProblem read_knuth_text(Input& input, const ReadOptions& options) {
  return KnuthReader(input, options).read();
}

std::vector<std::string> write_knuth_text(const Problem& problem, const TextSink& sink,
                                          const KnuthWriteOptions& options) {
  constexpr std::size_t longest_name = 8;
  constexpr std::size_t longest_colour = 1;
  std::vector<std::string_view> items;
  std::vector<std::string_view> colours;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    items.push_back(problem.name(ItemId{i}));
  }
  for (std::uint32_t c = 1; c <= problem.colour_count(); ++c) {
    colours.push_back(problem.name(Colour{c}));
  }
  const auto misfits = [](const std::vector<std::string_view>& names, std::size_t longest) {
    std::size_t count = 0;
    for (const auto name : names) count += ShortNames::fits(name, longest) ? 0 : 1;
    return count;
  };
  const std::size_t long_items = misfits(items, longest_name);
  const std::size_t long_colours = misfits(colours, longest_colour);

  if (!options.strict) {
    write_canonical_text(problem, sink);
    std::vector<std::string> warnings;
    if (long_items != 0) {
      warnings.push_back(std::to_string(long_items) +
                         " item names are longer than 8 characters or not ASCII; Knuth's programs "
                         "refuse them");
    }
    if (long_colours != 0) {
      warnings.push_back(std::to_string(long_colours) +
                         " colours are longer than one character or not ASCII; Knuth's programs "
                         "refuse them");
    }
    if (problem.cost_places() != 0) {
      warnings.emplace_back("some costs are not whole numbers; Knuth's programs refuse them");
    }
    return warnings;
  }

  if (problem.primary_count() == 0) {
    throw std::invalid_argument("Knuth's programs refuse a problem without primary items");
  }
  if (colours.size() > ShortNames::digits.size()) {
    throw std::invalid_argument(std::to_string(colours.size()) +
                                " colours; one character each is found for at most " +
                                std::to_string(ShortNames::digits.size()));
  }
  const ShortNames short_items(items, longest_name);
  const ShortNames short_colours(colours, longest_colour);
  const auto list = [&](const char* what, const auto& names, const ShortNames& shorter) {
    for (const auto name : names) {
      if (shorter(name) != name) {
        sink("| " + std::string(what) + " " + std::string(shorter(name)) + " is " +
             std::string(name) + "\n");
      }
    }
  };
  list("item", items, short_items);
  list("colour", colours, short_colours);
  write_canonical_text(renamed(problem, short_items, short_colours), sink);
  return warnings_of_whole_costs(problem);
}

Format knuth_format() {
  return {read_knuth_text, [](const Problem& problem, const TextSink& sink) {
            return write_knuth_text(problem, sink);
          }};
}

}  // namespace dlx::io
