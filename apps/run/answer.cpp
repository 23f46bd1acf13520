#include "apps/run/answer.hpp"

#include <utility>

#include "apps/run/watch.hpp"
#include "dlx/symmetry/merged_group.hpp"

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

bool Classes::by_canonical_forms() const {
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
  return exit_code(outcome.answer.complete() ? outcome.confirmation.status : outcome.answer.status);
}

Json option_numbers(const Problem& problem, std::span<const OptionId> options) {
  Json numbers = Json::array();
  for (const OptionId option : options) numbers.push_back(problem.number(option));
  return numbers;
}

std::string solution_as_text(const Problem& problem, const Presentation& show, bool json,
                             const std::string& n, std::span<const OptionId> solution) {
  if (!json) return show.text(n, solution);
  Json line = {{"n", n}, {"options", option_numbers(problem, solution)}};
  if (show.fields) show.fields(line, solution);
  return line.dump() + "\n";
}

}  // namespace dlx::app
