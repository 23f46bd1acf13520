// Set partitioning problems in the format of J. E. Beasley's OR-Library (J. Oper. Res. Soc. 41,
// 1990; the files sppnw01 and so on): integers separated by blanks,
//   - on the first line the number of items and the number of options;
//   - then for each option its cost, the number of its items, and its items, counted from 1.
// An option begins on a new line and may extend over several lines. Every item is primary and has
// its number as its name. OR-Library also has set covering problems. Set covering problems with the
// same layout (rail507 and so on) are read as if every item had to be covered exactly once. Set
// covering problems with all costs at the beginning (scp41) are not supported. Throws InputError
// for all other text, including text whose numbers of items or options are wrong, options with
// repeated items, options without items and more than 2^22 items. Throws the exceptions of Input
// too.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/format.hpp"

namespace dlx::io {
namespace {

// The limit on the number of items, so that the first line alone cannot make the reader exhaust the
// memory.
constexpr std::uint32_t most_items = std::uint32_t{1} << 22;

class OrLibraryReader {
 public:
  explicit OrLibraryReader(Input& input) : input_(input) {}

  Problem read() {
    read_sizes();
    for (; option_ < options_; ++option_) read_option();
    if (next_line()) {
      throw input_.error_at(next_word(line_), "more than the " + std::to_string(options_) +
                                                  " options that the first line announces");
    }
    return std::move(builder_).build();
  }

 private:
  void read_sizes() {
    if (!next_line()) throw input_.error("no numbers: wanted how many items and options there are");
    std::string_view word = next_word(line_);
    const auto items = to_number<std::uint32_t>(word);
    if (!items) throw input_.error_at(word, "bad number of items " + in_quotes(word));
    if (*items > most_items) {
      throw input_.error_at(
          word, in_quotes(word) + " items; there can be at most " + std::to_string(most_items));
    }
    word = next_word(line_);
    const auto options = to_number<std::uint32_t>(word);
    if (!options) throw input_.error_at(word, "bad number of options " + in_quotes(word));
    items_ = *items;
    options_ = *options;
    last_option_.resize(items_);
    end_line("the number of options");
    for (std::uint32_t i = 1; i <= items_; ++i) builder_.primary(std::to_string(i));
  }

  void read_option() {
    if (!next_line()) throw ends("after " + quantity(option_, "option"));
    std::string_view word = next_word(line_);
    const auto cost = to_number<std::int64_t>(word);
    if (!cost)
      throw input_.error_at(word, this_option() + ": bad cost " + in_quotes(word) +
                                      "; costs are whole numbers of 64 bits");

    word = wanted_word("the number of its items");
    const auto size = to_number<std::uint32_t>(word);
    if (!size) {
      throw input_.error_at(word, this_option() + ": bad number of items " + in_quotes(word));
    }
    if (*size == 0) throw input_.error_at(word, this_option() + " has no items");
    if (*size > items_) {
      throw input_.error_at(word, this_option() + ": " + quantity(*size, "item") +
                                      "; there are only " + std::to_string(items_));
    }

    entries_.clear();
    for (std::uint32_t k = 1; k <= *size; ++k) {
      word = wanted_word("item " + std::to_string(k) + " of " + std::to_string(*size));
      const auto item = to_number<std::uint32_t>(word);
      if (!item || *item == 0 || *item > items_) {
        throw input_.error_at(word, this_option() + ": no item " + in_quotes(word) +
                                        "; items are numbered from 1 to " + std::to_string(items_));
      }
      if (std::exchange(last_option_[*item - 1], option_ + 1) == option_ + 1) {
        throw input_.error_at(word, this_option() + ": item " + in_quotes(word) + " occurs twice");
      }
      entries_.emplace_back(ItemId{*item - 1});
    }
    end_line("the last of " + quantity(*size, "item"));
    constexpr std::uint64_t bytes_of_option = 36;
    constexpr std::uint64_t bytes_of_entry = 12;
    input_.charge(bytes_of_option + bytes_of_entry * entries_.size());
    builder_.option(entries_, *cost);
  }

  /// Advances to the next line of the input that is not blank. Returns false at the end of the
  /// input.
  bool next_line() {
    while (input_.next_line(line_)) {
      std::string_view rest = line_;
      if (!next_word(rest).empty()) return true;
    }
    return false;
  }

  /// The next word of the option being read. The word may be on a later line than the previous
  /// word.
  std::string_view wanted_word(const std::string& what) {
    std::string_view word = next_word(line_);
    if (!word.empty()) return word;
    if (!next_line()) throw ends("in option " + std::to_string(option_ + 1) + ", before " + what);
    return next_word(line_);
  }

  void end_line(const std::string& last) {
    const std::string_view word = next_word(line_);
    if (word.empty()) return;
    throw input_.error_at(word, in_quotes(word) + " stands behind " + last + " on the line");
  }

  [[nodiscard]] InputError ends(const std::string& where) const {
    return input_.error("the input ends with line " + std::to_string(input_.line_number()) + ", " +
                        where + "; the first line announces " + quantity(options_, "option"));
  }

  [[nodiscard]] std::string this_option() const { return "option " + std::to_string(option_ + 1); }

  Input& input_;
  ProblemBuilder builder_;
  std::string_view line_;  // the rest of the current line that has not been read yet
  std::uint32_t items_ = 0;
  std::uint32_t options_ = 0;
  std::uint32_t option_ = 0;  // the number of options read so far
  std::vector<Entry> entries_;
  // For each item: the number of the last option that contains the item, counted from 1.
  // ProblemBuilder would find repeated items too, but only after the end of the option, which may
  // be on a later line.
  std::vector<std::uint32_t> last_option_;
};

}  // namespace

Format or_library_format() {
  return {.read = [](Input& input, const ReadOptions&) {
    return ReadProblem{OrLibraryReader(input).read()};
  }};
}

}  // namespace dlx::io
