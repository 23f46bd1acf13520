#include "dlx/runs/search_facts.hpp"

#include <utility>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/text.hpp"

namespace dlx::runs {

RunFacts search_facts(const Problem& problem, const Problem& searched,
                      const search::SearchOptions& search) {
  std::string branching(to_string(search.branching.rule));
  for (const ItemId item : search.branching.order) branching += ' ' + std::to_string(index(item));
  return {{"problem", certificate::identity(problem)},
          {"searched problem", certificate::identity(searched)},
          {"engine", std::string(to_string(search.engine))},
          {"branching", branching}};
}

void compare_facts(const std::string& file, const RunFacts& wanted, const RunFacts& found) {
  const auto value_in = [](const RunFacts& facts, const std::string& name) {
    const auto place = facts.find(name);
    return place == facts.end() ? std::string("nothing") : place->second;
  };
  const auto check = [&](const std::string& name) {
    const std::string& value = wanted.at(name);
    if (value_in(found, name) == value) return;
    if (name == "searched problem") {
      throw CheckpointError(file + ": the checkpoint was made by dlx " +
                            value_in(found, "program") +
                            ", which removed other options before the search");
    }
    throw CheckpointError(file + ": the checkpoint is of another run: its " + name + " is " +
                          in_quotes(value_in(found, name)) + ", not " + in_quotes(value));
  };
  for (const char* name : {"problem", "up to"}) {  // other things follow from these
    if (wanted.contains(name)) check(name);
  }
  for (const auto& [name, value] : wanted) check(name);
  for (const auto& [fact, what] : {std::pair("certificate", "makes a certificate"),
                                   {"seed", "makes a fingerprint"},
                                   {dropped_options_fact, "drops options of its file"}}) {
    if (found.contains(fact) && !wanted.contains(fact)) {
      throw CheckpointError(file + ": the checkpoint is of another run: it " + what);
    }
  }
}

}  // namespace dlx::runs
