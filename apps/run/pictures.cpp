#include "apps/run/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>

#include "apps/run/files.hpp"
#include "dlx/core/text.hpp"
#include "reductions/drawing/cutting.hpp"
#include "reductions/drawing/solid.hpp"
#include "reductions/drawing/steps.hpp"

namespace dlx::app {
namespace {

/// The position in a path at which the ending of the file name begins; the length of the path if
/// the name has no ending.
std::size_t ending_of(const std::string& path) {
  // The position after the last folder; 0 if the path has no folder.
  const std::size_t name = path.rfind('/') + 1;
  const std::size_t dot = path.rfind('.');
  return dot == path.npos || dot <= name ? path.size() : dot;
}

/// Inserts a word before the ending: "a.svg" and "2" give "a-2.svg".
std::string with_word(const std::string& path, const std::string& word) {
  return path.substr(0, ending_of(path)) + '-' + word + path.substr(ending_of(path));
}

/// Writes the first text to the file, the second text to FILE-2, and so on. If there are several
/// files, returns a message that names them, otherwise an empty text.
std::string write_numbered(const std::string& path, std::span<const std::string> texts,
                           const char* what) {
  for (std::size_t n = 0; n < texts.size(); ++n) {
    write_file(n == 0 ? path : with_word(path, std::to_string(n + 1)), texts[n]);
  }
  if (texts.size() < 2) return "";
  return fmt::format("{} {}: {} to {}", texts.size(), what, path,
                     with_word(path, std::to_string(texts.size())));
}

std::optional<drawing::solid::Bed> bed_of(const Pictures& pictures) {
  if (pictures.bed.empty()) return std::nullopt;
  const std::string_view bed = pictures.bed;
  const std::size_t x = std::min(bed.find('x'), bed.size() - 1);
  const auto width = to_number<std::uint32_t>(bed.substr(0, x)).value_or(0);
  const auto depth = to_number<std::uint32_t>(bed.substr(x + 1)).value_or(0);
  constexpr std::uint32_t largest = 100'000;
  if (std::min(width, depth) == 0 || std::max(width, depth) > largest) {
    throw std::invalid_argument(
        fmt::format("--bed: {} is not the size of a bed; give WIDTHxDEPTH in whole millimetres, "
                    "such as 220x220",
                    in_quotes(pictures.bed)));
  }
  return drawing::solid::Bed{double(width), double(depth)};
}

/// Replaces the characters of a name that should not be in a file name.
std::string in_file_name(const std::string& name) {
  std::string word;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = std::isalnum(byte) != 0 || c == '.' || c == '_' || byte >= 0x80;
    word += is_plain ? c : '_';
  }
  return word;
}

std::string write_stl(const Pictures& pictures, const drawing::scene::Scene& scene) {
  const drawing::scene::Parts& parts = scene.assemblies.front();
  if (const auto bed = bed_of(pictures)) {
    return write_numbered(pictures.stl,
                          drawing::solid::to_plates(parts, pictures.measures, *bed, scene.grid),
                          "plates");
  }
  if (!pictures.a_file_a_piece) {
    write_file(pictures.stl, drawing::solid::to_stl(parts, pictures.measures, scene.grid));
    return "";
  }
  std::set<std::string> names;
  for (const drawing::scene::Part& part : parts) {
    const std::string word = in_file_name(scene.pieces[part.piece]);
    std::string name = with_word(pictures.stl, word);
    for (int copy = 2; !names.insert(name).second; ++copy) {
      name = with_word(pictures.stl, fmt::format("{}-{}", word, copy));
    }
    write_file(name, drawing::solid::to_stl(std::span(&part, 1), pictures.measures, scene.grid));
  }
  return names.size() == 1 ? *names.begin()
                           : fmt::format("{} files, one for each piece: {} to {}", names.size(),
                                         *names.begin(), *names.rbegin());
}

void write_steps(const Pictures& pictures, const drawing::scene::Scene& scene) {
  const drawing::scene::Parts& parts = scene.assemblies.front();
  const auto steps = drawing::steps::steps_of(
      parts, scene.apart.empty() ? drawing::scene::TakenApart() : scene.apart.front());
  write_file(
      pictures.steps,
      drawing::svg::to_html(drawing::steps::drawings(parts, colours_of(scene), steps),
                            {.title = scene.title, .subtitle = "step by step"}, 0, pictures.paper));
}

}  // namespace

std::string name_of_file(const std::string& path) {
  if (path == "-") return "";
  std::string name = path.substr(path.rfind('/') + 1);
  for (const char* packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) name.resize(name.size() - std::string_view(packed).size());
  }
  return printable(name.substr(0, ending_of(name)));
}

void check(const Pictures& pictures) {
  for (const std::string* file : pictures.files()) {
    if (!file->empty()) check_writable(*file);
  }
  constexpr double largest_cell = 10'000;
  if (pictures.measures.cell > largest_cell) {
    throw std::invalid_argument("--cell: at most 10000 millimetres");
  }
  static_cast<void>(bed_of(pictures));
  drawing::solid::check(pictures.measures);
}

std::string write_drawings(const Pictures& pictures,
                           std::span<const drawing::svg::Drawing> drawings,
                           const drawing::svg::Heading& heading) {
  return write_numbered(pictures.svg,
                        drawing::svg::pages(drawings, heading, pictures.columns, pictures.paper),
                        "pages");
}

void write_flat_pages(Console& console, const Pictures& pictures,
                      std::span<const drawing::svg::Drawing> drawings,
                      const drawing::svg::Heading& heading, std::uint64_t left_out) {
  if (!pictures.svg.empty() && !drawings.empty()) {
    const std::string note = write_drawings(pictures, drawings, heading);
    if (!note.empty()) console.note(note);
  }
  if (!pictures.html.empty())
    write_file(pictures.html, drawing::svg::to_html(drawings, heading, left_out, pictures.paper));
}

std::string write_scene(const Pictures& pictures, const drawing::scene::Scene& scene) {
  if (!pictures.html.empty()) write_file(pictures.html, to_html(scene));
  if (scene.assemblies.empty()) return "";
  const drawing::scene::Parts& parts = scene.assemblies.front();
  if (!pictures.obj.empty())
    write_file(pictures.obj, drawing::solid::to_obj(parts, pictures.measures, scene.grid));
  if (!pictures.scad.empty()) {
    write_file(pictures.scad, drawing::solid::to_scad(parts, pictures.measures, scene.title,
                                                      colours_of(scene), scene.grid));
  }
  if (!pictures.steps.empty()) write_steps(pictures, scene);
  std::string note = pictures.stl.empty() ? "" : write_stl(pictures, scene);
  if (!pictures.cut.empty()) {
    note += write_numbered(
        pictures.cut,
        drawing::cutting::pages(parts, colours_of(scene), pictures.measures.cell,
                                pictures.paper.value_or(drawing::svg::a4), scene.title),
        "sheets");
  }
  return note;
}

}  // namespace dlx::app
