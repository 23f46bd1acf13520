#include "include_ladder.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

// Rungs, from below. A file sees the rungs below its own, and of its own rung only its own folder.
constexpr int front_door = 5;
constexpr int rung_above_count = 7;
const std::map<std::string, int> rung_of_folder = {
    {"core", 0},     {"search", 1},      {"io", 1},       {"preprocess", 2},
    {"engines", 3},  {"tables", 3},      {"symmetry", 3}, {"solve", 4},
    {"counting", 6}, {"certificate", 8}, {"runs", 9},
};
// Files of dlx/ itself that are made of what is in dlx/counting/.
const std::set<std::string> above_count = {"classes", "class_way", "member_classes"};

// The folders of apps/; the main files beside them see all.
const std::map<std::string, int> rung_of_app_folder = {
    {"cli", 0}, {"run", 1}, {"commands", 2}, {"cluster", 2}};

// These compile to WebAssembly as well, where the standard library lacks these headers.
const std::set<std::string> wasm_folders = {"core",   "search", "engines",
                                            "tables", "solve",  "counting"};
const std::set<std::string> not_in_wasm = {
    "ranges",   "thread",    "stop_token", "format",
    "expected", "semaphore", "future",     "condition_variable"};

struct Place {
  std::string tree;    // "dlx" or "reductions"
  std::string folder;  // below dlx/; empty for the files in dlx/ itself
  std::string stem;    // the file's name without extension
};

Place place_of(const fs::path& file) {
  Place place;
  auto part = file.begin();
  place.tree = part->string();
  if (++part != file.end() && std::next(part) != file.end()) place.folder = part->string();
  place.stem = file.stem().string();
  return place;
}

bool has_rung(const Place& place) {
  if (place.folder.empty()) return true;
  if (place.tree == "dlx") return rung_of_folder.contains(place.folder);
  return place.tree != "apps" || rung_of_app_folder.contains(place.folder);
}

std::optional<std::string> app_fault(const Place& from, const Place& to) {
  if (from.folder.empty() || to.tree != "apps") return {};
  const int own = rung_of_app_folder.at(from.folder);
  const int other = rung_of_app_folder.at(to.folder);
  if (from.folder == to.folder || other < own) return {};
  return other > own ? "nothing includes upward" : "no folder includes its neighbour";
}

/// The rule that a file of dlx/ or reductions/ breaks by including the other; nothing if none.
std::optional<std::string> ladder_fault(const Place& from, const Place& to) {
  if (from.tree == "apps") return app_fault(from, to);
  // What every file may know.
  if (to.tree == "dlx" && to.folder.empty() &&
      (to.stem == "version" || to.stem == "names" || to.stem == "options" ||
       to.stem == "exclusions")) {
    return {};
  }
  if (from.tree == "reductions") {
    if (to.tree == "reductions" || to.folder == "core") return {};
    return "reductions see nothing of dlx but dlx/core";
  }
  if (to.tree == "reductions") return "the engine knows no puzzle";
  if (from.folder.empty() && from.stem == "dlx") return {};  // dlx.hpp gathers everything
  if (to.folder.empty() && to.stem == "dlx") return "dlx/dlx.hpp is for users, not for the library";

  const auto rung = [](const Place& place) {
    if (!place.folder.empty()) return rung_of_folder.at(place.folder);
    return above_count.contains(place.stem) ? rung_above_count : front_door;
  };
  if (from.folder == "engines" && to.folder == "engines") {
    // Engines in several files: most of them because their searches are compiled for several
    // processors.
    const auto engine = [](const std::string& stem) {
      if (stem.starts_with("batch_")) return std::string("batch_search");
      if (stem.starts_with("cost_")) return std::string("cost_cells");
      if (stem.starts_with("item_")) return std::string("item_bits");
      return stem.starts_with("bit_") ? std::string("bit_matrix") : stem;
    };
    if (engine(from.stem) == engine(to.stem)) return {};
    return "no engine includes another";
  }
  if (from.folder == to.folder || rung(to) < rung(from)) return {};
  return rung(to) > rung(from) ? "nothing includes upward" : "no folder includes its neighbour";
}

std::optional<std::string> boost_fault(const fs::path& file, const Place& from,
                                       const std::string& included) {
  if (!included.starts_with("boost/")) return {};
  if (file.extension() != ".cpp") return "Boost stands in no header";
  const bool graph = included.starts_with("boost/graph/") || included.starts_with("boost/pending/");
  // Boost's disjoint sets are beside its graphs.
  const bool may = (from.folder == "preprocess" && from.stem == "components") ||
                   (from.folder == "tables" && from.stem == "item_orders");
  if (graph && from.tree == "dlx" && !may) {
    return "Boost.Graph is for reductions, dlx/preprocess/components.cpp and "
           "dlx/tables/item_orders.cpp";
  }
  return {};
}

std::optional<std::string> fault_of(const fs::path& root, const fs::path& file,
                                    const std::string& included, bool quoted) {
  const Place from = place_of(file);
  if (const auto fault = boost_fault(file, from, included)) return fault;
  if (from.tree == "dlx" && wasm_folders.contains(from.folder) && not_in_wasm.contains(included)) {
    return "WebAssembly lacks this header, and this folder compiles to it";
  }
  const bool own = included.starts_with("dlx/") || included.starts_with("reductions/") ||
                   (from.tree == "apps" && included.starts_with("apps/"));
  if (!own && !quoted) return {};  // a system header
  // The form is fixed, or the rules below could be walked around.
  if (!own || !quoted || included.find("..") != std::string::npos) {
    return "own headers are included as \"dlx/...\" or \"reductions/...\"";
  }
  if (!fs::is_regular_file(root / included)) return "no such file";
  if (fs::path(included).extension() != ".hpp") return "only .hpp files are included";
  const Place to = place_of(included);
  if (!has_rung(to)) {
    return "a folder without a rung in the ladder";
  }
  return ladder_fault(from, to);
}

/// The namespace of a file: that of its folder. Values in dlx/core and the public headers in dlx/
/// are in dlx itself, because everybody uses them; the rooms of apps/ are one program.
std::string namespace_of(const Place& place) {
  if (place.tree == "apps") return "dlx::app";
  if (place.folder.empty() || place.folder == "core") return "dlx";
  return "dlx::" + place.folder;
}

/// What is wrong with a line that opens a namespace of this project; nothing for other lines.
std::optional<std::string> namespace_fault(const Place& place, std::string_view line) {
  constexpr std::string_view opening = "namespace dlx";
  if (!line.starts_with(opening) || !line.ends_with(" {")) return {};
  const std::string_view name = line.substr(10, line.size() - 12);
  const std::string expected = namespace_of(place);
  const bool below = name.starts_with(expected + "::") &&
                     (expected != "dlx" || name == "dlx::detail" || place.tree == "reductions");
  if (name == expected || below) return {};
  return "this folder's namespace is " + expected;
}

struct Include {
  std::string path;  ///< empty if it is not a plain path
  bool quoted = false;
};

/// What a line includes; nothing if it is no #include.
std::optional<Include> parse_include(std::string_view line) {
  const auto skip = [&](std::string_view expected) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(expected)) return false;
    line.remove_prefix(expected.size());
    return true;
  };
  if (!skip("#") || !skip("include")) return {};
  skip("");
  const bool quoted = line.starts_with('"');
  if (!quoted && !line.starts_with('<')) return Include{};
  const std::size_t end = line.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return Include{};
  return Include{std::string(line.substr(1, end - 1)), quoted};
}

void check_file(const fs::path& root, const fs::path& file, LadderReport& report) {
  ++report.files;
  const auto complain = [&](std::size_t line, const std::string& what) {
    report.faults.push_back(file.generic_string() + ":" + std::to_string(line) + ": " + what);
  };

  const Place from = place_of(file);
  if (!has_rung(from)) {
    complain(1, "a folder without a rung in the ladder");
    return;
  }
  std::ifstream in(root / file);
  std::size_t number = 0;
  bool once = false;
  for (std::string line; std::getline(in, line);) {
    ++number;
    once |= line == "#pragma once";
    if (const auto fault = namespace_fault(from, line)) complain(number, *fault);
    const std::optional<Include> include = parse_include(line);
    if (!include) continue;
    ++report.includes;
    if (include->path.empty()) {
      complain(number, "an include is a plain path");
    } else if (const auto fault = fault_of(root, file, include->path, include->quoted)) {
      complain(number, *fault + " (" + include->path + ")");
    }
  }
  if (file.extension() == ".hpp" && !once) complain(1, "a header without #pragma once");
}

}  // namespace

LadderReport check_include_ladder(const fs::path& root) {
  static constexpr std::array<std::string_view, 6> sources = {".hpp", ".cpp", ".h",
                                                              ".cc",  ".ipp", ".inl"};
  std::vector<fs::path> files;
  for (const char* tree : {"dlx", "reductions", "apps"}) {
    if (!fs::is_directory(root / tree)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / tree)) {
      const std::string extension = entry.path().extension().string();
      if (std::find(sources.begin(), sources.end(), extension) != sources.end()) {
        files.push_back(entry.path().lexically_relative(root));
      }
    }
  }
  std::sort(files.begin(), files.end());

  LadderReport report;
  for (const fs::path& file : files) check_file(root, file, report);
  return report;
}

}  // namespace dlx::test
