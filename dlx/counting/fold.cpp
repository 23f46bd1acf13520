// The problem. Two states of a sweep that a symmetry of the rest of the problem maps to each other
// have equally many completions. A fold merges such states. It must find them in little time for
// each state.
//
// The idea. Each step of a sweep adds the options of one item. The rest of the problem before a
// step consists of the options of this step and of all later steps. A state says which items of the
// frontier are covered, how often, and in which colour. A marker is an additional option with a
// single item of the frontier. It stands for one value of the item's field in the state: for
// example, "the item is covered twice". So a state is a set of markers. Two states belong to the
// same class if an automorphism of the rest of the problem, with all markers, maps one set of
// markers to the other. The cost of a marker is its value, so no automorphism maps markers of
// different values to each other. IsomorphTable finds the classes, and checks every isomorphism
// that it uses.
//
// The rest of the problem has many options, and a canonical form of all these options takes long.
// The options of the next few steps often determine the symmetries. For example, all rows of a
// Latin square that are still empty are equal, so one row is enough. So only the options up to some
// later step are used, if every generator of their automorphisms extends to the entire rest. To
// check this for a generator g, nauty looks for an automorphism of the rest that maps each marker m
// to g(m). So the classes are right for every choice of this later step; a bad choice only costs
// time.
//
// When to fold. A canonical form takes about as long as a thousand transitions between states. So
// folds are worthwhile only where many states are equivalent: before steps at which the rest of the
// problem has more symmetries than at the neighbouring steps. A Latin square has more symmetries
// where a row has just been filled. A sudoku also has more symmetries where the part of a row in
// one box has just been filled. The order of items should therefore finish one row before the next
// begins; see tables::closing_order(). A sample of the states shows how many states a fold would
// merge. A fold that merges less than two states into one on average does not take place; see
// sweep_fold.hpp.
//
// Measured, on one thread: Latin squares of order 7 have at most 16 classes after a row, and 5,040
// states before a fold; sudokus with boxes of 2x4 have at most 29,868 states before a fold, and
// 2,005 classes.
//
// Citation. States up to isomorphism: B. D. McKay and E. Rogoyski, Latin squares of order 10,
// Electronic Journal of Combinatorics 2 (1995), count Latin rectangles row by row with one graph of
// each isomorphism class. This file finds the classes from the automorphisms of the problem, for
// any exact-cover problem.

#include "dlx/counting/fold.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/nauty_search.hpp"

namespace dlx::counting {
namespace {

using tables::FrontierField;

// Work is measured in states that a sweep reads; each takes about 4e-8 s. A visit of a graph vertex
// by nauty takes 5e-9 s (Latin squares, triple systems) to 20e-9 s (sudokus), so it counts as a
// quarter of a state.
constexpr double work_of_visit = 0.25;
// The states of a table are not merged if a field of the states has more bits than this, because
// every value of a field needs an option of its own.
constexpr std::uint32_t most_bits_of_field = 6;
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// The options of some steps of a sweep, and a marker for every value of every field of the states.
/// A marker is an additional option that stands for this value.
struct MarkedPart {
  Problem problem;
  // For each field: the number of its first marker (see above).
  std::vector<std::uint32_t> first_marker;
  std::uint32_t markers_from;  // the options from this number on are the markers

  [[nodiscard]] std::vector<OptionId> markers() const {
    std::vector<OptionId> markers;
    for (std::uint32_t o = markers_from; o < problem.option_count(); ++o) {
      markers.push_back(OptionId{o});
    }
    return markers;
  }
};

class SymmetricFold final : public tables::Fold {
 public:
  SymmetricFold(const Problem& problem, std::span<const ItemId> order,
                const tables::SweepPlan& plan, const std::atomic<bool>* stop, const FoldRule& rule)
      : problem_(problem), order_(order), plan_(plan), rule_(rule) {
    limits_.control.stop = stop;
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      if (plan.steps[s].first_move != plan.steps[s].end_move) steps_.push_back(s);
    }
  }

  bool begin(std::size_t step, std::size_t states) override {
    if (states < rule_.least_states) return false;
    const auto place = std::lower_bound(steps_.begin(), steps_.end(), step);
    if (place == steps_.end() || *place != step) return false;
    fields_ = tables::fields_before(problem_, order_, step);
    const bool fits = std::all_of(fields_.begin(), fields_.end(), [](const FrontierField& field) {
      return field.field.bits <= most_bits_of_field;
    });
    if (!fits || !is_peak(static_cast<std::size_t>(place - steps_.begin()))) return false;
    part_ = part_before(step);
    table_.emplace(part_->problem);
    return true;
  }

  std::optional<Class> class_of(const tables::SweepPlan::Word* key) override {
    std::vector<OptionId> markers;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const std::uint64_t value = fields_[f].field.of(key);
      if (value == 0) continue;
      markers.push_back(OptionId{part_->first_marker[f] + static_cast<std::uint32_t>(value) - 1});
    }
    std::optional<symmetry::IsomorphTable::Form> form = table_->form(markers, limits_);
    if (!form) return {};
    const std::uint64_t work = work_of(form->work);
    const std::lock_guard lock(mutex_);
    const symmetry::IsomorphTable::Known known = table_->add(*std::move(form));
    bytes_ = table_->memory_bytes();
    return Class{static_cast<std::uint32_t>(known.number), work};
  }

  [[nodiscard]] bool is_useful(std::size_t states, std::size_t sample,
                               std::size_t classes_of_sample) const override {
    // A sample of n states has n (n - 1) / 2 pairs. If each class has m of the N states, about (m -
    // 1) / (N - 1) of these pairs are pairs of equivalent states.
    const auto merged = static_cast<double>(sample - classes_of_sample);
    const double pairs = static_cast<double>(sample) * static_cast<double>(sample - 1) / 2;
    return merged * static_cast<double>(states - 1) >= pairs * (rule_.least_merged - 1);
  }

  void end() override {
    table_.reset();
    part_.reset();
    bytes_ = 0;
  }

  [[nodiscard]] std::uint64_t work_of_beginnings() const override { return work_; }
  [[nodiscard]] std::size_t memory_bytes() const override { return bytes_; }

 private:
  /// The number of automorphisms, and how many of them only exchange items with equal options.
  struct Group {
    Natural order, kernel;
  };

  static std::uint64_t work_of(std::uint64_t visits) {
    return 1 + static_cast<std::uint64_t>(work_of_visit * static_cast<double>(visits));
  }

  /// Whether the rest of the problem has at least as many symmetries before this step as before the
  /// neighbouring steps that have options. `place` is the index of the step in steps_.
  bool is_peak(std::size_t place) {
    if (!rule_.only_at_peaks) return true;
    const Group& here = group_before(place);
    const auto is_larger = [&](const Group& other) {
      return other.order * here.kernel > here.order * other.kernel;
    };
    return here.order != here.kernel && (place == 0 || !is_larger(group_before(place - 1))) &&
           (place + 1 == steps_.size() || !is_larger(group_before(place + 1)));
  }

  /// The number of automorphisms of the rest of the problem before a step, and how many of them
  /// only exchange items with equal options. The latter map every state to itself, so callers
  /// divide by their number.
  const Group& group_before(std::size_t place) {
    const auto [known, is_new] = groups_.try_emplace(place);
    if (is_new) {
      const Problem rest = marked({}, steps_[place], plan_.steps.size()).problem;
      known->second = {group_of(rest).order, symmetry::ProblemGraph(rest).order_of_kernel()};
    }
    return known->second;
  }

  symmetry::Automorphisms group_of(const Problem& problem) {
    symmetry::Automorphisms group = symmetry::automorphisms(problem, limits_);
    work_ += work_of(group.work);
    return group;
  }

  /// Tries the options of the next 1, 2, 3, 4, 6, 8, ... steps. Returns the first set of
  /// options whose automorphisms extend to the entire rest of the problem, or the entire rest if
  /// there is no such set.
  MarkedPart part_before(std::size_t step) {
    MarkedPart rest = marked(fields_, step, plan_.steps.size());
    const symmetry::ProblemGraph graph(rest.problem);
    const std::vector<OptionId> markers = rest.markers();
    const std::vector<int> unmoved = labelling(graph, markers);
    for (std::size_t length = 1; !unmoved.empty(); length += 1 + length / 4) {
      if (step + length >= plan_.steps.size()) break;
      MarkedPart part = marked(fields_, step, step + length);
      // Whether some automorphism of the entire rest of the problem maps the markers in the same
      // way as `generator`, an automorphism of the part.
      const auto extends = [&](const symmetry::MatrixPermutation& generator) {
        std::vector<OptionId> moved;
        for (const OptionId marker : part.markers()) {
          moved.push_back(markers[index(generator.options[index(marker)]) - part.markers_from]);
        }
        const std::vector<int> labels = labelling(graph, moved);
        if (labels.empty()) return false;
        const symmetry::MatrixPermutation extended = graph.between(unmoved, labels);
        for (std::size_t m = 0; m < markers.size(); ++m) {
          if (extended.options[index(markers[m])] != moved[m]) return false;
        }
        return is_automorphism(rest.problem, extended);
      };
      const symmetry::Automorphisms group = group_of(part.problem);
      if (group.complete &&
          std::all_of(group.generators.begin(), group.generators.end(), extends)) {
        return part;
      }
    }
    return rest;
  }

  /// The vertices of a graph in canonical order, with the markers first, in the given
  /// order. Returns no vertices if a limit was reached.
  std::vector<int> labelling(const symmetry::ProblemGraph& graph,
                             std::span<const OptionId> markers) {
    symmetry::AutomorphismOptions keeping = limits_;
    keeping.marked = markers;
    keeping.marked_in_order = true;
    symmetry::Labelling labelling;
    const symmetry::Found found = symmetry::search_by_nauty(graph, keeping, &labelling);
    work_ += work_of(found.work);
    if (!found.complete) return {};
    return std::move(labelling.vertices);
  }

  /// The entries of an option or of a marker. The items and colours are those of problem_.
  using EntriesOf = std::vector<Entry>;

  /// The problem that consists of the options of the steps from `step` up to, but not including,
  /// `end`, and of a marker for every value of every field.
  [[nodiscard]] MarkedPart marked(std::span<const FrontierField> fields, std::size_t step,
                                  std::size_t end) const {
    std::vector<EntriesOf> options;
    for (std::size_t s = step; s < end; ++s) {
      for (std::uint32_t m = plan_.steps[s].first_move; m < plan_.steps[s].end_move; ++m) {
        EntriesOf& entries = options.emplace_back();
        for (const Entry entry : problem_.entries(plan_.moves[m].option)) entries.push_back(entry);
      }
    }
    std::vector<EntriesOf> markers;
    std::vector<std::int64_t> values;
    std::vector<std::uint32_t> first_marker;
    for (const FrontierField& field : fields) {
      first_marker.push_back(static_cast<std::uint32_t>(markers.size()));
      if (field.colours.empty()) {
        for (std::uint64_t value = 1; value <= field.field.mask(); ++value) {
          markers.push_back({{field.item}});
          values.push_back(static_cast<std::int64_t>(value));
        }
      }
      for (const Colour colour : field.colours) {  // Markers for colours all have the cost 1.
        markers.push_back({{field.item, colour}});
        values.push_back(1);
      }
    }
    if (end != plan_.steps.size()) make_smaller(fields, first_marker, options, markers);
    const auto markers_from = static_cast<std::uint32_t>(options.size());
    for (std::uint32_t& marker : first_marker) marker += markers_from;
    options.insert(options.end(), markers.begin(), markers.end());
    values.insert(values.begin(), markers_from, 0);
    return {built(options, values), std::move(first_marker), markers_from};
  }

  /// Removes options and entries from a part of the rest of the problem. This may change the
  /// symmetries of the part, because part_before() checks whether they extend to the entire rest.
  /// If an item of the frontier has one marker and belongs to one option, the marker gets the items
  /// of this option, and the option is removed. After that, an item that belongs to only one option
  /// or marker is removed from this option or marker.
  void make_smaller(std::span<const FrontierField> fields,
                    std::span<const std::uint32_t> first_marker, std::vector<EntriesOf>& options,
                    std::vector<EntriesOf>& markers) const {
    std::vector<std::uint32_t> uses(problem_.item_count());
    const auto count_uses = [&](const std::vector<EntriesOf>& lists) {
      for (const EntriesOf& entries : lists) {
        for (const Entry& entry : entries) ++uses[index(entry.item)];
      }
    };
    count_uses(options);
    std::vector<std::uint32_t> marker_of(problem_.item_count(), none);
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const ItemId item = fields[f].item;
      if (fields[f].field.bits == 1 && uses[index(item)] == 1) {
        marker_of[index(item)] = first_marker[f];
      }
    }
    std::erase_if(options, [&](EntriesOf& option) {
      const auto single = std::find_if(option.begin(), option.end(), [&](const Entry& entry) {
        return marker_of[index(entry.item)] != none;
      });
      if (single == option.end()) return false;
      markers[marker_of[index(single->item)]] = std::move(option);
      return true;
    });
    std::fill(uses.begin(), uses.end(), 0);
    count_uses(options);
    count_uses(markers);
    const auto is_needless = [&](const Entry& entry) {
      return uses[index(entry.item)] == 1 && entry.colour == Colour::none &&
             problem_.is_primary(entry.item) && problem_.bounds(entry.item) == Bounds{};
    };
    for (std::vector<EntriesOf>* const lists : {&options, &markers}) {
      for (EntriesOf& entries : *lists) {
        if (!std::all_of(entries.begin(), entries.end(), is_needless)) {
          std::erase_if(entries, is_needless);
        }
      }
    }
  }

  /// Builds a problem from these options, their costs and their items. Options without primary
  /// items get a common primary item, because a Problem requires one.
  [[nodiscard]] Problem built(const std::vector<EntriesOf>& options,
                              const std::vector<std::int64_t>& costs) const {
    std::vector<bool> is_used(problem_.item_count());
    for (const EntriesOf& entries : options) {
      for (const Entry& entry : entries) is_used[index(entry.item)] = true;
    }
    ProblemBuilder builder;
    const ItemId common = builder.primary("common", {0, std::numeric_limits<std::int32_t>::max()});
    std::vector<ItemId> item_of(problem_.item_count());
    for (std::uint32_t i = 0; i < problem_.item_count(); ++i) {
      if (!is_used[i]) continue;
      const ItemId item{i};
      item_of[i] = problem_.is_primary(item)
                       ? builder.primary(std::to_string(i), problem_.bounds(item))
                       : builder.secondary(std::to_string(i));
    }
    for (std::size_t o = 0; o < options.size(); ++o) {
      EntriesOf entries = options[o];
      const bool has_primary = std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
        return problem_.is_primary(entry.item);
      });
      for (Entry& entry : entries) {
        entry.item = item_of[index(entry.item)];
        if (entry.colour != Colour::none)
          entry.colour = builder.colour(problem_.name(entry.colour));
      }
      if (!has_primary) entries.emplace_back(common);
      builder.option(entries, costs[o]);
    }
    return std::move(builder).build();
  }

  const Problem& problem_;
  std::span<const ItemId> order_;
  const tables::SweepPlan& plan_;
  FoldRule rule_;
  symmetry::AutomorphismOptions limits_;
  std::vector<std::size_t> steps_;  // the steps of the sweep that have options
  // By index in steps_: the numbers of automorphisms found so far.
  std::map<std::size_t, Group> groups_;
  std::uint64_t work_ = 0;  // the work of all calls of begin(), in states of a sweep

  // The members from here on belong to the step whose states are being merged.
  std::vector<FrontierField> fields_;
  std::optional<MarkedPart> part_;
  std::optional<symmetry::IsomorphTable> table_;
  std::mutex mutex_;  // guards table_
  std::atomic<std::size_t> bytes_ = 0;
};

}  // namespace

std::unique_ptr<tables::Fold> make_fold(const Problem& problem, std::span<const ItemId> order,
                                        const tables::SweepPlan& plan,
                                        const std::atomic<bool>* stop, const FoldRule& rule) {
  return std::make_unique<SymmetricFold>(problem, order, plan, stop, rule);
}

}  // namespace dlx::counting
