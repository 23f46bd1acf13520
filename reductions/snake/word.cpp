#include "reductions/snake/word.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "dlx/core/text.hpp"
#include "reductions/data.hpp"

namespace dlx::snake {
namespace {

/// The side of the cube with a given number of cubelets; nothing if no cube has this number.
std::optional<int> side_of(std::size_t cubelets) {
  for (int n = 2; n <= largest_side; ++n) {
    if (cubelets == static_cast<std::size_t>(n * n * n)) return n;
  }
  return std::nullopt;
}

/// The snake with a given word of inner cubelets. Throws std::invalid_argument if no cube has the
/// number of cubelets of the snake.
Snake checked(std::string word) {
  const auto side = side_of(word.size() + 2);
  if (!side) {
    throw std::invalid_argument("a snake of " + quantity(word.size() + 2, "cubelet") +
                                " fills no cube; wanted 8, 27, 64, ... up to " +
                                std::to_string(largest_side) + " cubed");
  }
  Snake snake{.word = std::move(word), .side = *side};
  const std::vector<int> lengths = segments(snake);
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    if (lengths[k] > snake.side) {
      throw std::invalid_argument("straight piece " + std::to_string(k + 1) + " has " +
                                  quantity(lengths[k], "cubelet") +
                                  ", and the cube only has room for " + std::to_string(snake.side));
    }
  }
  return snake;
}

[[noreturn]] void refuse(std::string_view text, std::size_t at, const std::string& why) {
  throw std::invalid_argument("letter " + std::to_string(at + 1) + " of the snake, " +
                              in_quotes(text.substr(at, 1)) + ", " + why);
}

/// Refuses a snake that is spelled with an end, because no cube has the number of letters.
[[noreturn]] void refuse_number(std::size_t letters, char end) {
  const auto cubelets = [](int n) { return static_cast<std::size_t>(n * n * n); };
  int nearest = 2;
  while (nearest < largest_side && 2 * letters > cubelets(nearest) + cubelets(nearest + 1)) {
    ++nearest;
  }
  throw std::invalid_argument("the snake has " + quantity(letters, "letter") + " with the ends " +
                              end + "; wanted " + std::to_string(cubelets(nearest)) +
                              " for a cube of side " + std::to_string(nearest));
}

/// Reads a snake with one letter for each straight or corner cubelet, and optional letters for the
/// ends.
Snake from_letters(std::string_view text, char straight, char corner, char end) {
  std::string word;
  const bool with_ends = side_of(text.size()).has_value();
  // If the number of letters is that of a whole cube, both ends are written. Then the letter for
  // straight cubelets may stand for the ends, too.
  const auto is_straight = [&](char c) {
    return std::toupper(static_cast<unsigned char>(c)) == straight;
  };
  const bool straight_ends = with_ends && is_straight(text.front()) && is_straight(text.back());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<char>(std::toupper(static_cast<unsigned char>(text[i])));
    if (with_ends && (i == 0 || i + 1 == text.size())) {
      if (c != end && !straight_ends) {
        refuse(text, i,
               std::string("is not an end; with ") + std::to_string(text.size()) +
                   " letters the first and the last must be " + end);
      }
    } else if (c == straight || c == corner) {
      word += c == straight ? '0' : '1';
    } else if (c == end && !with_ends) {
      refuse_number(text.size(), end);
    } else {
      refuse(text, i, std::string("means nothing here; wanted ") + straight + " or " + corner);
    }
  }
  return checked(std::move(word));
}

/// Reads a snake with one letter for each cubelet, and '/' after corner cubelets.
Snake from_slashes(std::string_view text) {
  std::string word;
  std::size_t letters = 0;
  char last = '\0';
  char before_slash = '\0';
  std::string colours;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
    if (c == '/') {
      if (letters < 2 || last == '/') {
        refuse(text, i, letters < 2 ? "would make the end a corner" : "follows another");
      }
      word.back() = '1';
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      // The colours of cubelets alternate, and a letter is the colour of a cubelet. So two equal
      // letters in sequence mean that a letter is missing or repeated.
      const char before = last == '/' ? before_slash : last;
      if (before == c) refuse(text, i, "repeats the colour of the cubelet before");
      if (colours.find(c) == std::string::npos) colours += c;
      if (colours.size() > 2) refuse(text, i, "is a third colour; cubelets alternate in two");
      ++letters;
      word += '0';
    } else {
      refuse(text, i, "means nothing here; wanted letters and /");
    }
    if (c == '/') before_slash = last;
    last = c;
  }
  if (last == '/') refuse(text, text.size() - 1, "would make the end a corner");
  return checked(word.size() < 2 ? std::string() : word.substr(1, word.size() - 2));
}

/// Whether two letters alternate in a text, such as "bwbwbwbw".
bool alternates(std::string_view text) {
  if (text.size() < 3 || text[0] == text[1]) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isalpha(static_cast<unsigned char>(text[i])) == 0 || text[i] != text[i % 2]) {
      return false;
    }
  }
  return true;
}

Snake from_segments(std::string_view text) {
  const bool apart = text.find_first_of(" ,\t") != std::string_view::npos;
  std::string word;
  std::size_t piece = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ' || text[i] == ',' || text[i] == '\t') {
      ++i;
      continue;
    }
    int length = 0;
    const std::size_t first = i;
    while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
      length = std::min(10 * length + (text[i++] - '0'), 1'000'000);
      if (!apart) break;
    }
    if (i == first) refuse(text, i, "is not the length of a straight piece");
    ++piece;
    if (length < 2 || length > largest_side) {
      throw std::invalid_argument("straight piece " + std::to_string(piece) + " has the length " +
                                  in_quotes(text.substr(first, i - first)) +
                                  "; wanted 2 to the side of the cube");
    }
    if (piece > 1) word += '1';
    word.append(static_cast<std::size_t>(length - 2), '0');
  }
  return checked(std::move(word));
}

std::vector<Named> read_named() {
  std::vector<Named> all;
  const auto file = nlohmann::json::parse(data::snakes_json());
  for (const auto& snake : file.at("snakes")) {
    all.push_back({.name = snake.at("name"),
                   .title = snake.at("title"),
                   .snake = parse(snake.at("word").get<std::string>()),
                   .source = snake.at("source")});
  }
  return all;
}

}  // namespace

Snake parse(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (c != ' ' && c != ',' && c != '\t') letters += c;
  }
  const bool apart = letters.size() != text.size();
  const auto consists_of = [&](std::string_view wanted) {
    return letters.find_first_not_of(wanted) == std::string::npos;
  };
  if (letters.empty()) throw std::invalid_argument("a snake without cubelets");
  // Blanks are significant only between numbers.
  if (letters.find('/') != std::string::npos) return from_slashes(letters);
  if (!consists_of("ESCesc") && alternates(letters)) {
    throw std::invalid_argument("the letters show only the colours of " +
                                quantity(letters.size(), "cubelet") +
                                ": write / after each corner, as in bwb/w/b/wb/w");
  }
  const bool spelled = consists_of("01") || consists_of("ESCesc");
  if (!spelled && (apart || consists_of("23456789"))) return from_segments(text);
  if (letters.find_first_of("ESCesc") != std::string::npos) {
    return from_letters(letters, 'S', 'C', 'E');
  }
  return from_letters(letters, '0', '1', '0');
}

std::vector<int> segments(const Snake& snake) {
  std::vector<int> lengths{2};
  for (const char c : snake.word) {
    if (c == '1') {
      lengths.push_back(2);
    } else {
      ++lengths.back();
    }
  }
  return lengths;
}

Snake reversed(const Snake& snake) {
  return {.word = std::string(snake.word.rbegin(), snake.word.rend()), .side = snake.side};
}

std::string with_ends(const Snake& snake) {
  std::string text = "E";
  for (const char c : snake.word) text += c == '1' ? 'C' : 'S';
  return text + 'E';
}

std::vector<Snake> near_snakes(const Snake& snake) {
  std::vector<Snake> near;
  for (std::size_t i = 0; i < snake.word.size(); ++i) {
    Snake other = snake;
    other.word[i] = other.word[i] == '1' ? '0' : '1';
    const std::vector<int> lengths = segments(other);
    if (*std::max_element(lengths.begin(), lengths.end()) > other.side) continue;
    near.push_back(std::move(other));
  }
  return near;
}

bool is_palindrome(const Snake& snake) {
  return reversed(snake) == snake;
}

std::span<const Named> named() {
  static const std::vector<Named> all = read_named();
  return all;
}

Snake named_or_spelled(const std::string& text) {
  const auto alike = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  for (const Named& known : named()) {
    if (std::equal(known.name.begin(), known.name.end(), text.begin(), text.end(), alike)) {
      return known.snake;
    }
  }
  return parse(text);
}

}  // namespace dlx::snake
