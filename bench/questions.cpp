// Compares one Questions object with a new search for each question. The table has milliseconds of
// processor time for 1,000 questions, and the number of questions that have a solution (November
// 2026):
//
//   KIND     assumptions                         answers    one   new Questions    new Solvers
//   partial  three options of a solution           1,000      7             130            170
//   option   an option                               905    110             290            340
//   pair     two options                              68     34             115            147

#include "bench/questions.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/random.hpp"
#include "dlx/core/restriction.hpp"
#include "dlx/dlx.hpp"
#include "reductions/classics/pentominoes.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::bench {
namespace {

using Question = std::vector<Assumption>;

constexpr int question_count = 1'000;

/// Makes questions that each fix three options of one of the first 200 solutions.
std::vector<Question> partial_solutions(const Problem& problem) {
  std::vector<std::vector<OptionId>> solutions;
  Solver solver(problem);
  while (solutions.size() < 200 && solver.next()) {
    solutions.emplace_back(solver.solution().begin(), solver.solution().end());
  }
  SplitMix64 random(38);
  std::vector<Question> questions(question_count);
  for (Question& question : questions) {
    const std::vector<OptionId>& solution = solutions[random() % solutions.size()];
    for (int k = 0; k < 3; ++k) question.push_back({solution[random() % solution.size()]});
  }
  return questions;
}

std::vector<Question> any_options(const Problem& problem, int size) {
  SplitMix64 random(38);
  std::vector<Question> questions(question_count);
  for (Question& question : questions) {
    for (int k = 0; k < size; ++k) {
      question.push_back({OptionId{static_cast<std::uint32_t>(random() % problem.option_count())}});
    }
  }
  return questions;
}

using Ask = int (*)(const Problem& problem, const std::vector<Question>& questions);

int ask_one(const Problem& problem, const std::vector<Question>& questions) {
  Questions asked(problem);
  int answers = 0;
  for (const Question& question : questions) answers += asked.ask(question) ? 1 : 0;
  return answers;
}

int ask_new_ones(const Problem& problem, const std::vector<Question>& questions) {
  int answers = 0;
  for (const Question& question : questions) answers += Questions(problem).ask(question) ? 1 : 0;
  return answers;
}

int ask_new_solvers(const Problem& problem, const std::vector<Question>& questions) {
  int answers = 0;
  for (const Question& question : questions) {
    std::vector<OptionId> fixed;
    for (const Assumption& each : question) fixed.push_back(each.option);
    answers += Solver(restricted(problem, fixed, {})).next() ? 1 : 0;
  }
  return answers;
}

}  // namespace

void register_questions() {
  const auto problem = std::make_shared<const Problem>(
      polycube::build(classics::pentominoes::puzzle(lattice::box(10, 6))).problem);
  const std::pair<const char*, std::vector<Question>> kinds[] = {
      {"partial", partial_solutions(*problem)},
      {"option", any_options(*problem, 1)},
      {"pair", any_options(*problem, 2)}};
  constexpr std::pair<const char*, Ask> ways[] = {
      {"one", ask_one}, {"new_questions", ask_new_ones}, {"new_solvers", ask_new_solvers}};
  for (const auto& [kind, questions] : kinds) {
    const int answers = ask_one(*problem, questions);
    for (const auto& [how, ask] : ways) {
      const std::string name = std::string("questions/") + kind + "/" + how;
      benchmark::RegisterBenchmark(name.c_str(), [problem, questions = questions, ask = ask,
                                                  answers](benchmark::State& state) {
        for (auto _ : state) {
          if (ask(*problem, questions) != answers) throw std::runtime_error("other answers");
        }
        state.counters["answers"] = answers;
      })->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace dlx::bench
