#include "reductions/polycube/formats.hpp"

#include <algorithm>

#include "reductions/polycube/lines.hpp"

namespace dlx::polycube {

namespace {

/// Whether a word is three coordinates, at least one of them in brackets.
bool is_bracketed_triple(std::string_view word) {
  int coordinates = 0;
  bool brackets = false;
  while (!word.empty()) {
    if (word.front() == '[') {
      const std::size_t end = word.find(']');
      if (end == std::string_view::npos || end == 1) return false;
      brackets = true;
      word.remove_prefix(end + 1);
    } else if (lattice::base62.find(word.front()) != std::string_view::npos) {
      word.remove_prefix(1);
    } else {
      return false;
    }
    ++coordinates;
  }
  return coordinates == 3 && brackets;
}

/// Whether a line begins with "D:", also with blanks before the colon.
bool opens_definition(const std::vector<std::string_view>& found) {
  return found[0].starts_with("D:") ||
         (found[0] == "D" && found.size() > 1 && found[1].front() == ':');
}

}  // namespace

std::optional<Format> sign_of(std::string_view text) {
  Lines lines(text);
  std::string_view line;
  bool has_rule = false;
  while (lines.next(line)) {
    const auto found = words(line);
    if (found.empty() || found[0].front() == '#' || found[0].front() == '|') continue;
    if (found[0].starts_with("<?xml") || found[0].starts_with("<puzzle")) return Format::xmpuzzle;
    if (opens_definition(found) && line.find("Dim") != std::string_view::npos) {
      return Format::busche;
    }
    if (found[0].starts_with("/SOMA")) return Format::soma_figures;
    if (line.find(';') != std::string_view::npos) continue;  // a comment in files of Soma figures
    if (found[0] == "grid" && found.size() == 2 && lattice::grid_of(found[1])) {
      return Format::triples;
    }
    if (found[0] == "turning" && found.size() == 2 && from_string<Turning>(found[1])) {
      has_rule = true;
      continue;
    }
    if (found[0] == "gaps" && found.size() == 2) {
      has_rule = true;
      continue;
    }
    // A design may also begin with lines "turning" and "gaps", but its other lines begin with a
    // word of small letters, so it is not taken as triples.
    const bool is_word = std::all_of(found[0].begin(), found[0].end(),
                                     [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
    if (is_bracketed_triple(found[0]) || (has_rule && !is_word)) return Format::triples;
    return std::nullopt;
  }
  return std::nullopt;
}

Format format_of(std::string_view text) {
  if (const auto format = sign_of(text)) return *format;
  // If no format is recognised, the text is read in the most likely format, whose error messages
  // are then shown.
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    const auto found = words(line);
    if (found.empty() || found[0].front() == '#' || found[0].front() == '|') continue;
    if (found[0].front() == '<') return Format::xmpuzzle;
    if (found[0].front() == '/' || line.find(';') != std::string_view::npos) {
      return Format::soma_figures;
    }
    if (opens_definition(found)) return Format::busche;
    break;
  }
  return Format::triples;
}

Collection read(std::string_view text, Format format, bool with_gaps) {
  switch (format) {
    case Format::xmpuzzle:
      return read_xmpuzzle(text);
    case Format::triples:
      return read_triples(text, with_gaps);
    case Format::busche:
      return read_busche(text);
    case Format::soma_figures:
      return read_soma_figures(text);
  }
  return {};
}

}  // namespace dlx::polycube
