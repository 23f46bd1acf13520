#include "apps/run/answer.hpp"

#include <fmt/format.h>
#include <stdexcept>

#include "apps/run/reading.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/search/control.hpp"
#include "dlx/symmetry/merged_group.hpp"
#include "dlx/symmetry/symmetry_text.hpp"

namespace dlx::app {
namespace {

template <class Result>
Answer answer_with(const Natural& count, const Result& result) {
  Answer answer;
  answer.count = count.to_string();
  answer.engine = result.engine;
  answer.status = result.status;
  answer.statistics = result.statistics;
  return answer;
}

}  // namespace

bool Classes::are_too_many() const {
  if (!are_unlisted()) return false;
  return group->merged() == nullptr || group->merged()->group.listed() == nullptr;
}

Answer answer_of(counting::CountResult result) {
  Answer answer = answer_with(result.value, result);
  answer.fingerprint = result.fingerprint;
  answer.counted = std::move(result);
  return answer;
}

Answer answer_of(ClassesResult result) {
  Answer answer = answer_with(result.classes, result);
  answer.classes = std::move(result);
  return answer;
}

Answer answer_of(const runs::RunResult& result) {
  Answer answer = answer_with(result.value, result);
  answer.fingerprint = result.fingerprint;
  answer.classes = result.classes;
  if (result.by_counter && !result.classes) answer.counted = result;
  answer.units = result.units;
  return answer;
}

std::string certified_count(const Answer& answer) {
  return answer.classes ? answer.classes->solutions.to_string() : answer.count;
}

certificate::Claims claims_of(const Answer& answer, const std::string& more) {
  return {.count = Natural::parse(certified_count(answer)),
          .fingerprint = answer.fingerprint,
          .more = more};
}

std::string claimed_classes(const Answer& answer, const OptionSymmetries& group) {
  return certificate::claim_of_classes(Natural::parse(answer.count), group.order());
}

bool cut_short(Status status) {
  return status == Status::time_limit || status == Status::node_limit ||
         status == Status::memory_limit || status == Status::stopped;
}

int exit_code(Status status) {
  if (status == Status::stopped) return 128 + stopping_signal();
  if (status == Status::memory_limit) return out_of_memory;
  return cut_short(status) ? incomplete : success;
}

int exit_code(const Outcome& outcome) {
  if (outcome.is_no || outcome.answer.is_unique == false) return answer_is_no;
  return exit_code(outcome.answer.complete() ? outcome.confirmation.status : outcome.answer.status);
}

Json option_numbers(const Problem& problem, std::span<const OptionId> options) {
  Json numbers = Json::array();
  for (const OptionId option : options) numbers.push_back(problem.number(option));
  return numbers;
}

void add_options(Json& line, const Problem& problem, std::span<const OptionId> options) {
  line["options"] = option_numbers(problem, options);
  if (!problem.has_option_names()) return;
  Json& names = line["names"] = Json::array();
  for (const OptionId option : options) names.push_back(problem.name(option));
}

std::vector<OptionId> same_numbers(const Problem& problem, const Problem& other,
                                   std::span<const OptionId> options) {
  std::vector<OptionId> same;
  for (const OptionId option : options) {
    same.push_back(other.find_option(problem.number(option)).value());
  }
  return same;
}

std::string solution_as_text(const Problem& problem, const Presentation& show,
                             const Request& request, const std::string& n,
                             std::span<const OptionId> solution) {
  if (const Problem& shown = shown_problem(problem, show); &shown != &problem) {
    return solution_as_text(shown, show, request, n, same_numbers(problem, shown, solution));
  }
  if (request.csv) return io::solution_table(problem, n, solution);
  if (request.numbers) return io::solution_numbers(problem, solution);
  if (!request.json) {
    return show.text ? show.text(n, solution) : io::solution_text(problem, n, solution);
  }
  Json line = {{"n", n}};
  add_options(line, problem, solution);
  if (show.fields) show.fields(line, solution);
  return line.dump() + "\n";
}

namespace {

io::Input symmetries_input(const Request& request) {
  const auto text = request.resumed.find("symmetries");
  return text == request.resumed.end() ? io::Input::open(request.up_to_file, limits(request.read))
                                       : io::Input::from_text(text->second, request.up_to_file);
}

FoundClasses read_classes(const Request& request, const Problem& problem,
                          const search::Deadline& deadline) {
  io::Input input = symmetries_input(request);
  symmetry::Automorphisms given;
  given.generators = symmetry::read_symmetries(input, problem);
  FoundClasses found;
  for (const symmetry::MatrixPermutation& generator : given.generators) {
    found.classes.generators += symmetry_text(problem, generator) + '\n';
  }
  found.classes.group.emplace(problem, std::move(given), symmetry::most_members, deadline);
  if (deadline.reached()) {
    found.status = deadline.why();
  } else if (found.classes.are_too_many()) {
    throw std::invalid_argument(
        fmt::format("{}: its symmetries generate more than {}, which cannot "
                    "be listed; --up-to all has no such limit",
                    input.name(), symmetry::most_members));
  }
  return found;
}

FoundClasses all_classes(const Problem& problem, const search::Deadline& deadline) {
  FoundClasses found;
  found.classes.group = symmetry::whole_group(problem, {.control = deadline.rest()});
  if (!found.classes.group || deadline.reached()) found.status = deadline.why_ended();
  return found;
}

}  // namespace

std::string order_in_words(const Natural& order) {
  constexpr std::size_t most_digits = 60;
  const std::string digits = order.to_string();
  if (digits.size() <= most_digits) return digits;
  return fmt::format("{}.{}e{}", digits[0], digits.substr(1, 3), digits.size() - 1);
}

FoundClasses find_classes(const Request& request, Console& console, const Problem& problem,
                          const Options& search) {
  const search::Deadline deadline(search);
  const bool in_file = !request.up_to_file.empty();
  FoundClasses found =
      in_file ? read_classes(request, problem, deadline) : all_classes(problem, deadline);
  if (found.status != Status::exhausted) return found;
  const std::string order = order_in_words(found.classes.group->order());
  const std::string whose =
      in_file ? "that " + request.up_to_file + " generates" : "of the problem";
  console.note(order == "1" ? "the only symmetry " + whose + " changes nothing"
                            : fmt::format("up to the {} symmetries {}", order, whose));
  return found;
}

}  // namespace dlx::app
