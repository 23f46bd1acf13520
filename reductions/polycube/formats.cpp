#include "reductions/polycube/formats.hpp"

#include "reductions/polycube/lines.hpp"

namespace dlx::polycube {

Format format_of(std::string_view text) noexcept {
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line[first] == '#' || line[first] == '|') continue;
    line.remove_prefix(first);
    if (line.front() == '<') return Format::xmpuzzle;
    if (line.front() == '/' || line.find(';') != std::string_view::npos) {
      return Format::soma_figures;
    }
    if (line.starts_with("D:") || line.starts_with("D ")) return Format::busche;
    return Format::triples;
  }
  return Format::triples;
}

Collection read(std::string_view text, Format format) {
  switch (format) {
    case Format::xmpuzzle:
      return read_xmpuzzle(text);
    case Format::triples:
      return read_triples(text);
    case Format::busche:
      return read_busche(text);
    case Format::soma_figures:
      return read_soma_figures(text);
  }
  return {};
}

}  // namespace dlx::polycube
