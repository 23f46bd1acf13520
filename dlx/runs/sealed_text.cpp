#include "dlx/runs/sealed_text.hpp"

#include <utility>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/identity.hpp"
#include "dlx/io/knuth_text.hpp"

namespace dlx {
namespace {

constexpr std::string_view indent = "  ";

}  // namespace

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

std::string indented(const Problem& problem) {
  std::string text;
  write_canonical_text(problem, [&](std::string_view line) {
    text += indent;
    text += line;
  });
  return text;
}

SealedLines::SealedLines(Input& input, std::string_view first_line) : input_(&input) {
  if (next() != first_line) damaged("it does not begin with '" + std::string(first_line) + "'");
}

std::string SealedLines::next() {
  std::string_view line;
  if (!input_->next_line(line)) damaged("its end is missing");
  constexpr std::uint64_t bytes_of_byte = 8;  // of the text, and of what it stands for
  input_->charge(bytes_of_byte * (line.size() + 1));
  before_ = text_.size();
  text_ += line;
  text_ += '\n';
  return std::string(line);
}

std::string SealedLines::next(std::string_view word) {
  const std::string line = next();
  if (!line.starts_with(word) || line.size() <= word.size() || line[word.size()] != ' ') {
    damaged("'" + std::string(word) + "' is missing");
  }
  return line.substr(word.size() + 1);
}

bool SealedLines::is_end(const std::string& line) {
  if (!line.starts_with("end ")) return false;
  if (line != "end " + sha256(std::string_view(text_).substr(0, before_))) {
    damaged("its checksum is wrong");
  }
  std::string_view more;
  if (input_->next_line(more)) damaged("something follows its end");
  return true;
}

void SealedLines::damaged(const std::string& what) const {
  throw input_->error("damaged: " + what);
}

Problem read_problem_and_end(SealedLines& lines, std::string line) {
  if (line != "problem") lines.damaged("'problem' is missing");
  std::string text;
  for (line = lines.next(); line.starts_with(indent); line = lines.next()) {
    text += line.substr(indent.size()) + "\n";
  }
  if (!lines.is_end(line)) lines.damaged("its end is missing");
  Input problem = Input::from_text(std::move(text), "problem");
  try {
    return read_knuth_text(problem, {}).problem;
  } catch (const InputError& e) {
    lines.damaged(e.what());  // whose lines are those of the problem
  }
}

EngineKind engine_in(std::string_view word) {
  for (const EngineKind kind :
       {EngineKind::dancing_links, EngineKind::dancing_cells, EngineKind::bit_matrix}) {
    if (to_string(kind) == word) return kind;
  }
  throw std::invalid_argument("no engine");
}

}  // namespace dlx
