#include "dlx/runs/split.hpp"

#include <charconv>
#include <deque>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/identity.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/runs/frontier_bytes.hpp"
#include "dlx/runs/workers.hpp"

namespace dlx {
namespace {

// No problem in Knuth's format begins like this: an item stands there twice.
constexpr std::string_view unit_mark = "dlx-unit dlx-unit ";
constexpr std::string_view unit_line = "dlx-unit dlx-unit 1";
constexpr std::string_view result_line = "dlx-result dlx-result 1";

// Of the lines of a problem, which may begin with any word.
constexpr std::string_view indent = "  ";

constexpr std::size_t parts_per_unit = 16;
constexpr std::uint64_t nodes_per_look = 500;
constexpr std::uint32_t most_parts = 16;  // of what one look has left

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string from_hex(std::string_view text) {
  const auto digit = [](char c) -> unsigned {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
    throw std::invalid_argument("no hexadecimal digit");
  };
  if (text.size() % 2 != 0) throw std::invalid_argument("half a byte");
  std::string bytes;
  for (std::size_t k = 0; k < text.size(); k += 2) {
    bytes += static_cast<char>(digit(text[k]) << 4 | digit(text[k + 1]));
  }
  return bytes;
}

std::string sealed(std::string text) {
  return text + "end " + sha256(text) + "\n";
}

std::string label_text(const UnitLabel& label) {
  std::string text = "split " + label.split + "\nunit " + std::to_string(label.number) + " of " +
                     std::to_string(label.units) + "\nengine " +
                     std::string(to_string(label.engine)) + "\n";
  if (label.seed) text += "seed " + std::to_string(*label.seed) + "\n";
  return text;
}

/// The lines of a sealed file, which end() checks.
class SealedLines {
 public:
  SealedLines(Input& input, std::string_view first_line) : input_(&input) {
    if (next() != first_line) damaged("it does not begin with '" + std::string(first_line) + "'");
  }

  std::string next() {
    std::string_view line;
    if (!input_->next_line(line)) damaged("its end is missing");
    before_ = text_.size();
    text_ += line;
    text_ += '\n';
    return std::string(line);
  }

  /// What follows a word and a blank on the next line.
  std::string next(std::string_view word) {
    const std::string line = next();
    if (!line.starts_with(word) || line.size() <= word.size() || line[word.size()] != ' ') {
      damaged("'" + std::string(word) + "' is missing");
    }
    return line.substr(word.size() + 1);
  }

  /// Whether this is the last line, and it is right.
  bool is_end(const std::string& line) {
    if (!line.starts_with("end ")) return false;
    if (line != "end " + sha256(std::string_view(text_).substr(0, before_))) {
      damaged("its checksum is wrong");
    }
    std::string_view more;
    if (input_->next_line(more)) damaged("something follows its end");
    return true;
  }

  [[noreturn]] void damaged(const std::string& what) const {
    throw input_->error("damaged: " + what);
  }

 private:
  Input* input_;
  std::string text_;
  std::size_t before_ = 0;  // the last line
};

template <class Integer>
Integer number_in(std::string_view text) {
  Integer value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) {
    throw std::invalid_argument("no number");
  }
  return value;
}

EngineKind engine_in(std::string_view word) {
  for (const EngineKind kind :
       {EngineKind::dancing_links, EngineKind::dancing_cells, EngineKind::bit_matrix}) {
    if (to_string(kind) == word) return kind;
  }
  throw std::invalid_argument("no engine");
}

/// Reads a label, and returns the line after it.
std::string read_label(SealedLines& lines, UnitLabel& label) {
  label.split = lines.next("split");
  const std::string unit = lines.next("unit");
  const auto of = unit.find(" of ");
  if (of == std::string::npos) lines.damaged("'of' is missing");
  label.number = number_in<std::uint32_t>(std::string_view(unit).substr(0, of));
  label.units = number_in<std::uint32_t>(std::string_view(unit).substr(of + 4));
  label.engine = engine_in(lines.next("engine"));
  std::string line = lines.next();
  if (line.starts_with("seed ")) {
    label.seed = number_in<std::uint64_t>(std::string_view(line).substr(5));
    line = lines.next();
  }
  return line;
}

/// `read(lines)`, whose std::invalid_argument means damage.
template <class Read>
auto read_sealed(Input& input, std::string_view first_line, Read read) {
  SealedLines lines(input, first_line);
  try {
    return read(lines);
  } catch (const std::invalid_argument& e) {
    lines.damaged(e.what());
  }
}

}  // namespace

Division split(const Problem& problem, std::uint32_t units, EngineKind engine,
               std::optional<std::uint64_t> seed) {
  if (units == 0) throw std::invalid_argument("there must be one unit at least");
  if (problem.primary_count() == 0) throw std::invalid_argument("there is nothing to divide");
  UnitLabel label;
  label.seed = seed;
  Solver solver(problem, {.engine = engine});
  label.engine = solver.engine();
  const auto worker = counting_worker(
      std::move(solver), seed ? Tally(plain_weights(problem.option_count(), *seed)) : Tally());

  Sums sums;
  std::deque<Frontier> open{Frontier{}};
  while (!open.empty() && open.size() < parts_per_unit * units) {
    Frontier rest;
    sums += worker->work({.id = 0, .part = open.front(), .nodes = nodes_per_look}, rest);
    open.pop_front();
    for (Frontier& part : deal(rest, most_parts)) open.push_back(std::move(part));
  }

  std::vector<std::vector<std::string>> parts(std::min<std::size_t>(units, open.size()));
  for (std::size_t k = 0; k < open.size(); ++k) {
    parts[k % parts.size()].push_back("part " + hex(to_bytes(open[k])) + "\n");
  }
  std::string text;
  write_canonical_text(problem, [&](std::string_view line) {
    text += indent;
    text += line;
  });
  std::string all = text + std::string(to_string(label.engine)) + "\n";
  if (seed) all += std::to_string(*seed) + "\n";
  for (const auto& of_unit : parts) {
    for (const std::string& part : of_unit) all += part;
    all += '\n';
  }
  label.split = sha256(all);
  label.units = static_cast<std::uint32_t>(parts.size());

  Division division;
  division.result = to_text(UnitResult{label, sums.solutions, sums.fingerprint, sums.nodes});
  for (const auto& of_unit : parts) {
    ++label.number;
    std::string unit = std::string(unit_line) + "\n" + label_text(label);
    for (const std::string& part : of_unit) unit += part;
    division.units.push_back(sealed(unit + "problem\n" + text));
  }
  return division;
}

bool is_unit(std::string_view first_line) {
  return first_line.starts_with(unit_mark);
}

UnitFileContents read_unit(Input& input) {
  return read_sealed(input, unit_line, [&](SealedLines& lines) {
    UnitLabel label;
    std::vector<Frontier> parts;
    std::string line = read_label(lines, label);
    for (; line.starts_with("part "); line = lines.next()) {
      parts.push_back(frontier_from_bytes(from_hex(std::string_view(line).substr(5))));
    }
    if (line != "problem") lines.damaged("'problem' is missing");
    std::string text;
    for (line = lines.next(); line.starts_with(indent); line = lines.next()) {
      text += line.substr(indent.size()) + "\n";
    }
    if (!lines.is_end(line)) lines.damaged("its end is missing");
    if (label.number == 0 || label.number > label.units) lines.damaged("its number is none");
    Input problem = Input::from_text(std::move(text), "problem");
    try {
      return UnitFileContents{label, read_knuth_text(problem, {}).problem, std::move(parts)};
    } catch (const InputError& e) {
      lines.damaged(e.what());  // whose lines are those of the problem
    }
  });
}

std::string to_text(const UnitResult& result) {
  std::string text = std::string(result_line) + "\n" + label_text(result.label) + "solutions " +
                     result.solutions.to_string() + "\n";
  if (result.label.seed) {
    text += "fingerprint " + std::to_string(result.fingerprint.value()) + "\n";
  }
  return sealed(text + "nodes " + std::to_string(result.nodes) + "\n");
}

UnitResult read_result(Input& input) {
  return read_sealed(input, result_line, [&](SealedLines& lines) {
    UnitResult result;
    const std::string line = read_label(lines, result.label);
    if (!line.starts_with("solutions ")) lines.damaged("'solutions' is missing");
    result.solutions = Natural::parse(std::string_view(line).substr(10));
    if (result.label.seed) {
      result.fingerprint = Residue(number_in<std::uint64_t>(lines.next("fingerprint")));
    }
    result.nodes = number_in<std::uint64_t>(lines.next("nodes"));
    if (!lines.is_end(lines.next())) lines.damaged("its end is missing");
    if (result.label.number > result.label.units) lines.damaged("its number is none");
    return result;
  });
}

}  // namespace dlx
