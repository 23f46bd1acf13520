// The C ABI, built as a separate shared library. A program in C, or in another language that loads
// the library, therefore does not link libstdc++ itself. The library exports only the functions of
// dlx.h (version script exports.map). A static library was rejected, because other languages cannot
// load it. Returning error messages as strings was rejected, because every caller would have to
// release them.
//
// Each function runs its body in guarded(), which converts exceptions to error codes. The message
// of the last error is in a fixed buffer for each thread, because memory may be exhausted when the
// error occurs.

#include "dlx.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "dlx/cheapest.hpp"
#include "dlx/core/decimal.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/restriction.hpp"
#include "dlx/core/text.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/problem_format.hpp"
#include "dlx/options.hpp"
#include "dlx/runs/cheapest.hpp"
#include "dlx/runs/count.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/search/options.hpp"
#include "dlx/solve/questions.hpp"
#include "dlx/solver.hpp"
#include "dlx/version.hpp"

struct dlx_builder {
  dlx::ProblemBuilder builder = {};
  // The entries of the option that is being added. The vector is a member, so that its memory is
  // reused.
  std::vector<dlx::Entry> entries = {};
};

struct dlx_problem {
  dlx::Problem problem;
};

struct dlx_stop {
  std::atomic<bool> wanted = false;
};

struct dlx_options {
  dlx::Options options = {};
};

/// The options of the current solution. The caller gets a pointer to this array.
struct KeptSolution {
  const dlx::Problem* problem;
  std::vector<std::uint32_t> options = {};

  void take(std::span<const dlx::OptionId> solution) {
    options.clear();
    for (const dlx::OptionId option : solution) options.push_back(problem->number(option) - 1);
  }
};

struct dlx_solver {
  dlx::Solver solver;
  KeptSolution kept;
};

struct dlx_questions {
  dlx::solve::Questions questions;
  KeptSolution kept;
  std::vector<dlx::Assumption> assumptions = {};
  std::vector<dlx_assumption> core = {};
};

namespace {

thread_local char last_error[1024] = "";

dlx_code fail(dlx_code code, const char* message) noexcept {
  std::strncpy(last_error, message, sizeof last_error - 1);
  // If the last UTF-8 character of the message does not fit completely, all of its bytes are left
  // out.
  std::size_t end = std::strlen(last_error);
  if (end == sizeof last_error - 1) {
    while (end > 0 && (static_cast<unsigned char>(last_error[end - 1]) & 0xC0U) == 0x80U) --end;
    if (end > 0 && (static_cast<unsigned char>(last_error[end - 1]) & 0x80U) != 0) --end;
  }
  last_error[end] = '\0';
  return code;
}

/// Calls `body`, and converts exceptions to error codes.
template <class Body>
dlx_code guarded(Body body) noexcept {
  try {
    body();
    return DLX_OK;
  } catch (const std::bad_alloc&) {
    return fail(DLX_OUT_OF_MEMORY, "out of memory");
  } catch (const std::length_error&) {
    return fail(DLX_OUT_OF_MEMORY, "out of memory");
  } catch (const dlx::io::SystemError& e) {
    return fail(DLX_BAD_INPUT, e.what());
  } catch (const dlx::runs::CheckpointError& e) {
    return fail(DLX_BAD_INPUT, e.what());
  } catch (const std::system_error& e) {
    return fail(DLX_OUT_OF_MEMORY, e.what());
  } catch (const std::invalid_argument& e) {
    return fail(DLX_BAD_INPUT, e.what());
  } catch (const dlx::io::InputError& e) {
    return fail(DLX_BAD_INPUT, e.what());
  } catch (const dlx::io::InputLimitError& e) {
    return fail(DLX_BAD_INPUT, e.what());
  } catch (const std::exception& e) {
    return fail(DLX_INTERNAL_ERROR, e.what());
  } catch (...) {
    return fail(DLX_INTERNAL_ERROR, "unknown exception");
  }
}

/// Throws if a pointer is NULL; the message names the first such pointer.
void require(std::initializer_list<std::pair<const void*, const char*>> pointers) {
  for (const auto& [pointer, name] : pointers) {
    if (pointer == nullptr) throw std::invalid_argument(std::string(name) + " is NULL");
  }
}

/// Converts a dlx::Status to a dlx_status. The enumerators of both types have equal values.
dlx_status status_of(dlx::Status status) noexcept {
  static_assert(static_cast<int>(dlx::Status::exhausted) == DLX_EXHAUSTED);
  static_assert(static_cast<int>(dlx::Status::stopped) == DLX_STOPPED);
  return static_cast<dlx_status>(status);
}

double gap_of(const dlx::search::CostGap& gap) {
  return gap.share().value_or(-1);
}

/// Creates an object that the caller must release.
template <class Object>
dlx_code make(Object** made, const char* name) noexcept {
  return guarded([&] {
    require({{made, name}});
    *made = new Object;
  });
}

/// The caller's options, or the default options for NULL.
const dlx_options& known(const dlx_options* given) {
  static const dlx_options usual;
  return given == nullptr ? usual : *given;
}

/// Throws if the options ask for classes of solutions, because a search for solutions cannot select
/// one of each class.
void refuse_classes(const dlx_options& asked) {
  if (asked.options.up_to != dlx::UpTo::none) {
    throw std::invalid_argument("up_to: it is for counts, and this lists solutions");
  }
}

/// Checks the options for use with `problem`, and returns them.
dlx::Options checked(const dlx_options& asked, const dlx::Problem& problem) {
  dlx::refuse(asked.options, {"max_cost"}, "what does not search for the cheapest solutions");
  return dlx::search::checked(asked.options, &problem);
}

dlx::Solver solver_of(const dlx::Problem& problem, const dlx_options* asked) {
  const dlx::Options options = checked(known(asked), problem);
  return dlx::Solver(problem, options, dlx::runs::search_jobs(options));
}

/// Sets the output arguments: a pointer to the options of the solution and their number, or NULL
/// and 0 if there is no solution.
void hand_out(bool found, const KeptSolution& kept, const std::uint32_t** options,
              std::size_t* count) {
  // The address of this constant is returned for a solution without options.
  static constexpr std::uint32_t nothing = 0;
  const std::uint32_t* const first = kept.options.empty() ? &nothing : kept.options.data();
  *options = found ? first : nullptr;
  *count = found ? kept.options.size() : 0;
}

void hand_out(const std::optional<std::vector<dlx::OptionId>>& answer, dlx_questions& questions,
              const std::uint32_t** options, std::size_t* count) {
  if (answer) questions.kept.take(*answer);
  hand_out(answer.has_value(), questions.kept, options, count);
}

dlx::OptionId option_at(const dlx::Problem& problem, std::uint32_t number) {
  if (const auto option = problem.find_option(std::uint64_t{number} + 1)) return *option;
  throw std::invalid_argument("option " + std::to_string(number) +
                              " does not exist; options are numbered from 0");
}

std::vector<dlx::OptionId> options_at(const dlx::Problem& problem, const std::uint32_t* numbers,
                                      std::size_t count, const char* name) {
  if (count > 0) require({{numbers, name}});
  std::vector<dlx::OptionId> options;
  for (const std::uint32_t number : std::span(numbers, count)) {
    options.push_back(option_at(problem, number));
  }
  return options;
}

void declare_primary(dlx_builder* builder, const char* name, dlx::Bounds bounds,
                     std::uint32_t* item) {
  require({{builder, "builder"}, {name, "name"}});
  const dlx::ItemId made = builder->builder.primary(name, bounds);
  if (item != nullptr) *item = index(made);
}

}  // namespace

const char* dlx_version(void) {
  return DLX_VERSION;
}

const char* dlx_last_error(void) {
  return last_error;
}

dlx_code dlx_builder_new(dlx_builder** builder) {
  return make(builder, "builder");
}

void dlx_builder_free(dlx_builder* builder) {
  delete builder;
}

dlx_code dlx_primary(dlx_builder* builder, const char* name, uint32_t* item) {
  return guarded([&] { declare_primary(builder, name, dlx::Bounds{}, item); });
}

dlx_code dlx_primary_bounds(dlx_builder* builder, const char* name, uint32_t least, uint32_t most,
                            uint32_t* item) {
  return guarded([&] { declare_primary(builder, name, {least, most}, item); });
}

dlx_code dlx_secondary(dlx_builder* builder, const char* name, uint32_t* item) {
  return guarded([&] {
    require({{builder, "builder"}, {name, "name"}});
    const dlx::ItemId made = builder->builder.secondary(name);
    if (item != nullptr) *item = index(made);
  });
}

dlx_code dlx_colour(dlx_builder* builder, const char* name, uint32_t* colour) {
  return guarded([&] {
    require({{builder, "builder"}, {name, "name"}, {colour, "colour"}});
    *colour = index(builder->builder.colour(name));
  });
}

dlx_code dlx_option(dlx_builder* builder, const dlx_entry* entries, size_t count,
                    uint32_t* option) {
  return dlx_option_at_cost(builder, entries, count, "0", option);
}

dlx_code dlx_option_at_cost(dlx_builder* builder, const dlx_entry* entries, size_t count,
                            const char* cost, uint32_t* option) {
  return guarded([&] {
    require({{builder, "builder"}, {cost, "cost"}});
    if (count > 0) require({{entries, "entries"}});
    const auto number = dlx::to_decimal(cost);
    if (!number) throw std::invalid_argument(dlx::in_quotes(cost) + " is not a cost");
    builder->entries.clear();
    for (const dlx_entry& entry : std::span(entries, count)) {
      builder->entries.emplace_back(dlx::ItemId{entry.item}, dlx::Colour{entry.colour});
    }
    const dlx::OptionId made = builder->builder.option(builder->entries, *number);
    if (option != nullptr) *option = index(made);
  });
}

dlx_code dlx_build(dlx_builder* builder, dlx_problem** problem) {
  return guarded([&] {
    require({{builder, "builder"}, {problem, "problem"}});
    dlx_builder taken = std::exchange(*builder, dlx_builder{});
    *problem = new dlx_problem{std::move(taken.builder).build()};
  });
}

dlx_code dlx_read_text(const char* text, size_t size, dlx_problem** problem) {
  return guarded([&] {
    if (size > 0) require({{text, "text"}});
    require({{problem, "problem"}});
    dlx::io::Input input = dlx::io::Input::from_text(std::string(text, size), "<text>");
    *problem = new dlx_problem{
        dlx::io::read_problem(input, dlx::ProblemFormat::knuth, {.refuse_without_options = true})
            .problem};
  });
}

void dlx_problem_free(dlx_problem* problem) {
  delete problem;
}

dlx_code dlx_restrict(const dlx_problem* problem, const uint32_t* fixed, size_t fixed_count,
                      const uint32_t* forbidden, size_t forbidden_count, dlx_problem** restricted) {
  return guarded([&] {
    require({{problem, "problem"}, {restricted, "restricted"}});
    const dlx::Problem& whole = problem->problem;
    *restricted = new dlx_problem{
        dlx::restricted(whole, options_at(whole, fixed, fixed_count, "fixed"),
                        options_at(whole, forbidden, forbidden_count, "forbidden"))};
  });
}

uint32_t dlx_item_count(const dlx_problem* problem) {
  return problem == nullptr ? 0 : problem->problem.item_count();
}

uint32_t dlx_primary_count(const dlx_problem* problem) {
  return problem == nullptr ? 0 : problem->problem.primary_count();
}

uint32_t dlx_option_count(const dlx_problem* problem) {
  return problem == nullptr ? 0 : problem->problem.option_count();
}

dlx_code dlx_stop_new(dlx_stop** stop) {
  return make(stop, "stop");
}

void dlx_stop_free(dlx_stop* stop) {
  delete stop;
}

void dlx_stop_set(dlx_stop* stop, int wanted) {
  if (stop != nullptr) stop->wanted.store(wanted != 0, std::memory_order_relaxed);
}

dlx_code dlx_options_new(dlx_options** options) {
  return make(options, "options");
}

void dlx_options_free(dlx_options* options) {
  delete options;
}

dlx_code dlx_set(dlx_options* options, const char* name, const char* value) {
  return guarded([&] {
    require({{options, "options"}, {name, "name"}, {value, "value"}});
    dlx::set(options->options, name, value);
  });
}

dlx_code dlx_set_stop(dlx_options* options, const dlx_stop* stop) {
  return guarded([&] {
    require({{options, "options"}});
    options->options.stop = stop == nullptr ? nullptr : &stop->wanted;
  });
}

dlx_code dlx_set_progress(dlx_options* options, dlx_progress progress, void* data, double seconds) {
  return guarded([&] {
    require({{options, "options"}});
    // 9e9 seconds are 285 years. The integers of the clock cannot represent much longer times.
    constexpr double longest = 9e9;
    if (!(seconds > 0 && seconds < longest)) {
      throw std::invalid_argument(
          "seconds between calls of progress: not a number above 0 and below 9e9");
    }
    options->options.on_progress = {};
    if (progress != nullptr) {
      options->options.on_progress = [progress, data](const dlx::search::Progress& p) {
        progress(data, p.nodes, p.states, p.share,
                 gap_of(p.costs.value_or(dlx::search::CostGap())));
      };
    }
    options->options.progress_interval =
        std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
  });
}

dlx_code dlx_solver_new(const dlx_problem* problem, const dlx_options* options,
                        dlx_solver** solver) {
  return guarded([&] {
    require({{problem, "problem"}, {solver, "solver"}});
    refuse_classes(known(options));
    *solver = new dlx_solver{solver_of(problem->problem, options), {&problem->problem}};
  });
}

void dlx_solver_free(dlx_solver* solver) {
  delete solver;
}

dlx_code dlx_next(dlx_solver* solver, const uint32_t** options, size_t* count) {
  return guarded([&] {
    require({{solver, "solver"}, {options, "options"}, {count, "count"}});
    const bool found = solver->solver.next();
    if (found) solver->kept.take(solver->solver.solution());
    hand_out(found, solver->kept, options, count);
  });
}

dlx_status dlx_solver_status(const dlx_solver* solver) {
  return solver == nullptr ? DLX_RUNNING : status_of(solver->solver.status());
}

uint64_t dlx_solver_nodes(const dlx_solver* solver) {
  std::uint64_t nodes = 0;
  // statistics() may allocate memory, so exceptions must be caught.
  if (solver != nullptr) {
    static_cast<void>(guarded([&] { nodes = solver->solver.statistics().nodes; }));
  }
  return nodes;
}

dlx_code dlx_solver_limits(dlx_solver* solver, const dlx_options* options) {
  return guarded([&] {
    require({{solver, "solver"}});
    solver->solver.set_limits(dlx::search::limits_of(known(options).options));
  });
}

dlx_code dlx_solve(const dlx_problem* problem, const dlx_options* options, dlx_visitor visit,
                   void* data, dlx_status* status) {
  return guarded([&] {
    require({{problem, "problem"}});
    if (visit == nullptr) throw std::invalid_argument("visit is NULL");
    refuse_classes(known(options));
    dlx::Solver solver = solver_of(problem->problem, options);
    KeptSolution kept{&problem->problem};
    bool stopped = false;
    while (!stopped && solver.next()) {
      kept.take(solver.solution());
      stopped = visit(data, kept.options.data(), kept.options.size()) != 0;
    }
    if (status != nullptr) *status = stopped ? DLX_STOPPED : status_of(solver.status());
  });
}

dlx_code dlx_questions_new(const dlx_problem* problem, const dlx_options* options,
                           dlx_questions** questions) {
  return guarded([&] {
    require({{problem, "problem"}, {questions, "questions"}});
    refuse_classes(known(options));
    *questions = new dlx_questions{
        dlx::solve::Questions(problem->problem, checked(known(options), problem->problem)),
        {&problem->problem}};
  });
}

void dlx_questions_free(dlx_questions* questions) {
  delete questions;
}

dlx_code dlx_ask(dlx_questions* questions, const dlx_assumption* assumptions,
                 size_t assumption_count, const uint32_t** options, size_t* count) {
  return guarded([&] {
    require({{questions, "questions"}, {options, "options"}, {count, "count"}});
    if (assumption_count > 0) require({{assumptions, "assumptions"}});
    questions->assumptions.clear();
    for (const dlx_assumption& each : std::span(assumptions, assumption_count)) {
      questions->assumptions.push_back(
          {option_at(*questions->kept.problem, each.option), each.chosen != 0});
    }
    hand_out(questions->questions.ask(questions->assumptions), *questions, options, count);
  });
}

dlx_code dlx_ask_another(dlx_questions* questions, const uint32_t** options, size_t* count) {
  return guarded([&] {
    require({{questions, "questions"}, {options, "options"}, {count, "count"}});
    hand_out(questions->questions.another(), *questions, options, count);
  });
}

dlx_status dlx_questions_status(const dlx_questions* questions) {
  return questions == nullptr ? DLX_RUNNING : status_of(questions->questions.status());
}

dlx_code dlx_core(dlx_questions* questions, const dlx_assumption** assumptions, size_t* count,
                  int* is_minimal) {
  return guarded([&] {
    require({{questions, "questions"},
             {assumptions, "assumptions"},
             {count, "count"},
             {is_minimal, "is_minimal"}});
    const dlx::solve::Questions::Core found = questions->questions.core();
    questions->core.clear();
    for (const dlx::Assumption& each : found.assumptions) {
      questions->core.push_back(
          {questions->kept.problem->number(each.option) - 1, each.chosen ? 1 : 0});
    }
    // If the core (assumptions that together exclude every solution) is empty, the address of this
    // constant is returned.
    static constexpr dlx_assumption nothing = {0, 0};
    *assumptions = questions->core.empty() ? &nothing : questions->core.data();
    *count = questions->core.size();
    *is_minimal = found.is_minimal ? 1 : 0;
  });
}

dlx_code dlx_cheapest(const dlx_problem* problem, const dlx_options* options, uint64_t wanted,
                      dlx_costed_visitor visit, void* data, dlx_costs* costs) {
  return guarded([&] {
    require({{problem, "problem"}, {costs, "costs"}});
    dlx::CheapestWanted asked{.k = wanted, .count = visit == nullptr};
    if (wanted == DLX_OF_LEAST_COST) asked.k.reset();
    dlx::Options search = dlx::search::checked(known(options).options, &problem->problem);
    search.on_progress = dlx::search::steady(search.on_progress);
    const auto found = dlx::runs::cheapest(problem->problem, asked, search);
    const dlx::search::CostGap gap = found.gap();
    *costs = {status_of(found.status), found.count,       found.places,          gap.best ? 1 : 0,
              gap.best.value_or(0),    gap.bound ? 1 : 0, gap.bound.value_or(0), gap_of(gap)};
    if (visit == nullptr) return;
    KeptSolution kept{&problem->problem};
    for (const auto& [cost, solution] : found.solutions) {
      kept.take(solution);
      if (visit(data, cost, kept.options.data(), kept.options.size()) != 0) return;
    }
  });
}

dlx_code dlx_count(const dlx_problem* problem, const dlx_options* options, char** digits,
                   dlx_status* status) {
  return guarded([&] {
    require({{problem, "problem"}, {digits, "digits"}, {status, "status"}});
    const dlx::runs::RunResult found =
        dlx::runs::count(problem->problem, checked(known(options), problem->problem));
    const std::string text = found.value.to_string();
    auto* const copied = static_cast<char*>(std::malloc(text.size() + 1));
    if (copied == nullptr) throw std::bad_alloc();
    std::memcpy(copied, text.c_str(), text.size() + 1);
    *digits = copied;
    *status = status_of(found.status);
  });
}

void dlx_string_free(char* string) {
  std::free(string);
}
