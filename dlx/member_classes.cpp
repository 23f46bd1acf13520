#include "dlx/class_way.hpp"

#include <chrono>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/symmetry/conjugacy_classes.hpp"
#include "dlx/symmetry/conjugates.hpp"
#include "dlx/symmetry/first_choices.hpp"
#include "dlx/symmetry/merged_group.hpp"
#include "dlx/symmetry/quotient.hpp"
#include "dlx/symmetry/symmetry_trace.hpp"

namespace dlx {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* by_orbits = "by one option of each orbit of an item's options";
constexpr const char* by_members = "by the solutions that each member of the group keeps";
constexpr const char* by_visiting = "by going through solutions";

Natural mean(const Natural& sum, const Natural& order) {
  if (sum % order != 0) {
    throw std::logic_error("solutions that members keep are not a multiple of their number");
  }
  return sum / order;
}

void require_few_members(const Problem& problem, const OptionSymmetries& group) {
  // The maximum number of options times the number of symmetries, because a checker must compute
  // the image of each option under each symmetry.
  constexpr std::size_t most = 10'000'000;
  const std::size_t options = problem.option_count();
  if (group.order() <= most / (options + 1)) return;
  throw std::invalid_argument(
      "no certificate: " + quantity(group.order(), "symmetry", "symmetries") + " of " +
      quantity(options, "option") + " are more than a checker takes");
}

/// The problem whose solutions are the solutions that a symmetry maps to themselves. Throws
/// std::invalid_argument if no such problem exists, because a certificate then cannot be written.
Problem certified_quotient(const Problem& problem, const OptionPermutation& member) {
  if (std::optional<Problem> orbits = symmetry::quotient(problem, member))
    return *std::move(orbits);
  throw std::invalid_argument(
      "no certificate: a symmetry takes options to others with the same item, which may be "
      "covered several times");
}

void trace_generators(search::Trace& trace, const Problem& problem,
                      const symmetry::Conjugates& members) {
  trace.number(members.generators.size());
  for (const auto& generator : members.generators)
    symmetry::trace_symmetry(trace, problem, generator);
}

void trace_members(search::Trace& trace, const Problem& problem,
                   const symmetry::Conjugates& members) {
  for (std::size_t m = 1; m < members.members.size(); ++m) {
    if (members.first_conjugates[m].first == m)
      (void)certified_quotient(problem, members.members[m]);
  }
  trace_generators(trace, problem, members);
}

/// Two numbers of solutions: of the problem in which equal options (with equal items, colours and
/// cost) are merged, and of the given problem.
struct Found {
  Natural merged;
  Natural all;
};

/// Computes both numbers from one count. The weight of an option is the number of options merged
/// into it, so the weighted number of solutions is Found::all. The fingerprint factor of each
/// option is 1, so the fingerprint is Found::merged modulo a prime. Returns nothing if
/// Found::merged may be larger than the prime.
std::optional<Found> both_of(const counting::CountResult& counted) {
  if (!counted.fingerprint) return Found{counted.value, counted.value};
  if (counted.value >= Natural(Residue::modulus)) return {};
  return Found{counted.fingerprint->value(), counted.value};
}

/// The number of cycles of a permutation of options, divided by the number of options.
double share_of_orbits(const OptionPermutation& member) {
  std::vector<bool> seen(member.size());
  std::size_t orbits = 0;
  for (std::size_t o = 0; o < member.size(); ++o) {
    if (seen[o]) continue;
    ++orbits;
    for (std::size_t k = o; !seen[k]; k = index(member[k])) seen[k] = true;
  }
  return member.empty() ? 1 : static_cast<double>(orbits) / static_cast<double>(member.size());
}

/// A count of the classes of the given problem, or of the problem that is left after a first choice
/// (an option with which the count begins). After a first choice, the group consists of the members
/// that map the chosen option to itself.
struct Level {
  Level(const Problem& whole, const symmetry::SymmetryGroup& whole_group,
        const std::vector<std::string>& whole_order, const symmetry::FirstChoice& first_choice)
      : problem(&whole),
        group(whole_group.listed()),
        order(whole_group.order()),
        branching(whole_order),
        orbit(first_choice.orbit) {
    if (first_choice.chosen.empty()) return;
    rest = after(whole, *group, first_choice);
    problem = &rest->rest.problem;
    group = &rest->group;
    order = group->order();
    branching = search::order_on(*problem, whole_order);
  }
  /// Sets the weights of options, if each option of the whole problem represents the set of equal
  /// options merged into it.
  void weigh(const preprocess::AlikeOptions& alike, const symmetry::FirstChoice& first_choice) {
    orbit *= alike.ways(first_choice.chosen);
    for (std::uint32_t o = 0; o < problem->option_count(); ++o) {
      const OptionId original = rest ? rest->rest.originals[o] : OptionId{o};
      weights.push_back({alike.originals[index(original)].size(), Residue(1)});
    }
  }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

  std::optional<symmetry::Remainder> rest = {};
  const Problem* problem;
  // The group of symmetries; null if its members are not listed.
  const OptionSymmetries* group;
  Natural order;  // the number of members of the group
  // The names of items in the order in which the search branches on them; may be empty.
  std::vector<std::string> branching;
  Natural orbit;  // the number of solutions of the whole problem for each solution of `problem`
  // For each option: the number of options that were merged into it.
  std::vector<OptionWeight> weights = {};
  // The members of the group. If they are too many to be listed: at first only the identity, and
  // later one member of each conjugacy class.
  symmetry::Conjugates members = {};
  std::vector<Natural> class_sizes = {};  // for each conjugacy class: the number of its members
  // For each member: the estimated work of the counts for the members before it. The last element
  // is the work for all members.
  std::vector<double> work_before = {};
  // For each member: the number of solutions that the member maps to themselves.
  std::vector<Natural> kept = {};
  std::optional<Natural> all = {};  // the weighted number of solutions, once it is known
  // Whether one solution of each class is visited. This is necessary if quotient() returns nothing
  // for some member, so that Burnside's lemma cannot be used.
  bool is_visited = false;
  Natural visited = {}, visited_classes = {};

  /// Estimates, for each member, the work of counting the solutions that the member maps to
  /// themselves. They are the solutions of a problem with an option for each orbit of options. If
  /// the whole problem takes the work W, a problem with a fraction p of its options is assumed to
  /// take the work W^p.
  void weigh_members() {
    // The number of nodes that counting all solutions is assumed to take.
    constexpr double whole = 1e6;
    work_before.assign(1, 0);
    for (std::size_t m = 0; m < members.members.size(); ++m) {
      const bool is_counted = members.first_conjugates[m].first == m;
      const double part = m == 0 ? 1 : share_of_orbits(members.members[m]);
      work_before.push_back(work_before.back() + (is_counted ? std::pow(whole, part - 1) : 0));
    }
  }
  [[nodiscard]] search::PartOfWork part(std::size_t member) const {
    const double whole = work_before.back();
    return {work_before[member] / whole, (work_before[member + 1] - work_before[member]) / whole};
  }

  /// Whether `members` is complete: all members of the group, or one of each conjugacy class.
  [[nodiscard]] bool has_members() const { return group != nullptr || !class_sizes.empty(); }
  [[nodiscard]] bool is_counted() const {
    return is_visited || (has_members() && kept.size() == members.members.size());
  }
  /// The number of classes, or a lower bound until the counts for all members are done. `more` is
  /// the number of all solutions found so far, while they are being counted.
  [[nodiscard]] Natural classes(const Natural& more) const {
    if (is_visited) return visited_classes;
    // A class has at most as many solutions as the group has members, which gives a lower bound.
    if (!is_counted()) {
      const Natural& solutions = kept.empty() ? more : kept[0];
      return solutions / order + (solutions % order == 0 ? 0 : 1);
    }
    Natural sum;
    for (std::size_t m = 0; m < kept.size(); ++m) {
      sum += class_sizes.empty() ? kept[m] : kept[m] * class_sizes[m];
    }
    return mean(sum, order);
  }
  /// The number of solutions of the whole problem that the solutions of this problem represent.
  /// `more` is the weighted number of solutions found so far, while they are being counted.
  [[nodiscard]] Natural solutions(const Natural& more) const {
    return orbit * (is_visited ? visited : all ? *all : more);
  }
  /// If equal options were merged: the number of solutions that this solution represents, the
  /// product of the weights of its options.
  [[nodiscard]] Natural ways(std::span<const OptionId> solution) const {
    Natural product = 1;
    if (weights.empty()) return product;
    for (const OptionId option : solution) product *= weights[index(option)].ways;
    return product;
  }
};

/// Counts classes by Burnside's lemma: one count of solutions for each member of the group that is
/// not conjugate to an earlier member. After a first choice (an option with which the count
/// begins), only the members that map this option to itself are used. If the members are too many
/// to be listed, their conjugacy classes are found after all solutions are counted. If a
/// certificate is written, there are no first choices.
class MemberClasses final : public ClassWay {
 public:
  MemberClasses(const Problem& problem, const symmetry::SymmetryGroup& group,
                const Options& options, const counting::Resources& resources,
                std::optional<Natural> all, const preprocess::AlikeOptions* alike)
      : problem_(&problem),
        group_(&group),
        alike_(alike),
        trace_(options.trace),
        resources_(resources),
        all_(std::move(all)),
        symmetry_(options.symmetry),
        left_(for_counts(options)),
        report_(steady(options.on_progress)) {
    if (trace_ != nullptr) require_few_members(problem, *group.listed());
  }

  Status run(Time time) override {
    const search::Deadline slice(time, nullptr);
    if (first_choices_.empty()) begin();
    while (!done_.complete()) {
      if (!is_under_way() && !begin_next(slice)) break;
      done_.status = counter_ ? counter_->run({.time = slice.left()}) : visit(slice.left());
      if (done_.status != Status::exhausted) break;
      done_.status = Status::running;
      end_count();
    }
    return done_.status;
  }

  void keep_tables() override {
    if (counter_) counter_->keep_tables();
  }

  [[nodiscard]] Status status() const override { return done_.status; }

  [[nodiscard]] ClassesResult result() const override {
    ClassesResult result = done_;
    if (alike_ != nullptr) result.why = "alike options as one, " + result.why;
    if (!level_) return result;
    Found more;
    if (counter_ && level_->kept.empty()) {
      const counting::CountResult counted = counter_->result();
      more = both_of(counted).value_or(Found{0, counted.value});
    }
    result.classes += level_->classes(more.merged);
    result.solutions += level_->solutions(more.all);
    if (counter_) add_to(result, counter_->result());
    if (visitor_) add_to(result, *visitor_);
    return result;
  }

  [[nodiscard]] bool has_all_solutions() const override {
    return done_.complete() || (level_ && level_->group == nullptr && level_->all);
  }

  [[nodiscard]] double share() const override {
    if (done_.complete()) return 1;
    if (!level_) return 0;
    double of_level = 0;
    if (counter_) {
      const search::PartOfWork member = level_->part(level_->kept.size());
      of_level = member.before + member.weight * counter_->share();
    }
    return (static_cast<double>(first_choice_) + of_level) /
           static_cast<double>(first_choices_.size());
  }

 private:
  /// The options for the counts of single problems. The certificate is set separately for each
  /// count.
  static Options for_counts(Options options) {
    options.trace = nullptr;
    options.fingerprint.reset();
    return options;
  }

  /// The deadline for work that visits no nodes, such as finding first choices.
  [[nodiscard]] search::Deadline deadline() const { return search::Deadline(left_.search()); }

  void begin() {
    if (trace_ != nullptr || all_ || group_->listed() == nullptr) {
      first_choices_ = {symmetry::FirstChoice{}};
    } else {
      // First choices use the symmetries already, so the counts do not look for symmetries.
      symmetry_ = false;
      first_choices_ = first_choices(*problem_, *group_->listed(),
                                     symmetry::FirstChoiceUse::classes, deadline());
    }
  }

  [[nodiscard]] bool is_under_way() const { return counter_ || visitor_; }

  /// Begins the next count of solutions. Returns false if all counts are done, or if a limit ended
  /// the preparation of the count. done_.status is then `exhausted` or names the limit.
  bool begin_next(const search::Deadline& slice) {
    while (first_choice_ < first_choices_.size()) {
      if (!level_ && !begin_level()) return false;
      while (!level_->is_counted()) {
        if (!level_->kept.empty() && !level_->has_members()) {
          if (!find_members(slice)) return false;
        } else if (begin_member(level_->kept.size())) {
          return true;
        }
      }
      end_level();
    }
    explain("the group has one member");
    done_.status = Status::exhausted;
    return false;
  }

  bool begin_level() {
    const symmetry::FirstChoice& first_choice = first_choices_[first_choice_];
    level_.emplace(*problem_, *group_, left_.search().order, first_choice);
    if (alike_ != nullptr) level_->weigh(*alike_, first_choice);
    if (!first_choice.chosen.empty()) explain(by_orbits);
    if (level_->group == nullptr) {
      set_members({first_ids<OptionId>(problem_->option_count())}, {});
      return true;
    }
    std::optional<symmetry::Conjugates> members = symmetry::conjugates(*level_->group, deadline());
    if (!members) {
      level_.reset();
      done_.status = deadline().why_ended();
      return false;
    }
    level_->members = *std::move(members);
    // Members that differ only in the images of options that the first choice has removed are
    // listed once, so the order of the group may be smaller now.
    level_->order = level_->members.members.size();
    level_->weigh_members();
    if (trace_ != nullptr && !all_) trace_members(*trace_, *problem_, level_->members);
    return true;
  }

  void set_members(std::vector<OptionPermutation> members, std::vector<Natural> class_sizes) {
    level_->members.first_conjugates.clear();
    for (std::size_t m = 0; m < members.size(); ++m) {
      level_->members.first_conjugates.push_back({m, 0});
    }
    level_->members.members = std::move(members);
    level_->class_sizes = std::move(class_sizes);
    level_->weigh_members();
  }

  /// Continues the search for one member of each conjugacy class. Returns false if not all classes
  /// are known yet.
  bool find_members(const search::Deadline& slice) {
    if (problem_->has_multiplicities()) {  // With multiplicities, quotient() may return nothing.
      done_.status = Status::memory_limit;
      return false;
    }
    if (!conjugacy_) {
      conjugacy_.emplace(*problem_, group_->order(), memory_of(left_.search()) / 2);
    }
    const search::Limits left = left_.limits();
    const std::optional<std::chrono::nanoseconds> in_slice = slice.left();
    const bool is_slice = in_slice && (!left.time || *in_slice < *left.time);
    const search::Deadline until(is_slice ? in_slice : left.time, left_.search().stop);
    done_.status = conjugacy_->find(until);
    if (done_.status == Status::exhausted) {
      done_.status = Status::running;
      set_members(conjugacy_->members(), conjugacy_->sizes());
      conjugacy_.reset();
      return true;
    }
    const bool is_ended = until.why() == Status::stopped || (!is_slice && until.reached());
    if (done_.status == Status::running && is_ended) done_.status = until.why_ended();
    return false;
  }

  /// Begins to count the solutions that member number m maps to themselves. Returns false if their
  /// number is already known.
  bool begin_member(std::size_t m) {
    const auto [first, by] = level_->members.first_conjugates[m];
    if (m == 0 && all_) {
      level_->all = *all_;
      level_->kept.push_back(*all_);
    } else if (m == 0) {
      begin_count(*level_->problem, trace_);
      // If the members are listed, later counts are for small problems, so they do not look for
      // symmetries.
      if (level_->group != nullptr) symmetry_ = false;
      return true;
    } else if (first == m) {
      begin_quotient(level_->members.members[m]);
      return true;
    } else {
      if (trace_ != nullptr) {
        trace_->number(first);
        trace_->number(by);
      }
      level_->kept.push_back(level_->kept[first]);
    }
    return false;
  }

  void begin_quotient(const OptionPermutation& member) {
    if (trace_ != nullptr) {
      quotient_.emplace(certified_quotient(*problem_, member));
      trace_->number(0);
      trace_->flush();
      quotient_trace_.emplace(trace_->sink(), *quotient_);
      return begin_count(*quotient_, &*quotient_trace_);
    }
    quotient_ = symmetry::quotient(*level_->problem, member);
    if (quotient_) return begin_count(*quotient_, nullptr);
    explain(by_visiting);
    level_->is_visited = true;
    report_member();
    Options search = left_.search();
    search.order = level_->branching;
    search.preprocess = false;
    visitor_.emplace(*level_->problem, *level_->group, search, resources_.jobs);
  }

  void begin_count(const Problem& problem, search::Trace* trace) {
    report_member();
    Options options = left_.search();
    options.symmetry = symmetry_;
    options.trace = trace;
    options.order = search::order_on(problem, level_->branching);
    const bool is_of_level = level_->kept.empty();
    const bool weighs = is_of_level && !level_->all;
    resources_.alike = is_of_level ? alike_counts_ : counting::Alike{};
    counter_.emplace(problem, options, resources_,
                     weighs ? level_->weights : std::vector<OptionWeight>());
  }

  void report_member() {
    left_.report_to(as_part(
        as_part(report_, search::PartOfWork::of_equal(first_choice_, first_choices_.size())),
        level_->part(level_->kept.size())));
  }

  Status visit(Time time) {
    return visit_on(*visitor_, left_.limits(), time, [&] {
      ++level_->visited_classes;
      level_->visited += visitor_->class_size() * level_->ways(visitor_->solution());
      return true;
    });
  }

  void end_count() {
    if (visitor_) {
      left_.use(visitor_->statistics().nodes);
      add_to(done_, *visitor_);
      visitor_.reset();
      return;
    }
    const counting::CountResult counted = counter_->result();
    left_.use(counted.statistics.nodes);
    add_to(done_, counted);
    if (level_->kept.empty()) learn_from(counted);
    // If there are too many solutions, one count does not give both numbers of a Found. The
    // solutions are then counted again without weights.
    const std::optional<Found> both = both_of(counted);
    if (level_->kept.empty() && !level_->all) level_->all = counted.value;
    if (both) level_->kept.push_back(both->merged);
    counter_.reset();
    if (quotient_trace_) quotient_trace_->flush();
    quotient_trace_.reset();
  }

  /// Uses the time and the method of a count after a first choice to predict the counts after the
  /// next first choices.
  void learn_from(const counting::CountResult& counted) {
    seconds_of_levels_ += counted.nominal_seconds;
    alike_counts_.seconds = seconds_of_levels_ / ++counts_of_levels_;
    alike_counts_.method = counted.method;
    if (counted.quicker != EngineKind::automatic) alike_counts_.engine = counted.quicker;
  }

  void end_level() {
    if (!level_->is_visited && level_->order > 1) explain(by_members);
    done_.classes += level_->classes({});
    done_.solutions += level_->solutions({});
    level_.reset();
    ++first_choice_;
  }

  static void add_to(ClassesResult& result, const counting::CountResult& counted) {
    add_to(result, counted.statistics, counted.method, counted.engine);
  }
  static void add_to(ClassesResult& result, const Representatives& found) {
    add_to(result, found.statistics(), CountMethod::search, found.engine());
  }
  static void add_to(ClassesResult& result, const search::Statistics& statistics,
                     CountMethod method, EngineKind engine) {
    ++result.problems;
    search::add(result.statistics, statistics);
    result.method = method;
    result.engine = engine;
  }

  /// Stores the explanation of how classes are counted, unless an explanation is already stored.
  void explain(const char* text) {
    if (done_.why.empty()) done_.why = text;
  }

  const Problem* problem_;
  const symmetry::SymmetryGroup* group_;
  const preprocess::AlikeOptions* alike_;
  search::Trace* trace_;
  counting::Resources resources_;
  // The sum of the nominal seconds of the counts after first choices.
  double seconds_of_levels_ = 0;
  int counts_of_levels_ = 0;
  // The method and the average time of the counts after first choices so far.
  counting::Alike alike_counts_ = {};
  std::optional<Natural> all_;
  bool symmetry_;  // whether the next count looks for symmetries
  search::Allowance left_;
  search::ProgressCallback report_;

  std::vector<symmetry::FirstChoice> first_choices_ = {};
  std::size_t first_choice_ = 0;
  std::optional<Level> level_ = {};  // the count of classes after the current first choice
  std::optional<symmetry::ConjugacyClasses> conjugacy_ = {};
  std::optional<Problem> quotient_ = {};
  std::optional<search::Trace> quotient_trace_ = {};
  // Counts the solutions that the current member maps to themselves.
  std::optional<counting::Counter> counter_ = {};
  // The search that visits one solution of each class, if Burnside's lemma cannot be used.
  std::optional<Representatives> visitor_ = {};
  ClassesResult done_ = {};  // the sum of the counts after all first choices that are done
};

}  // namespace

std::unique_ptr<ClassWay> member_classes(const Problem& problem,
                                         const symmetry::SymmetryGroup& group,
                                         const Options& options,
                                         const counting::Resources& resources,
                                         std::optional<Natural> all) {
  const symmetry::MergedGroup* const merged = group.merged();
  if (merged == nullptr) {
    return std::make_unique<MemberClasses>(problem, group, options, resources, std::move(all),
                                           nullptr);
  }
  return std::make_unique<MemberClasses>(merged->alike.problem, merged->group, options, resources,
                                         std::nullopt, &merged->alike);
}

void trace_group(search::Trace& trace, const Problem& problem, const OptionSymmetries& group) {
  require_few_members(problem, group);
  trace_members(trace, problem, symmetry::conjugates(group).value());
}

void trace_group_of_costs(search::Trace& trace, const Problem& problem,
                          const OptionSymmetries& group) {
  require_few_members(problem, group);
  trace_generators(trace, problem, symmetry::conjugates(group).value());
}

}  // namespace dlx
