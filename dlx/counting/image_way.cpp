// Counts by symmetry, for groups with too many members to be listed.
//
// A set of choices is a set of options that the search has chosen. If a symmetry maps one set of
// choices to another, both sets are contained in equally many solutions. So the sets are classified
// by canonical forms. The solutions that contain a set are counted for one set of each class. The
// count is copied to every other set of the class; such a set is called an image. If another
// counting method can count the solutions that contain a set with little work, that method is used.
// Otherwise the search branches on one more item, but only if some symmetry that moves options maps
// the set to itself. Without such a symmetry, no options of the item are equivalent to each other,
// so the other method counts to the end.
//
// The count is exact and can write a certificate. For an image, the certificate names the set that
// was counted and the symmetry. check/CERTIFICATES.md describes how images are checked.
//
// The progress of the count is estimated from orbits of options under the symmetries that map the
// set of choices to itself. Only the first option of an orbit takes time, because the other options
// lead to images. If every option counted equally, the estimates of the time left would be ten
// times too high, and most of the time would go to a competing method, a sweep that merges
// equivalent states. With two threads, triple systems of 15 points would then take 12 times as
// long, and one-factorisations of K10 3.6 times.
//
// The two other methods that use symmetries do not suffice for such groups. canonical_way()
// computes canonical forms of complete solutions. Each class of solutions needs one form, and there
// may be millions of classes. Such a count cannot be certified. first_choices_way() needs a list of
// all members of the group.
//
// Canonical forms are computed in one thread, because they take only 8 % of the time (Latin squares
// of order 7, triple systems of 15 points).

#include "dlx/counting/ways.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/item_options.hpp"
#include "dlx/counting/counted_rest.hpp"
#include "dlx/preprocess/subproblem.hpp"
#include "dlx/symmetry/symmetry_trace.hpp"

namespace dlx::counting {
namespace {

// Nominal seconds to compute a canonical form, divided by the number of entries of the problem.
constexpr double form_per_entry = 1e-7;

/// The item to branch on: of the items that must be covered once, the item with the fewest options;
/// nullopt if no item must be covered once.
std::optional<ItemId> item_to_branch_on(const Problem& problem) {
  std::optional<ItemId> best;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  const std::vector<std::uint32_t> options = option_counts(problem);
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (problem.bounds(ItemId{i}) != Bounds{} || options[i] >= fewest) continue;
    fewest = options[i];
    best = ItemId{i};
  }
  return best;
}

class ImageWay final : public Way {
 public:
  ImageWay(const Problem& problem, const Problem& symmetric,
           std::span<const std::uint32_t> orbit_of_option, const Tally& weights_of,
           const Context& context, MakeWay make_way, std::uint64_t little_work)
      : problem_(&problem),
        weights_of_(weights_of),
        context_(recording(context, problem)),
        make_way_(std::move(make_way)),
        little_work_(little_work),
        table_(symmetric),
        seconds_of_form_(form_per_entry * static_cast<double>(problem.entry_count())),
        memory_limit_(memory_of(*context.options)) {
    // The empty set of choices has no images, so its canonical form is not needed.
    preprocess::Rest rest = preprocess::rest_after(problem, chosen_);
    const bool branches = item_to_branch_on(rest.problem).has_value();
    branches ? branch(root, rest, orbit_of_option) : begin_leaf(root, std::move(rest), true);
  }

  Status run(const Slice& slice) override {
    const std::uint64_t before = work();
    while (!done_) {
      const Slice left = slice.after(work() - before);
      if (left.is_over()) return Status::running;
      if (context_.stop_is_raised()) return Status::stopped;
      if (memory_bytes() > memory_limit_) return Status::memory_limit;
      if (!leaf_) {
        // A canonical form that was not finished in this call is computed anew in the next call of
        // run().
        if (!open_next(left)) return Status::running;
        continue;
      }
      Slice some = left;
      const std::uint64_t spent = leaf_->counted->way->work();
      if (!leaf_->to_the_end) {
        const std::uint64_t rest = little_work_ - std::min(little_work_, spent);
        some.work = std::min(some.work.value_or(rest), rest);
      }
      leaf_->counted->way->set_memory_limit(memory_limit_);
      const Status status = leaf_->counted->way->run(some);
      report_if_due();
      if (status == Status::exhausted) {
        end_leaf();
      } else if (status != Status::running) {
        return status;
      } else if (!leaf_->to_the_end && leaf_->counted->way->work() >= little_work_) {
        give_up_leaf();
      }
    }
    return Status::exhausted;
  }

  void keep_tables() override {
    if (leaf_) leaf_->counted->way->keep_tables();
  }

  [[nodiscard]] Total counted() const override {
    if (done_) return {total_, Residue(0)};
    Natural sum;
    for (std::size_t k = nodes_.size(); k-- > 0;) {
      if (weights_of_.weighted() && k < chosen_.size()) {
        sum *= weights_of_.weights()[index(chosen_[k])].ways;
      }
      sum += nodes_[k].sum;
    }
    return {sum, Residue(0)};
  }

  [[nodiscard]] double share() const override {
    if (done_) return 1;
    double share = leaf_ ? leaf_->counted->way->share() : 0;
    for (std::size_t k = nodes_.size(); k-- > 0;) {
      const auto& [number, options, orbits, place, sum] = nodes_[k];
      const double here = place < options.size() ? orbits[place + 1] - orbits[place] : 0;
      share = (orbits[place] + here * share) / orbits.back();
    }
    return share;
  }

  [[nodiscard]] std::uint64_t work() const override {
    return work_done_ + sets_ + (leaf_ ? leaf_->counted->way->work() : 0);
  }

  [[nodiscard]] double nominal_seconds() const override {
    return seconds_done_ + seconds_of_form_ * static_cast<double>(sets_) +
           (leaf_ ? leaf_->counted->way->nominal_seconds() : 0);
  }
  [[nodiscard]] double first_pace() const override { return seconds_of_form_; }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return table_.memory_bytes() + (leaf_ ? leaf_->counted->way->memory_bytes() : 0);
  }

  void set_memory_limit(std::size_t bytes) override { memory_limit_ = bytes; }
  void add_to(CountResult& result) const override {
    CountResult sum = so_far_;
    if (leaf_) leaf_->counted->way->add_to(sum);
    search::add(result.statistics, sum.statistics);
    result.states += sum.states;
    result.engine = sum.engine;
  }

  void report_into(CountResult& result) const override {
    result.method = so_far_.method;
    if (so_far_.why.empty() && leaf_) leaf_->counted->way->report_into(result);
    result.why = "by one of each class of first choices, " + std::to_string(images_) + " of the " +
                 std::to_string(sets_) + " being images";
  }

 private:
  /// A set of choices. The solutions that contain it are counted by branching on an item.
  struct Node {
    std::size_t number;                  // the number of the set of choices in table_
    std::vector<OptionId> options = {};  // options of the item, in ascending order
    // [k]: the number of orbits of the first k options, under the symmetries that map the set of
    // choices to itself. Only the first option of an orbit is counted; the others are images.
    std::vector<std::uint32_t> orbits = {};
    std::size_t place = 0;  // index of the option for which solutions are being counted
    Natural sum = {};       // number of solutions that contain an earlier option of the item
  };
  /// A set of choices. Another counting method counts the solutions that contain the set.
  struct Leaf {
    std::size_t number;
    // Whether the other method must count to the end, so that the search does not branch here.
    bool to_the_end;
    std::uint64_t start;  // position in the certificate where the records of the set begin
    std::unique_ptr<CountedRest> counted;
    std::vector<std::uint32_t> orbit_of_option;  // see symmetry::IsomorphTable::Form
  };
  /// A set of choices, once the solutions that contain it have been counted.
  struct Kept {
    Natural solutions;
    std::uint64_t number = 0;  // the number of this set of choices in the certificate
  };
  // The number of the empty set of choices, from which the search starts.
  static constexpr std::size_t root = static_cast<std::size_t>(-1);

  /// Adds the current option of the deepest node to the set of choices. Returns false if the limits
  /// of this call did not suffice.
  bool open(const Slice& slice) {
    const Node& node = nodes_.back();
    chosen_.push_back(node.options[node.place]);
    preprocess::Rest rest = preprocess::rest_after(*problem_, chosen_);
    if (rest.problem.primary_count() == 0) {
      add_to_parent(1);
      return true;
    }
    symmetry::AutomorphismOptions limits;
    limits.control.stop = context_.options->stop;
    limits.control.limits.time.reset();
    // The computation of a canonical form cannot pause, so its time limit is at least 100 ms.
    // Nearly all canonical forms take less than 100 ms.
    constexpr std::chrono::milliseconds least(100);
    if (slice.until) {
      limits.control.limits.time =
          std::max<std::chrono::nanoseconds>(*slice.until - Clock::now(), least);
    } else if (slice.work) {
      limits.control.work = std::max(static_cast<double>(*slice.work) * pace_of(*this),
                                     std::chrono::duration<double>(least).count());
    }
    std::optional<symmetry::IsomorphTable::Known> known = table_.add(chosen_, limits);
    if (!known) {
      chosen_.pop_back();
      return false;
    }
    ++sets_;
    if (!known->is_new) {
      add_image(*known);
      return true;
    }
    kept_.resize(known->number + 1);
    if (context_.trace != nullptr) context_.trace->step(search::Step::keep);
    const bool branches =
        known->stabiliser > table_.order_of_kernel() && item_to_branch_on(rest.problem);
    begin_leaf(known->number, std::move(rest), !branches, std::move(known->orbit_of_option));
    return true;
  }

  /// Continues the search at the deepest node. Returns false if the limits of this call did not
  /// suffice.
  bool open_next(const Slice& slice) {
    Node& node = nodes_.back();
    if (node.place < node.options.size()) return open(slice);
    Natural sum = std::move(node.sum);
    const std::size_t number = node.number;
    nodes_.pop_back();
    if (nodes_.empty()) {
      total_ = std::move(sum);
      done_ = true;
      return true;
    }
    keep(number, std::move(sum));
    return true;
  }

  void report() {
    reported_ = Clock::now();
    context_.report({.nodes = work(), .solutions_known = false, .share = share()});
  }

  /// Reports progress if the interval between two reports has passed. The methods that count single
  /// sets of choices often end before they report any progress.
  void report_if_due() {
    if (!context_.report) return;
    if (Clock::now() - reported_ >= context_.options->progress_interval) report();
  }

  void begin_leaf(std::size_t number, preprocess::Rest rest, bool to_the_end,
                  std::vector<std::uint32_t> orbit_of_option = {}) {
    const std::uint64_t start = context_.trace != nullptr ? context_.trace->position() : 0;
    Context context = context_;
    if (context_.report) {
      context.report = [this](const search::Progress&) { report(); };
    }
    leaf_ = Leaf{number, to_the_end, start,
                 std::make_unique<CountedRest>(*problem_, weights_of_, std::move(context),
                                               std::move(rest), make_way_),
                 std::move(orbit_of_option)};
  }

  /// Removes and returns the current leaf, a set of choices that another method has counted or has
  /// begun to count. Adds the statistics of this method to the sums.
  Leaf take_leaf() {
    Leaf leaf = *std::exchange(leaf_, {});
    const Way& way = *leaf.counted->way;
    work_done_ += way.work();
    seconds_done_ += way.nominal_seconds();
    way.add_to(so_far_);
    return leaf;
  }

  /// Stops the other counting method, because it takes too much work for this set of choices.
  /// Instead, the search branches on one more item.
  void give_up_leaf() {
    const Leaf leaf = take_leaf();
    if (context_.trace != nullptr) context_.trace->rewind(leaf.start);
    branch(leaf.number, leaf.counted->rest, leaf.orbit_of_option);
  }

  void end_leaf() {
    const Leaf leaf = take_leaf();
    leaf.counted->way->report_into(so_far_);
    if (leaf.counted->trace) leaf.counted->trace->flush();
    Natural solutions = leaf.counted->way->counted().solutions;
    if (!nodes_.empty()) return keep(leaf.number, std::move(solutions));
    total_ = std::move(solutions);
    done_ = true;
  }

  void branch(std::size_t number, const preprocess::Rest& rest,
              std::span<const std::uint32_t> orbit_of_option) {
    const ItemId item = rest.items[index(*item_to_branch_on(rest.problem))];
    if (context_.trace != nullptr) context_.trace->branch(index(item));
    Node node{.number = number, .options = options_left(*problem_, rest, item)};
    std::set<std::uint32_t> met;
    node.orbits.push_back(0);
    for (const OptionId o : node.options) {
      met.insert(orbit_of_option[index(o)]);
      node.orbits.push_back(static_cast<std::uint32_t>(met.size()));
    }
    nodes_.push_back(std::move(node));
  }

  void keep(std::size_t number, Natural solutions) {
    kept_[number] = {solutions, next_kept_++};
    add_to_parent(std::move(solutions));
  }

  void add_image(const symmetry::IsomorphTable::Known& known) {
    ++images_;
    if (context_.trace != nullptr) {
      search::Trace& trace = *context_.trace;
      trace.step(search::Step::permutation);
      symmetry::trace_symmetry(trace, *problem_, known.from.options);
      trace.step(search::Step::image);
      trace.number(next_permutation_++);
      trace.number(kept_[known.number].number);
    }
    add_to_parent(kept_[known.number].solutions);
  }

  void add_to_parent(Natural solutions) {
    const OptionId option = chosen_.back();
    chosen_.pop_back();
    if (weights_of_.weighted()) solutions *= weights_of_.weights()[index(option)].ways;
    nodes_.back().sum += solutions;
    ++nodes_.back().place;
  }

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  MakeWay make_way_;
  std::uint64_t little_work_;
  symmetry::IsomorphTable table_;
  // kept_[n] is the count for the set of choices with the number n in table_. It is not valid
  // before this count is finished.
  std::vector<Kept> kept_ = {};
  std::uint64_t next_kept_ = 0, next_permutation_ = 0;
  std::vector<OptionId> chosen_ = {};
  std::vector<Node> nodes_ = {};  // the open nodes of the search, beginning with the root
  std::optional<Leaf> leaf_ = {};
  bool done_ = false;
  Natural total_;
  std::size_t sets_ = 0, images_ = 0;
  std::uint64_t work_done_ = 0;
  double seconds_done_ = 0;  // nominal seconds that other methods spent on finished leaves
  double seconds_of_form_;   // nominal seconds that one canonical form takes
  std::size_t memory_limit_;
  Clock::time_point reported_ = Clock::now();
  CountResult so_far_ = {};  // sum of the statistics of finished leaves
};

}  // namespace

std::unique_ptr<Way> image_way(const Problem& problem, const Problem& symmetric,
                               std::span<const std::uint32_t> orbit_of_option,
                               const Tally& weights_of, const Context& context, MakeWay make_way,
                               std::uint64_t little_work) {
  return std::make_unique<ImageWay>(problem, symmetric, orbit_of_option, weights_of, context,
                                    std::move(make_way), little_work);
}

}  // namespace dlx::counting
