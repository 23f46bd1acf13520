// Problems as Python prints them:
//   - rows as a dict, a list or a set of lists, sets or tuples: {'A': [1, 4], 'B': [2]},
//     [{'a', 'b'}, {'c'}]. Items are numbers, words, strings, or tuples of them, in the order of
//     their first occurrence. Keys are ignored. Numbers of rows, as in [[1, [0, 2]], [2, [1]]], are
//     ignored too.
//   - tuples of columns from 0, [(0, 3), (1, 2)], which Sage prints as lists;
//   - matrices of 0 and 1, or True and False, as numpy and Sage print them, in two lines such as
//     [[1 0] and [0 1]], or as array([[1, 0], [0, 1]]).
// The rows may be assigned to a name, as in Y = [...]. A set of all items may precede the rows, as
// in X = {1, 2}. Calls that make sets, lists, dicts, arrays or numbers are read. Throws InputError
// for any other text. Examples are other calls, dicts within the rows, two items that would get the
// same name, arrays that numpy abbreviates with dots, rows with a repeated item, and column numbers
// from 2^22. Throws the exceptions of Input too.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/format.hpp"
#include "dlx/io/knuth_text.hpp"

namespace dlx::io {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view openings = "[({";
constexpr std::string_view ends_of_word = " \t\r\n[](){},:=#'\"";
// The maximum number of columns, so that a single number cannot exhaust the memory.
constexpr std::uint32_t most_python_columns = std::uint32_t{1} << 22;

bool is_opening(char c) {
  return openings.find(c) != std::string_view::npos;
}

/// The text without the blanks and comments at its beginning.
std::string_view stripped(std::string_view text) {
  const auto skip_blanks = [&] {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  };
  for (skip_blanks(); text.starts_with('#'); skip_blanks()) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  return text;
}

std::string_view word_at(std::string_view text) {
  return text.substr(0, text.find_first_of(ends_of_word));
}

/// The kinds of values that calls such as set() and np.array() return.
enum class Makes : std::uint8_t { scalar, set, list, tuple, dict, array };

struct Call {
  std::string_view word;
  Makes makes;
};

/// The Python calls that the reader accepts. Names of modules before a call, as in np.array, are
/// ignored.
constexpr std::array<Call, 26> known_calls = {{
    {"set", Makes::set},        {"frozenset", Makes::set},    {"list", Makes::list},
    {"dict_keys", Makes::set},  {"dict_values", Makes::set},  {"tuple", Makes::tuple},
    {"dict", Makes::dict},      {"OrderedDict", Makes::dict}, {"dict_items", Makes::dict},
    {"array", Makes::array},    {"asarray", Makes::array},    {"matrix", Makes::array},
    {"Matrix", Makes::array},   {"int8", Makes::scalar},      {"int16", Makes::scalar},
    {"int32", Makes::scalar},   {"int64", Makes::scalar},     {"uint8", Makes::scalar},
    {"uint16", Makes::scalar},  {"uint32", Makes::scalar},    {"uint64", Makes::scalar},
    {"float32", Makes::scalar}, {"float64", Makes::scalar},   {"bool", Makes::scalar},
    {"bool_", Makes::scalar},   {"str_", Makes::scalar},
}};

/// The accepted call with the name `word`, such as "np.array"; null if the reader does not accept
/// this call.
const Call* call_of(std::string_view word) {
  word.remove_prefix(word.rfind('.') + 1);
  const auto* const found = std::find_if(known_calls.begin(), known_calls.end(),
                                         [&](const Call& call) { return call.word == word; });
  return found == known_calls.end() ? nullptr : found;
}

/// Returns "0" or "1" if the word represents this number, as False and True do; otherwise an empty
/// view.
std::string_view bit_of(std::string_view word) {
  if (word == "1" || word == "1." || word == "1.0" || word == "True" || word == "np.True_") {
    return "1";
  }
  if (word == "0" || word == "0." || word == "0.0" || word == "False" || word == "np.False_") {
    return "0";
  }
  return {};
}

/// A Python value: a word, a string, or a list of values between brackets.
struct Value {
  /// The opening bracket of the value, '[', '(' or '{'; zero for a word or a string.
  char bracket = '\0';
  /// The text of the word or string; for a list of values, its opening bracket.
  std::string_view text;
  bool is_array = false;          ///< whether the value is the argument of array() or matrix()
  bool has_commas = false;        ///< whether commas separate the parts of the value
  std::vector<Value> parts = {};  ///< the values within the brackets; for a dict, without the keys
};

bool is_blank_separated(const Value& value) {
  return !value.has_commas && value.parts.size() > 1;
}

bool is_bits(const Value& row) {
  return row.bracket != '\0' && row.bracket != '{' &&
         std::all_of(row.parts.begin(), row.parts.end(), [](const Value& part) {
           return part.bracket == '\0' && !bit_of(part.text).empty();
         });
}

class PythonReader {
 public:
  PythonReader(Input& input, const ReadOptions& options)
      : input_(input), options_(options), text_(input.rest()), rest_(text_) {}

  ReadProblem read() {
    std::vector<Value> all;
    for (skip(); !rest_.empty(); skip()) {
      Value next = value(0, true);
      skip();
      // A word before '=' is the name of an argument, as in dtype=bool.
      if (next.bracket == '\0' && rest_.starts_with('=')) {
        rest_.remove_prefix(1);
        next = value(0, true);
      }
      all.push_back(std::move(next));
    }
    if (all.empty()) throw input_.error("no rows");
    if (std::all_of(all.begin(), all.end(), [](const Value& row) {
          return is_blank_separated(row) && row.parts.front().bracket == '\0';
        })) {
      return matrix(all);
    }
    const bool has_items = all.size() == 2 && !all.front().parts.empty() && is_flat(all.front());
    if (all.size() > (has_items ? 2U : 1U)) {
      throw error_at(all[1].text, "more than one list, dict or set of rows");
    }
    if (has_items) declare(all.front());
    const Value& rows = all.back();
    if (rows.bracket == '\0') throw error_at(rows.text, in_quotes(rows.text) + " is not rows");
    for (const Value& row : rows.parts) {
      if (row.bracket == '\0') {
        throw error_at(row.text,
                       in_quotes(row.text) + " where a row, such as ['a', 'b'], should be");
      }
    }
    return is_matrix(rows) ? matrix(rows.parts) : problem(rows, has_items);
  }

 private:
  [[nodiscard]] InputError error_at(std::string_view word, const std::string& message) const {
    return error_in(text_, input_.name(), word, message);
  }

  // Functions that read Python values from the text.

  void skip() { rest_ = stripped(rest_); }

  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  [[nodiscard]] InputError unexpected(const std::string& wanted) const {
    if (rest_.empty()) return input_.error("the text ends where " + wanted + " should be");
    const std::string_view word = word_at(rest_);
    const std::string_view found = word.empty() ? rest_.substr(0, 1) : word;
    return error_at(found, in_quotes(found) + " where " + wanted + " should be");
  }

  /// Reads a value from the text. If `is_top` is set, the value is not within the rows, so it may
  /// be a dict.
  Value value(int depth, bool is_top = false) {
    constexpr int deepest = 16;
    constexpr std::uint64_t bytes_of_value = 160;
    input_.charge(bytes_of_value);
    skip();
    if (depth == deepest) throw unexpected("at most 16 brackets");
    if (rest_.empty()) throw unexpected("a list, a dict or a set of rows");
    if (is_opening(rest_.front())) return container(depth, is_top);
    if (rest_.front() == '\'' || rest_.front() == '"') return string();
    const std::string_view word = take(word_at(rest_).size());
    if (word.empty()) throw unexpected("an item or a row");
    return rest_.starts_with('(') ? call(word, depth, is_top) : Value{.text = word};
  }

  /// Reads the arguments of a call, such as set(), np.int64(3) or array([[1, 0]], dtype=bool), and
  /// returns the value that the call makes.
  Value call(std::string_view word, int depth, bool is_top) {
    constexpr std::string_view brackets("\0{[({[", 6);
    const Call* const known = call_of(word);
    if (known == nullptr) {
      throw error_at(word, in_quotes(word) +
                               " is a call that is not read; items are numbers, words, strings or "
                               "tuples of them");
    }
    Value made{.bracket = brackets[static_cast<std::size_t>(known->makes)], .text = take(1)};
    skip();
    if (rest_.starts_with(')') && known->makes != Makes::scalar) {
      take(1);
      return made;
    }
    Value taken = value(depth + 1, is_top && known->makes == Makes::dict);
    if ((taken.bracket == '\0') != (made.bracket == '\0')) {
      throw error_at(word, in_quotes(word) + " of a value that it cannot be made from");
    }
    if (known->makes == Makes::dict && taken.bracket != '{') remove_keys(taken);
    taken.bracket = made.bracket;
    taken.is_array = known->makes == Makes::array;
    for (skip(); rest_.starts_with(','); skip()) {
      take(1);
      skip();
      if (!taken.is_array || rest_.starts_with(')')) break;
      take(word_at(rest_).size());
      skip();
      if (!rest_.starts_with('=')) throw unexpected("'='");
      take(1);
      (void)value(depth + 1);
    }
    if (!rest_.starts_with(')')) throw unexpected("')'");
    take(1);
    return taken;
  }

  /// Removes the keys from a dict that was read as pairs of keys and values.
  void remove_keys(Value& dict) const {
    for (Value& pair : dict.parts) {
      if (pair.parts.size() != 2) throw error_at(pair.text, "not a pair of a key and a value");
      Value second = std::move(pair.parts[1]);
      pair = std::move(second);
    }
  }

  Value string() {
    const std::string_view quote = take(1);
    const std::size_t size = rest_.find_first_of(std::string(quote) + "\n");
    if (size == std::string_view::npos || rest_[size] == '\n') {
      throw error_at(quote, "a string without end");
    }
    const Value made{.text = take(size)};
    take(1);
    return made;
  }

  Value container(int depth, bool is_top) {
    Value made{.bracket = rest_.front(), .text = take(1)};
    constexpr std::array<char, 3> closings = {']', ')', '}'};
    const char closing = closings[openings.find(made.bracket)];
    for (skip(); !rest_.starts_with(closing); skip()) {
      if (rest_.empty()) throw unexpected("'" + std::string(1, closing) + "'");
      Value part = value(depth + 1);
      skip();
      if (made.bracket == '{' && rest_.starts_with(':')) {
        const std::string_view colon = take(1);
        if (!is_top)
          throw error_at(colon,
                         "a dict within the rows would lose its keys; write a list or a set");
        part = value(depth + 1);
        skip();
      }
      made.parts.push_back(std::move(part));
      if (rest_.starts_with(',')) {
        if (is_blank_separated(made)) throw unexpected("a blank or ']'");
        take(1);
        made.has_commas = true;
      } else if (!rest_.starts_with(closing) && (made.bracket != '[' || made.has_commas)) {
        throw unexpected("',' or '" + std::string(1, closing) + "'");
      }
    }
    take(1);
    return made;
  }

  // Functions that convert a value to a matrix of 0 and 1.

  static bool is_matrix(const Value& value) {
    const std::vector<Value>& rows = value.parts;
    if (rows.empty() || value.bracket == '{') return false;
    if (value.is_array || is_blank_separated(value) || is_blank_separated(rows.front())) {
      return true;
    }
    return std::all_of(rows.begin(), rows.end(),
                       [&](const Value& row) {
                         return is_bits(row) && row.parts.size() == rows.front().parts.size();
                       }) &&
           std::any_of(rows.begin(), rows.end(), [](const Value& row) {
             if (row.is_array) return true;
             std::set<std::string_view> words;
             for (const Value& part : row.parts) words.insert(part.text);
             return words.size() < row.parts.size() ||
                    std::any_of(words.begin(), words.end(), [](std::string_view word) {
                      return word.find_first_of("TF") != std::string_view::npos;
                    });
           });
  }

  ReadProblem matrix(const std::vector<Value>& rows) {
    const std::size_t columns = rows.front().parts.size();
    if (columns > most_python_columns) throw error_at(rows.front().text, "too many columns");
    for (std::size_t c = 0; c < columns; ++c) builder_.primary(std::to_string(c));
    for (const Value& row : rows) {
      std::vector<Entry> entries;
      for (std::size_t c = 0; c < row.parts.size(); ++c) {
        const Value& part = row.parts[c];
        const std::string_view bit = part.bracket == '\0' ? bit_of(part.text) : "";
        if (bit.empty()) throw no_bit(part.text);
        if (bit == "1" && c < columns) entries.emplace_back(ItemId{static_cast<std::uint32_t>(c)});
      }
      if (row.parts.size() != columns) {
        throw error_at(row.text, "a row of " + quantity(row.parts.size(), "column") +
                                     "; the first has " + std::to_string(columns));
      }
      add(entries, row);
    }
    return {std::move(builder_).build(), dropped_};
  }

  [[nodiscard]] InputError no_bit(std::string_view word) const {
    if (word.find("...") == std::string_view::npos) {
      return error_at(word, in_quotes(word) + " is neither 0 nor 1");
    }
    return error_at(word,
                    "numpy has left numbers out: numpy.set_printoptions(threshold=10**9) has them "
                    "printed");
  }

  // Functions that convert a value to rows of items.

  /// Whether no part of a value can be a row of items.
  static bool is_flat(const Value& value) {
    return std::all_of(value.parts.begin(), value.parts.end(), [](const Value& part) {
      return part.bracket == '\0' || part.bracket == '(';
    });
  }

  /// The items of a row, without the number of the row, which may precede the items. For example,
  /// [1, [0, 2]] has the items [0, 2].
  static const Value& items_of(const Value& row) {
    const bool is_numbered = row.parts.size() == 2 && row.parts[0].bracket == '\0' &&
                             (row.parts[1].bracket == '[' || row.parts[1].bracket == '{');
    return is_numbered ? row.parts[1] : row;
  }

  [[nodiscard]] std::string name_of(const Value& item) const {
    if (item.bracket == '\0') {
      std::string name(item.text);
      std::replace(name.begin(), name.end(), ' ', '_');
      return name;
    }
    if (item.bracket != '(') throw error_at(item.text, "a list or a set where an item should be");
    std::string name = "(";
    for (const Value& part : item.parts) name += (name.size() > 1 ? "," : "") + name_of(part);
    return name + ")";
  }

  /// Appends a text that identifies an item uniquely. Line ends mark the structure of tuples, which
  /// is unambiguous because words and strings contain no line end.
  static void add_text(const Value& item, std::string& text) {
    if (item.bracket == '\0') {
      text += item.text;
      return;
    }
    text += "\n(";
    for (const Value& part : item.parts) {
      add_text(part, text);
      text += "\n,";
    }
    text += "\n)";
  }

  /// The item of the problem that has this name and value; nullopt if no such item is declared yet.
  /// Throws if another item, which is different in Python, has the same name.
  [[nodiscard]] std::optional<ItemId> find(const Value& item) const {
    const std::string name = name_of(item);
    const auto known = builder_.find_item(name);
    if (!known) return {};
    std::string text;
    add_text(item, text);
    const auto other = texts_.find(name);
    if (text != (other == texts_.end() ? name : other->second)) {
      throw error_at(item.text,
                     "two different items would be named " + in_quotes(name) + "; rename one");
    }
    return known;
  }

  void declare_once(const Value& item) {
    if (find(item)) return;
    const std::string name = name_of(item);
    std::string text;
    add_text(item, text);
    constexpr std::uint64_t bytes_of_item = 192;
    input_.charge(bytes_of_item + 4 * name.size());
    try {
      builder_.primary(name);
    } catch (const ProblemError& e) {
      throw error_at(item.text, e.what());
    }
    if (text == name) return;
    constexpr std::uint64_t bytes_of_text = 128;
    input_.charge(bytes_of_text + name.size() + text.size());
    texts_.emplace(name, std::move(text));
  }

  void declare(const Value& items) {
    for (const Value& item : items.parts) declare_once(item);
  }

  /// The number of columns if all items are column numbers, counted from 0, as in Sage's lists;
  /// otherwise 0.
  [[nodiscard]] std::uint32_t columns_of(const Value& rows) const {
    std::uint32_t columns = 0;
    for (const Value& row : rows.parts) {
      if (rows.bracket == '{' || row.bracket == '{') return 0;
      for (const Value& part : row.parts) {
        const auto column = to_number<std::uint32_t>(part.text);
        if (part.bracket != '\0' || !column) return 0;
        if (*column >= most_python_columns) throw error_at(part.text, "too many columns");
        columns = std::max(columns, *column + 1);
      }
    }
    return columns;
  }

  ReadProblem problem(const Value& rows, bool has_items) {
    for (const Value& row : rows.parts) {
      if (is_blank_separated(items_of(row))) {
        throw error_at(items_of(row).parts[1].text, "a blank where ',' should be");
      }
    }
    const std::uint32_t columns = has_items ? 0 : columns_of(rows);
    for (std::uint32_t c = 0; c < columns; ++c) builder_.primary(std::to_string(c));
    if (!has_items) {
      for (const Value& row : rows.parts) declare(items_of(row));
    }
    for (const Value& row : rows.parts) {
      std::vector<Entry> entries;
      for (const Value& part : items_of(row).parts) {
        const auto item = has_items ? find(part) : builder_.find_item(name_of(part));
        if (!item)
          throw error_at(part.text, in_quotes(part.text) + " is not one of the items above");
        entries.emplace_back(*item);
      }
      add(entries, items_of(row));
    }
    return {std::move(builder_).build(), dropped_};
  }

  void add(const std::vector<Entry>& entries, const Value& row) {
    if (entries.empty() && options_.drop_options_without_primary) {
      builder_.drop_option();
      ++dropped_;
      return;
    }
    constexpr std::uint64_t bytes_of_option = 36;
    constexpr std::uint64_t bytes_of_entry = 12;
    input_.charge(bytes_of_option + bytes_of_entry * entries.size());
    try {
      builder_.option(entries);
    } catch (const ProblemError& e) {
      throw error_at(e.entry() ? row.parts[*e.entry()].text : row.text, e.what());
    }
  }

  Input& input_;
  const ReadOptions& options_;
  std::string text_;
  std::string_view rest_;  // the rest of the text that has not been read yet
  ProblemBuilder builder_;
  // For each name: the text of the item with this name (see add_text()), if the text differs from
  // the name.
  std::unordered_map<std::string, std::string> texts_;
  std::uint64_t dropped_ = 0;
};

/// Whether a list of lists is a matrix, judged by the first inner list, which starts at `behind`.
/// Returns true if the inner list has at least two values, which are all 0 and 1, or True and
/// False. In addition, the inner list must have one of three signs of a matrix: no commas, a
/// repeated value, or the value True.
bool begins_matrix(std::string_view behind) {
  std::string_view row = behind.substr(0, behind.find(']'));
  if (row.size() == behind.size()) return false;
  const bool has_commas = row.find(',') != std::string_view::npos;
  std::set<std::string_view> words;
  std::size_t count = 0;
  for (row = stripped(row); !row.empty(); row = stripped(row), ++count) {
    const std::string_view word = word_at(row);
    if (word.empty() && !row.starts_with(',')) return false;
    if (word.empty()) --count;
    if (!word.empty() && bit_of(word).empty() && word != "...") return false;
    if (!word.empty()) words.insert(word);
    row.remove_prefix(std::max(word.size(), std::size_t{1}));
  }
  return count > 1 && (!has_commas || words.size() < count || words.contains("True") ||
                       words.contains("np.True_"));
}

/// The call at the beginning of a text; null if the text does not begin with a call, or if the
/// reader does not accept the call or its argument.
const Call* call_at(std::string_view text) {
  const std::string_view word = word_at(text);
  text.remove_prefix(word.size());
  const Call* const call = call_of(word);
  if (call == nullptr || !text.starts_with('(')) return nullptr;
  const std::string_view value = stripped(text.substr(1));
  if (value.empty() || call->makes == Makes::scalar) return value.empty() ? nullptr : call;
  const bool is_made =
      is_opening(value.front()) || value.front() == ')' || call_of(word_at(value)) != nullptr;
  return is_made ? call : nullptr;
}

/// Whether the text `behind`, which follows an opening bracket, can be the beginning of rows.
bool begins_rows(char bracket, std::string_view behind) {
  behind = stripped(behind);
  const char next = behind.empty() ? '\0' : behind.front();
  const auto ends = [&](std::string_view rest) { return stripped(rest).substr(0, 1); };
  if (bracket == '[' && next == '[') {
    const std::string_view second = stripped(behind.substr(1));
    std::string_view numbered = stripped(second.substr(word_at(second).size()));
    if (numbered.starts_with(',')) numbered = stripped(numbered.substr(1));
    return second.find_first_of("'\"({") == 0 || numbered.starts_with('[') || begins_matrix(second);
  }
  if (is_opening(next)) return bracket != '{' || next == '(';
  if (call_at(behind) != nullptr) return true;
  if (bracket == '[') return begins_matrix(behind);
  if (bracket == '(' || next == '\0') return false;
  if (next == '"') {  // A JSON problem also begins with a brace and a string: "items" or "options"
    const std::size_t size = behind.find('"', 1);
    if (size == std::string_view::npos) return false;
    const std::string_view key = behind.substr(1, size - 1);
    if (key == "items" || key == "options" || ends(behind.substr(size + 1)) != ":") return false;
    const std::string_view value = stripped(stripped(behind.substr(size + 1)).substr(1));
    return !value.empty() && is_opening(value.front());
  }
  const std::string_view word = word_at(behind);
  const std::string_view end = ends(behind.substr(word.size()));
  return next == '\'' || (to_number<std::uint32_t>(word) && (end == ":" || end == ","));
}

/// Whether the first occurrence of `key` in a text is followed by a colon, as a key of JSON is.
bool has_key(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  return at != std::string_view::npos && stripped(text.substr(at + key.size())).starts_with(':');
}

/// Whether a text can be Knuth's text. Usually only the item line and one option are checked. If
/// the first line begins with '#' or has an open bracket, all options are checked. A line such as
/// "[1 0]" is a row of a matrix of Sage, and not Knuth's text.
bool may_be_knuth(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  std::string_view line = text.substr(0, text.find('\n'));
  line = line.substr(0, line.find_last_not_of(blanks) + 1);
  if (line.find(']') + 1 == line.size() && begins_matrix(line.substr(1))) return false;
  const auto count = [&](std::string_view marks) {
    return std::count_if(line.begin(), line.end(),
                         [&](char c) { return marks.find(c) != std::string_view::npos; });
  };
  const bool is_open = line.starts_with('#') || count(openings) != count("])}");
  return is_open ? can_be_knuth(text) : can_be_knuth(text, 1);
}

bool begins_python(std::string_view start) {
  const std::string_view text = stripped(start);
  const std::string_view word = word_at(text);
  const std::string_view behind = stripped(text.substr(word.size()));
  const bool has_name = !word.empty() && behind.starts_with('=');
  const std::string_view rows = has_name ? stripped(behind.substr(1)) : text;
  const Call* const call = call_at(rows);
  const bool is_bracket = !rows.empty() && is_opening(rows.front());
  if (!is_bracket && (call == nullptr || call->makes == Makes::scalar)) return false;
  if (is_bracket && !has_name && !begins_rows(rows.front(), rows.substr(1))) return false;
  const bool is_json = start.find("\"dlx-problem/") != std::string_view::npos ||
                       (has_key(start, "\"items\"") && has_key(start, "\"options\""));
  return !is_json && !may_be_knuth(start) && !may_be_knuth(text);
}

}  // namespace

Format python_format() {
  return {
      [](Input& input, const ReadOptions& options) { return PythonReader(input, options).read(); },
      nullptr, begins_python};
}

}  // namespace dlx::io
