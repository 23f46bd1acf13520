// A problem as JSON. The schema is data/schemas/problem.schema.json. For example:
//   {"format": "dlx-problem/1",
//    "items": [{"name": "a"}, {"name": "b", "min": 0, "max": 2},
//              {"name": "s", "kind": "secondary"}],
//    "options": [{"items": [0, 1, [2, "red"]], "cost": 3}]}
// An option refers to items by their positions in "items", from 0. A secondary item with a colour
// is a list of the position and the colour. Primary and secondary items may be in any order in the
// file. Unknown members of the document, and the member "data" of items and options, are ignored.
// Other unknown members of items and options are errors. Each item and each option is written on a
// line of its own.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "dlx/core/decimal.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/format.hpp"
#include "dlx/io/json_document.hpp"

namespace dlx::io {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

/// An iterator over the text of a document, used by the parser. Each copy records the position of
/// the parser in `*reached`.
class Tracked {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Tracked(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  Tracked& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  friend bool operator!=(const Tracked& a, const Tracked& b) { return a.at_ != b.at_; }

 private:
  const char* at_;
  const char** reached_;
};

/// Parses a document once more to find faults and the places of values. The scan keeps the path
/// from the root to the current value. A second parse is necessary, because a Json tree contains
/// neither the places of its values nor repeated members.
class Scan {
 public:
  explicit Scan(const std::string& text) : text_(text) {}

  /// The word at a place of the document, given as a JSON pointer. The text is parsed again, which
  /// costs time only if there is an error.
  std::string_view word_at(Pointer place) {
    place_.emplace();
    for (; !place.empty(); place.pop_back()) place_->insert(place_->begin(), place.back());
    return run();
  }
  /// Finds a member whose name occurs earlier in the same object, or a bracket that is nested too
  /// deeply. Returns an empty view if the document has no such fault.
  std::string_view fault() { return run(); }

  bool null() { return leaf(); }
  bool boolean(bool /*value*/) { return leaf(); }
  bool number_integer(std::int64_t /*value*/) { return leaf(); }
  bool number_unsigned(std::uint64_t /*value*/) { return leaf(); }
  bool number_float(double /*value*/, const std::string& /*text*/) { return leaf(); }
  bool string(std::string& /*value*/) { return leaf(); }
  bool binary(Json::binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return open(true); }
  bool start_array(std::size_t /*size*/) { return open(false); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    Level& level = levels_.back();
    level.key = name;
    if (place_) return true;
    if (level.keys.insert(std::move(name)).second) return true;
    take_word();
    return false;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*last*/,
                   const nlohmann::detail::exception& /*error*/) {
    return false;
  }

 private:
  struct Level {
    bool is_object;
    std::size_t index = 0;
    std::string key = {};
    std::unordered_set<std::string> keys = {};
  };

  std::string_view run() {
    reached_ = text_.data();
    Json::sax_parse(Tracked(text_.data(), &reached_),
                    Tracked(text_.data() + text_.size(), &reached_), this);
    return found_;
  }
  bool here() const {
    if (!place_ || levels_.size() != place_->size()) return false;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const Level& level = levels_[i];
      if ((level.is_object ? level.key : std::to_string(level.index)) != (*place_)[i]) return false;
    }
    return true;
  }
  bool next() {
    if (!levels_.empty() && !levels_.back().is_object) ++levels_.back().index;
    return true;
  }
  bool leaf() {
    if (!here()) return next();
    take_word();
    return false;
  }
  /// Sets `found_` to the word that ends at the current position of the parser.
  void take_word() {
    const char* begin = text_.data();
    const char* end = reached_;
    const auto is_in_number = [](char c) {
      return c != ',' && c != ']' && c != '}' && c != ' ' && c != '\n' && c != '\t' && c != ':' &&
             c != '[';
    };
    // The parser reads one character past a number, and this character is not part of the word.
    if (end > begin && !is_in_number(end[-1])) --end;
    const char* start = end - 1;
    if (*start == '"') {
      do --start;
      while (start > begin && (*start != '"' || start[-1] == '\\'));
    } else {
      while (start > begin && is_in_number(start[-1])) --start;
    }
    found_ = {start, static_cast<std::size_t>(end - start)};
  }
  bool open(bool is_object) {
    if (here() || levels_.size() == JsonDocument::deepest) {
      found_ = {reached_ - 1, 1};
      return false;
    }
    levels_.push_back({.is_object = is_object});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return next();
  }

  const std::string& text_;
  std::optional<std::vector<std::string>> place_;
  const char* reached_ = nullptr;
  std::vector<Level> levels_;
  std::string_view found_;
};

class Reader {
 public:
  Reader(Input& input, const ReadOptions& options)
      : text_(input.rest()), name_(input.name()), drop_(options.drop_options_without_primary) {
    input.charge(JsonDocument::bytes_of(text_));
  }

  ReadProblem read() {
    const JsonDocument whole = parse();
    const Json& document = whole.root();
    if (!document.is_object()) refuse({}, std::string("a problem is an object: ") + shape);
    // The member "format" is not compared with a Json value, because that comparison allocates
    // memory in a noexcept function.
    const auto* format = member(document, {}, "format").get_ptr<const std::string*>();
    if (format == nullptr || *format != "dlx-problem/1") {
      refuse({"format"}, "the format known here is \"dlx-problem/1\"");
    }
    declare_items(list(member(document, {}, "items"), {"items"}));
    const Json& options = list(member(document, {}, "options"), {"options"});
    for (std::size_t o = 0; o < options.size(); ++o) add_option(options[o], {"options", o});
    return {named(std::move(builder_).build()), dropped_};
  }

 private:
  static constexpr const char* shape =
      R"({"format": "dlx-problem/1", "items": [{"name": "a"}, {"name": "b"}], )"
      R"("options": [{"items": [0, 1]}]})";

  /// A place in the document. The JSON pointer of a place is computed only for error messages.
  struct Place {
    /// The list that contains the place, "items" or "options"; null for the document itself.
    const char* list = nullptr;
    std::optional<std::size_t> index = {};
    const char* member = nullptr;
    std::optional<std::size_t> entry = {};
    std::optional<std::size_t> part = {};  ///< the index of the place in a list [item, colour]

    [[nodiscard]] Pointer pointer() const {
      Pointer result;
      if (list != nullptr) result /= std::string(list);
      if (index) result /= *index;
      if (member != nullptr) result /= std::string(member);
      if (entry) result /= *entry;
      if (part) result /= *part;
      return result;
    }
    [[nodiscard]] Place at(const char* name) const { return {list, index, name}; }
    [[nodiscard]] Place at(std::size_t e) const { return {list, index, member, e}; }
    [[nodiscard]] Place half(std::size_t p) const { return {list, index, member, entry, p}; }
  };

  [[noreturn]] void refuse(const Place& place, const std::string& message) const {
    const Pointer pointer = place.pointer();
    throw error_in(text_, name_, Scan(text_).word_at(pointer),
                   (pointer.empty() ? "" : pointer.to_string() + ": ") + message);
  }

  JsonDocument parse() const {
    if (const auto word = Scan(text_).fault(); !word.empty()) {
      throw error_in(
          text_, name_, word,
          word.front() == '"' ? "a second member of this name" : JsonDocument::TooDeep().what());
    }
    try {
      return JsonDocument(text_);
    } catch (const Json::parse_error& e) {
      // The text of e.what() is "[json...] parse error at line 1, column 2: syntax error while ...;
      // last read: ..."
      std::string_view what = e.what();
      if (const auto colon = what.find(": "); colon != std::string_view::npos) {
        what.remove_prefix(colon + 2);
      }
      // An error past the end of the text is reported at the end of the last line.
      const std::size_t last = text_.empty() ? 0 : text_.size() - 1;
      const std::size_t at = std::min(e.byte == 0 ? 0 : e.byte - 1, last);
      throw error_in(text_, name_,
                     std::string_view(text_).substr(at, at < last && text_[at] != '\n'),
                     "not JSON: " + std::string(what.substr(0, what.find("; last read"))));
    } catch (const Json::out_of_range& e) {
      // The text of e.what() is "[json...] number overflow parsing '1e999'" and does not tell the
      // place.
      std::string_view digits = e.what();
      digits = digits.substr(0, digits.rfind('\''));
      digits = digits.substr(digits.rfind('\'') + 1);
      const std::size_t at = std::min(text_.find(digits), text_.size());
      throw error_in(text_, name_, std::string_view(text_).substr(at, digits.size()),
                     "a number that is too large");
    }
  }

  const Json& member(const Json& object, const Place& at, const char* name) const {
    const auto found = object.find(name);
    if (found == object.end()) {
      refuse(at, std::string("no \"") + name + '"' +
                     (at.list == nullptr ? std::string("; a problem is written ") + shape : ""));
    }
    return *found;
  }
  /// Throws an error for unknown members, because ignoring a misspelt member would silently change
  /// the problem.
  void refuse_others(const Json& object, const Place& at,
                     std::initializer_list<std::string_view> known) const {
    for (const auto& [name, value] : object.items()) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        refuse(at, "an unknown member " + in_quotes(name) + "; what is yours goes into \"data\"");
      }
    }
  }
  const Json& list(const Json& value, const Place& at) const {
    if (!value.is_array()) refuse(at, "a list is wanted");
    return value;
  }
  std::uint32_t number(const Json& value, const Place& at) const {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
      refuse(at, "wanted a whole number from 0 to " + std::to_string(most));
    }
    return value.get<std::uint32_t>();
  }

  void declare_items(const Json& items) {
    items_.resize(items.size());
    for (const bool secondary : {false, true}) {
      for (std::size_t i = 0; i < items.size(); ++i) {
        const Json& item = items[i];
        const Place at{"items", i};
        if (!item.is_object()) refuse(at, "an item is an object, such as {\"name\": \"a\"}");
        refuse_others(item, at, {"name", "kind", "min", "max", "data"});
        const std::string kind = item.value("kind", Json("primary")).dump();
        if (kind != "\"primary\"" && kind != "\"secondary\"") {
          refuse(at.at("kind"), "an item is \"primary\" or \"secondary\"");
        }
        if ((kind == "\"secondary\"") != secondary) continue;
        const Json& name = member(item, at, "name");
        if (!name.is_string()) refuse(at.at("name"), "a name is a string");
        Bounds bounds;
        if (item.contains("min")) bounds.at_least = number(item["min"], at.at("min"));
        if (item.contains("max")) bounds.at_most = number(item["max"], at.at("max"));
        if (secondary && (item.contains("min") || item.contains("max"))) {
          refuse(at, "a secondary item has no \"min\" or \"max\"");
        }
        try {
          const auto& word = name.get_ref<const std::string&>();
          items_[i] = secondary ? builder_.secondary(word) : builder_.primary(word, bounds);
        } catch (const ProblemError& e) {
          refuse(e.kind() == ProblemError::Kind::bad_bounds ? at : at.at("name"), e.what());
        }
      }
    }
  }

  Problem named(Problem problem) const {
    try {
      return ProblemBuilder::with_option_names(std::move(problem), names_);
    } catch (const ProblemError& e) {
      refuse(Place{"options", place_of_option_[e.entry().value()]}.at("name"), e.what());
    }
  }

  void add_option(const Json& option, const Place& at) {
    if (!option.is_object()) {
      refuse(at, "an option is an object, such as {\"items\": [0, 1]}, with the items' positions");
    }
    refuse_others(option, at, {"items", "name", "cost", "data"});
    const Place inside = at.at("items");
    const Json& items = list(member(option, at, "items"), inside);
    entries_.clear();
    for (std::size_t e = 0; e < items.size(); ++e) {
      const Json& entry = items[e];
      const bool coloured = entry.is_array();
      if (coloured && (entry.size() != 2 || !entry[1].is_string())) {
        refuse(inside.at(e), "in brackets stand an item's position and a colour");
      }
      const Place place = coloured ? inside.at(e).half(0) : inside.at(e);
      const std::uint32_t position = number(coloured ? entry[0] : entry, place);
      if (position >= items_.size()) {
        refuse(place,
               quantity(items_.size(), "item is", "items are") + " declared, counted from 0");
      }
      Colour colour = Colour::none;
      try {
        if (coloured) colour = builder_.colour(entry[1].get_ref<const std::string&>());
      } catch (const ProblemError& error) {
        refuse(inside.at(e).half(1), error.what());
      }
      entries_.emplace_back(items_[position], colour);
    }
    Decimal cost;
    if (const auto found = option.find("cost"); found != option.end()) {
      const auto number = found->is_number_integer() ? to_decimal(found->dump())
                          : found->is_string() ? to_decimal(found->get_ref<const std::string&>())
                                               : std::nullopt;
      if (!number) {
        refuse(at.at("cost"),
               "a cost is a whole number of 64 bits, or a text with a decimal number such as "
               "\"2.50\"");
      }
      cost = *number;
    }
    try {
      builder_.option(entries_, cost);
      const auto name = option.find("name");
      if (name != option.end() && !name->is_string()) refuse(at.at("name"), "a name is a string");
      names_.push_back(name == option.end() ? "" : name->get<std::string>());
      place_of_option_.push_back(at.index.value());
    } catch (const ProblemError& e) {
      if (e.kind() == ProblemError::Kind::no_primary_item && drop_) {
        ++dropped_;
        builder_.drop_option();
      } else {
        refuse(e.entry() ? inside.at(*e.entry()) : at, e.what());
      }
    }
  }

  std::string text_;
  std::string name_;
  bool drop_;
  ProblemBuilder builder_;
  // For each item, by its position in the file: its handle in the problem.
  std::vector<ItemId> items_;
  std::uint64_t dropped_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::string> names_;            // for each option: its name; empty if it has none
  std::vector<std::size_t> place_of_option_;  // for each option: its position in the file
};

std::string quoted(std::string_view text) {
  return Json(text).dump();
}

std::vector<std::string> write(const Problem& problem, const TextSink& sink) {
  sink("{\"format\":\"dlx-problem/1\",\n\"items\":[");
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    std::string line = (i == 0 ? "\n{\"name\":" : ",\n{\"name\":") + quoted(problem.name(item));
    if (!problem.is_primary(item)) line += ",\"kind\":\"secondary\"";
    if (problem.is_primary(item) && problem.bounds(item) != Bounds{}) {
      line += ",\"min\":" + std::to_string(problem.bounds(item).at_least) +
              ",\"max\":" + std::to_string(problem.bounds(item).at_most);
    }
    sink(line + '}');
  }
  sink("],\n\"options\":[");
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const OptionId option{o};
    std::string line = o == 0 ? "\n{\"items\":[" : ",\n{\"items\":[";
    for (const auto [item, colour] : problem.entries(option)) {
      if (line.back() != '[') line += ',';
      const std::string position = std::to_string(index(item));
      line += colour == Colour::none ? position
                                     : '[' + position + ',' + quoted(problem.name(colour)) + ']';
    }
    line += ']';
    if (const auto name = problem.name(option); !name.empty()) line += ",\"name\":" + quoted(name);
    if (const auto cost = problem.cost(option); cost != 0) {
      const std::string text = decimal_text(cost, problem.cost_places());
      const bool is_whole = text.find('.') == std::string::npos;
      line += ",\"cost\":" + (is_whole ? text : quoted(std::string_view(text)));
    }
    sink(line + '}');
  }
  sink("]}\n");
  return {};
}

/// Whether a text begins like JSON. The character after '{' is checked too, because an item's name
/// in Knuth's text may begin with '{'.
bool begins(std::string_view start) {
  const std::size_t first = std::min(start.find_first_not_of(" \t\r\n"), start.size());
  if (!start.substr(first).starts_with('{')) return false;
  const std::size_t second = std::min(start.find_first_not_of(" \t\r\n", first + 1), start.size());
  const std::string_view behind = start.substr(second, 1);
  return second != first + 1 || behind == "\"" || behind == "}";
}

}  // namespace

Format json_format() {
  return {.read = [](Input& input,
                     const ReadOptions& options) { return Reader(input, options).read(); },
          .write = write,
          .begins = begins,
          .writes_option_names = true};
}

}  // namespace dlx::io
