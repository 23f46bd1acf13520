#include "dlx/runs/begun_run.hpp"

#include <unistd.h>

#include <exception>
#include <utility>

#include "dlx/runs/search_facts.hpp"

namespace dlx::runs {

BegunRun::BegunRun(std::string path, const MakeFacts& facts, std::uint64_t nodes)
    : path_(std::move(path)),
      continues_(path_.empty() || ::access(path_.c_str(), F_OK) == 0),
      exceptions_(std::uncaught_exceptions()) {
  if (!continues_) Ledger::create(path_, facts(), nodes);
}

BegunRun::~BegunRun() {
  if (continues_ || std::uncaught_exceptions() == exceptions_) return;
  try {
    if (!is_planned(read_ledger(path_).facts)) ::unlink(path_.c_str());
  } catch (const std::exception&) {
    // The file stays, as the exception that ends the program leaves it.
  }
}

bool is_planned(const RunFacts& facts) {
  return facts.contains("engine");
}

void plan_run(const std::string& path, Ledger& ledger, const RunFacts& facts,
              const RunFacts& origin) {
  const RunFacts& found = ledger.facts();
  if (is_planned(found)) return compare_facts(path, facts, found);
  compare_facts(path, {{"problem", facts.at("problem")}, {"task", facts.at("task")}}, found);
  RunFacts all = facts;
  for (const auto& [name, value] : origin) {
    const auto place = found.find(name);
    if (place == found.end() || place->second != value) all[name] = value;
  }
  ledger.note(all);
}

}  // namespace dlx::runs
