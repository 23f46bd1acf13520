#include "dlx/runs/sealed_text.hpp"

#include <utility>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/runs/open_work_bytes.hpp"

namespace dlx::runs {
namespace {

constexpr std::string_view indent = "  ";

}  // namespace

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

std::string line_of(std::string_view word, std::string_view value) {
  return std::string(word) + ' ' + std::string(value) + '\n';
}
std::string line_of(std::string_view word, std::uint64_t value) {
  return line_of(word, std::to_string(value));
}
std::string line_of(std::string_view word, const search::OpenWork& part) {
  return line_of(word, hex(to_bytes(part)));
}

std::string numbers_text(std::span<const std::uint64_t> numbers) {
  return "0x" + hex(numbers_to_bytes(numbers));
}
std::vector<std::uint64_t> numbers_in(std::string_view text) {
  if (!text.starts_with("0x")) throw std::invalid_argument("no list of numbers");
  return numbers_from_bytes(from_hex(text.substr(2)));
}

std::vector<OptionId> options_in(std::string_view text) {
  std::vector<OptionId> options;
  for (const std::uint64_t option : numbers_in(text)) {
    if (option > 0xFFFF'FFFF) throw std::invalid_argument("no option");
    options.push_back(OptionId{static_cast<std::uint32_t>(option)});
  }
  return options;
}

std::string options_text(std::span<const OptionId> options) {
  std::vector<std::uint64_t> numbers;
  for (const OptionId option : options) numbers.push_back(index(option));
  return numbers_text(numbers);
}

std::string sealed(std::string text) {
  return text + "end " + certificate::sha256(text) + "\n";
}

std::string indented(const Problem& problem) {
  std::string text;
  write_canonical_text(problem, [&](std::string_view line) {
    text += indent;
    text += line;
  });
  return text;
}

SealedLines::SealedLines(io::Input& input, const SealedKind& kind) : input_(&input) {
  if (!read_line() || line_ != kind.first_line) {
    throw input.error("this is not " + std::string(kind.what));
  }
  advance();
}

void SealedLines::advance() {
  if (!line_.empty()) text_ += line_ + '\n';
  if (!read_line()) damaged("its end is missing");
}

bool SealedLines::read_line() {
  std::string_view line;
  if (!input_->next_line(line)) return false;
  // The bytes of memory that one byte of text takes, together with the data read from the text.
  constexpr std::uint64_t bytes_of_byte = 8;
  input_->charge(bytes_of_byte * (line.size() + 1));
  line_ = line;
  return true;
}

bool SealedLines::has(std::string_view word) const {
  return line_.starts_with(word) && line_.size() > word.size() && line_[word.size()] == ' ';
}

std::string SealedLines::next(std::string_view word) {
  if (!has(word)) damaged("'" + std::string(word) + "' is missing");
  std::string value = line_.substr(word.size() + 1);
  advance();
  return value;
}

search::OpenWork SealedLines::next_part(std::string_view word) {
  return open_work_from_bytes(from_hex(next(word)));
}

Problem SealedLines::next_problem() {
  if (line_ != "problem") damaged("'problem' is missing");
  std::string text;
  for (advance(); line_.starts_with(indent); advance()) text += line_.substr(indent.size()) + "\n";
  io::Input problem = io::Input::from_text(std::move(text), "problem");
  try {
    return read_knuth_text(problem, {}).problem;
  } catch (const io::InputError& e) {
    damaged(e.what());  // the line numbers in this message count from the first line of the problem
  }
}

void SealedLines::end() {
  if (!has("end")) damaged("its end is missing");
  if (line_ != "end " + certificate::sha256(text_)) damaged("its checksum is wrong");
  std::string_view more;
  if (input_->next_line(more)) damaged("something follows its end");
}

void SealedLines::damaged(const std::string& what) const {
  throw input_->error("damaged: " + what);
}

EngineKind engine_in(std::string_view word) {
  return by_name("engine", word, dividable_engine_names);
}

}  // namespace dlx::runs
