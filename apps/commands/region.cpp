#include "apps/commands/region.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include "apps/run/pictures.hpp"

namespace dlx::app {
namespace {

/// "6x10" as {6, 10}; nothing if the word is no such thing.
std::optional<std::vector<int>> sides(std::string_view word) {
  std::vector<int> numbers;
  for (;;) {
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const auto length = static_cast<std::size_t>(end - word.data());
    if (length == 0 || word.front() == '-') return std::nullopt;
    if (error != std::errc{}) number = 0;  // too large for an int; box() refuses 0
    numbers.push_back(number);
    if (length == word.size()) break;
    if (word[length] != 'x') return std::nullopt;
    word.remove_prefix(length + 1);
  }
  if (numbers.size() < 2 || numbers.size() > 3) return std::nullopt;
  return numbers;
}

lattice::Cells read_picture(const std::string& file) {
  constexpr std::uint64_t largest_picture = 16 << 20;
  io::Input input = io::Input::open(file, {.bytes = largest_picture});
  std::string picture;
  std::string_view line;
  while (input.next_line(line)) {
    const auto bad = line.find_first_not_of("X#._ ");
    if (bad != std::string_view::npos) {
      throw input.error_at(line.substr(bad, 1),
                           "unexpected character in a picture of cells; wanted X or #, and . or _ "
                           "or blanks");
    }
    picture += line;
    picture += '\n';
  }
  if (picture.find_first_of("X#") == std::string::npos) throw input.error("no cell in the picture");
  return lattice::from_picture(picture);
}

}  // namespace

lattice::Cells region(const std::string& word) {
  if (const auto s = sides(word)) return lattice::region(*s);
  try {
    return read_picture(word);
  } catch (const io::SystemError& e) {
    throw io::SystemError(std::string(e.what()) +
                          "; a region is ROWSxCOLUMNS, LAYERSxROWSxCOLUMNS or a file");
  }
}

std::string name_of_region(const std::string& word) {
  if (sides(word)) return word;
  const std::string name = name_of_file(word);
  return name.empty() ? "a region" : name;
}

}  // namespace dlx::app
