// `dlx_cluster_sim PROBLEM [OPTION=VALUE ...]` computes how long a run of dlx-cluster would take on
// many workers. The program searches a problem on this machine and records how the search tree
// divides. Then it simulates dlx-cluster on this tree, for several numbers of workers and lengths
// of units. The output is a table of efficiencies, and --svg=FILE draws the table as a graph.
//
// The search tree is cut into atoms of a few nodes each. The children of an atom are atoms with the
// open work that the atom leaves. A unit searches atoms, the deepest first, until its time is used
// up. The atoms that a unit leaves are dealt to new units, as in dlx-cluster. An atom that is only
// partly searched goes to one new unit. The clock is simulated. The time of an atom is proportional
// to its nodes, and --core-hours is the time of the whole tree. The manager spends --manager-ms on
// each unit, one unit after another. A worker loses --worker-ms with each unit.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <queue>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/tally.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/solver.hpp"
#include "reductions/drawing/svg.hpp"

namespace {

using namespace dlx;

struct Settings {
  double atom_nodes = 100;  // number of nodes of an atom
  double most_nodes = 2e7;  // limit on the nodes that are really searched
  double core_hours = 100;  // simulated time of the whole tree
  double manager_ms = 0.8;  // time of the manager for each unit
  double worker_ms = 8;     // time of a worker for each unit, besides the search
};

struct Atom {
  double nodes = 0;
  std::uint32_t first_child = 0;
  std::uint32_t children = 0;
};

/// Searches the problem and returns the atoms of the search tree; the first atom has the root. If
/// the search reaches the limit on nodes, atoms that were not searched have 0 nodes.
std::vector<Atom> atoms_of(const Problem& problem, const Settings& settings) {
  constexpr std::uint32_t most_children = 16;
  const auto worker = dlx::runs::counting_worker(Solver(problem, {}), Tally());
  std::vector<Atom> atoms(1);
  std::deque<search::OpenWork> open{search::OpenWork{}};
  double nodes = 0;
  for (std::size_t k = 0; k < atoms.size() && nodes < settings.most_nodes; ++k) {
    search::OpenWork rest;
    const runs::Sums sums = worker->work(
        {.id = k, .part = open.front(), .nodes = static_cast<std::uint64_t>(settings.atom_nodes)},
        rest);
    open.pop_front();
    atoms[k].nodes = static_cast<double>(sums.nodes);
    nodes += atoms[k].nodes;
    atoms[k].first_child = static_cast<std::uint32_t>(atoms.size());
    for (search::OpenWork& part : deal(rest, most_children)) {
      open.push_back(std::move(part));
      atoms.emplace_back();
      ++atoms[k].children;
    }
  }
  return atoms;
}

struct Played {
  double efficiency = 0;
  double seconds = 0;
  std::uint64_t units = 0;
};

/// Simulates a run with the rules of apps/cluster/manager.cpp and a simulated clock.
class Game {
 public:
  Game(const std::vector<Atom>& atoms, const Settings& settings, std::size_t workers, double unit_s)
      : atoms_(atoms), settings_(settings), workers_(workers), unit_s_(unit_s) {
    for (const Atom& atom : atoms) nodes_ += atom.nodes;
    seconds_per_node_ = settings.core_hours * 3600 / nodes_;
  }

  Played play() {
    waiting_.push_back({{piece(0)}, unit_s_ / 100});
    idle_ = workers_;
    send(0);
    while (!busy_.empty()) {
      Done done = busy_.top();
      busy_.pop();
      clock_ = std::max(clock_, done.at) + settings_.manager_ms * 1e-3;
      ++units_;
      const std::vector<Piece> rest = std::move(rests_[done.rest]);
      free_.push_back(done.rest);
      ++idle_;
      hand_in(rest);
      send(clock_);
    }
    const double work = settings_.core_hours * 3600;
    return {work / (clock_ * static_cast<double>(workers_)), clock_, units_};
  }

 private:
  struct Piece {
    std::uint32_t atom;
    double seconds;  // time that the rest of the atom takes
  };
  struct Unit {
    std::vector<Piece> pieces;  // atoms to be searched; the deepest atom is last
    double seconds;             // limit on the time of the unit
  };
  struct Done {
    double at;
    std::size_t rest;
    bool operator<(const Done& other) const { return at > other.at; }
  };

  [[nodiscard]] Piece piece(std::uint32_t atom) const {
    return {atom, atoms_[atom].nodes * seconds_per_node_};
  }

  void hand_in(const std::vector<Piece>& rest) {
    const std::size_t wanted = 2 * workers_;
    const bool few = waiting_.size() < wanted;
    std::size_t parts = few ? std::clamp<std::size_t>(wanted - waiting_.size(), 2, 16) : 1;
    parts = std::min(parts, rest.size());
    const double budget = std::min(unit_s_, 0.1 + clock_ / 10) / (few ? 4 : 1);
    std::vector<Unit> made(parts, Unit{{}, budget});
    for (std::size_t k = 0; k < rest.size(); ++k) made[k % parts].pieces.push_back(rest[k]);
    for (Unit& unit : made) waiting_.push_back(std::move(unit));
  }

  /// Gives waiting units to idle workers. The search of a unit is simulated at once, and the end of
  /// the unit is entered in the queue `busy_`.
  void send(double now) {
    for (; idle_ > 0 && !waiting_.empty(); --idle_) {
      Unit unit = std::move(waiting_.front());
      waiting_.pop_front();
      double took = 0;
      while (!unit.pieces.empty() && took < unit.seconds) {
        Piece& last = unit.pieces.back();
        const double now_s = std::min(last.seconds, unit.seconds - took);
        took += now_s;
        last.seconds -= now_s;
        if (last.seconds > 0) break;
        const Atom& atom = atoms_[last.atom];
        unit.pieces.pop_back();
        for (std::uint32_t k = 0; k < atom.children; ++k) {
          unit.pieces.push_back(piece(atom.first_child + k));
        }
      }
      std::size_t place = rests_.size();
      if (free_.empty()) {
        rests_.emplace_back();
      } else {
        place = free_.back();
        free_.pop_back();
      }
      rests_[place] = std::move(unit.pieces);
      busy_.push({now + took + settings_.worker_ms * 1e-3, place});
    }
  }

  const std::vector<Atom>& atoms_;
  const Settings& settings_;
  std::size_t workers_;
  double unit_s_;
  double nodes_ = 0;
  double seconds_per_node_ = 0;
  double clock_ = 0;
  std::uint64_t units_ = 0;
  std::size_t idle_ = 0;
  std::deque<Unit> waiting_;
  std::priority_queue<Done> busy_;
  std::vector<std::vector<Piece>> rests_;
  std::vector<std::size_t> free_;
};

const std::vector<std::size_t> crowds = {16, 64, 256, 1024, 4096, 10'000};
const std::vector<double> unit_lengths = {1, 2, 5, 10, 30};

/// Draws the efficiency as a function of the number of workers, with a line for each length of
/// units.
std::string drawn(const std::map<std::pair<double, std::size_t>, Played>& games,
                  const std::string& title) {
  constexpr double left = 60, top = 40, width = 480, height = 300;
  drawing::svg::Drawing picture(680, 400);
  picture.rectangle(0, 0, 680, 400, "white");
  const auto x = [&](std::size_t k) {
    return left + width * static_cast<double>(k) / static_cast<double>(crowds.size() - 1);
  };
  const auto y = [&](double efficiency) { return top + height * (1 - efficiency); };
  picture.text(300, 20, 14, title);
  for (int percent = 0; percent <= 100; percent += 20) {
    picture.path(fmt::format("M {} {} h {}", left, y(percent / 100.0), width), 0.5, "grey");
    picture.text(30, y(percent / 100.0), 12, fmt::format("{} %", percent));
  }
  for (std::size_t k = 0; k < crowds.size(); ++k) {
    picture.text(x(k), top + height + 16, 12, std::to_string(crowds[k]));
  }
  picture.text(left + width / 2, top + height + 40, 12, "workers of one core");
  int hue = 0;
  double label = top + 10;
  for (const double unit_s : unit_lengths) {
    const std::string colour = fmt::format("hsl({}, 70%, 40%)", hue);
    std::string path;
    for (std::size_t k = 0; k < crowds.size(); ++k) {
      const double at = y(std::min(games.at({unit_s, crowds[k]}).efficiency, 1.0));
      path += fmt::format("{} {:.1f} {:.1f} ", k == 0 ? "M" : "L", x(k), at);
    }
    picture.path(path, 2, colour);
    picture.path(fmt::format("M {} {} h 24", left + width + 20, label), 2, colour);
    picture.text(left + width + 95, label, 12, fmt::format("units of {:g} s", unit_s));
    label += 20;
    hue += 60;
  }
  return picture.file(title);
}

double number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value > 0)) {
    throw std::invalid_argument("'" + text + "' is not a positive number");
  }
  return value;
}

}  // namespace

int main(int argc, char** argv) try {
  Settings settings;
  std::string file;
  std::string svg_file;
  const std::map<std::string, double*> known = {{"--atom-nodes", &settings.atom_nodes},
                                                {"--most-nodes", &settings.most_nodes},
                                                {"--core-hours", &settings.core_hours},
                                                {"--manager-ms", &settings.manager_ms},
                                                {"--worker-ms", &settings.worker_ms}};
  for (const std::string word : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) {
    const auto equals = word.find('=');
    if (!word.starts_with("--")) {
      file = word;
    } else if (word.starts_with("--svg=")) {
      svg_file = word.substr(6);
    } else if (equals != std::string::npos && known.contains(word.substr(0, equals))) {
      *known.at(word.substr(0, equals)) = number(word.substr(equals + 1));
    } else {
      throw std::invalid_argument("unknown option " + word);
    }
  }
  if (file.empty())
    throw std::invalid_argument("usage: dlx_cluster_sim PROBLEM [OPTION=VALUE ...]");
  io::Input input = io::Input::open(file);
  const std::vector<Atom> atoms = atoms_of(read_knuth_text(input, {}).problem, settings);
  double nodes = 0;
  for (const Atom& atom : atoms) nodes += atom.nodes;
  const std::string title =
      fmt::format("{:g} core hours, {:g} ms of the manager, {:g} ms a unit", settings.core_hours,
                  settings.manager_ms, settings.worker_ms);
  fmt::print("{} nodes in {} atoms; {}\n\n| units of |", static_cast<std::uint64_t>(nodes),
             atoms.size(), title);
  for (const std::size_t crowd : crowds) fmt::print(" {} |", crowd);
  fmt::print("\n|--:|");
  for (std::size_t k = 0; k < crowds.size(); ++k) fmt::print("--:|");
  std::map<std::pair<double, std::size_t>, Played> games;
  for (const double unit_s : unit_lengths) {
    fmt::print("\n| {:g} s |", unit_s);
    for (const std::size_t crowd : crowds) {
      const Played game = Game(atoms, settings, crowd, unit_s).play();
      games[{unit_s, crowd}] = game;
      fmt::print(" {:.0f} % |", 100 * game.efficiency);
    }
  }
  fmt::print("\n");
  if (!svg_file.empty()) {
    const std::string picture = drawn(games, title);
    std::FILE* out = std::fopen(svg_file.c_str(), "w");
    const bool written =
        out != nullptr && std::fwrite(picture.data(), 1, picture.size(), out) == picture.size();
    if (out == nullptr || std::fclose(out) != 0 || !written) {
      throw std::runtime_error(svg_file + ": cannot be written");
    }
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "dlx_cluster_sim: %s\n", e.what());
  return 1;
}
