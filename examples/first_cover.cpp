// A first problem: choose a crew in which every duty falls to exactly one person.
//
// Items are what must be covered, here the duties. Options are what may be chosen, here the people,
// each with the duties they would take. A secondary item may be covered once or not at all: there
// is one upper bunk, and nobody has to sleep in it.

#include <dlx/dlx.hpp>
#include <initializer_list>
#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

int main() {
  dlx::ProblemBuilder builder;
  const auto cook = builder.primary("cook"), steer = builder.primary("steer"),
             mend = builder.primary("mend"), heal = builder.primary("heal"),
             sing = builder.primary("sing");
  const auto bunk = builder.secondary("upper-bunk");

  // Option i is person i; the last number is a wage.
  std::vector<std::string> people;
  const auto person = [&](const char* name, std::initializer_list<dlx::Entry> takes, int wage) {
    builder.option(takes, wage);
    people.emplace_back(name);
  };
  person("Ada", {cook, sing, bunk}, 40);
  person("Bo", {steer, mend}, 50);
  person("Cleo", {heal}, 35);
  person("Dan", {heal, steer, bunk}, 30);
  person("Eve", {cook, sing}, 55);
  person("Finn", {mend}, 15);
  const dlx::Problem problem = std::move(builder).build();

  dlx::Solver solver(problem);
  for (const std::span<const dlx::OptionId> crew : solver.solutions()) {
    std::cout << "crew:";
    for (const dlx::OptionId option : crew) {
      std::cout << ' ' << people[index(option)] << " (";
      const char* separator = "";
      for (const dlx::ItemId item : problem.items(option)) {
        std::cout << std::exchange(separator, ", ") << problem.name(item);
      }
      std::cout << ')';
    }
    std::cout << '\n';
  }

  // Solver does not look at costs; this does, and proves that nothing is cheaper.
  const dlx::CheapestResult best = dlx::cheapest(problem);
  if (!best.solutions.empty()) std::cout << "least wages: " << best.solutions[0].cost << '\n';
}
