// A run of `dlx design` that tests one set of pieces after another saves a record of each set
// tested. The file of the run stores these records in its facts: named texts. About once a second,
// a transaction writes one fact with all new records, one record in each line. If the program stops
// before the record of a set is written, the next run counts the set again and stores the record
// under the same key. Therefore at most the last second of work is lost, and each record is stored
// once.

#include "apps/run/design_records.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "apps/run/run_facts.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/run_facts.hpp"

namespace dlx::app {
namespace {

std::string problem_of(const design::Design& design, const std::string& text) {
  // The options --no-flip and --no-turn may restrict the rotations of pieces more than the text
  // does. The allowed rotations are therefore part of the text that identifies the design.
  const std::string turns = design.turning == polycube::Turning::rotations
                                ? ""
                                : fmt::format("\nturning {}", to_string(design.turning));
  return certificate::sha256(text + turns);
}

}  // namespace

runs::RunFacts design_facts(const Request& request, const design::Design& design,
                            const std::string& text, const std::string& method) {
  return {{"problem", problem_of(design, text)},
          {"up to", std::string(to_string(request.options.up_to))},
          {"engine", method},
          {"task", "design"}};
}

runs::RunFacts begun_design(const Request& request, const design::Design& design,
                            const std::string& text) {
  runs::RunFacts facts = origin_of(request);
  facts["text"] = text;
  facts["problem"] = problem_of(design, text);
  facts["task"] = "design";
  return facts;
}

runs::Ledger& open_run(std::optional<runs::Ledger>& ledger, const Request& request,
                       const design::Design& design, const runs::RunFacts& facts,
                       const std::string& text,
                       const std::function<void(std::uint64_t, const runs::Sums&)>& visit_done) {
  const std::string& file = request.options.checkpoint;
  ledger.emplace(file, visit_done);
  plan_run(file, *ledger, facts, begun_design(request, design, text));
  return *ledger;
}

std::string kinds_of(const design::Set& set) {
  std::string text;
  for (std::size_t k = 0; k < set.size(); ++k) {
    for (std::uint32_t copy = 0; copy < set[k]; ++copy) text += fmt::format(" {}", k);
  }
  return text;
}

DesignRecords::DesignRecords(const Request& request, const design::Design& design,
                             const std::string& text, const std::string& method, std::string kind)
    : kind_(std::move(kind)) {
  if (request.options.checkpoint.empty()) return;
  const runs::Ledger& ledger =
      open_run(ledger_, request, design, design_facts(request, design, text, method), text);
  for (const auto& [name, value] : ledger.facts()) {
    if (!name.starts_with(kind_ + " ")) continue;
    ++batches_;
    for (const std::string_view line : split_at(value, "\n")) {
      const std::size_t equals = line.find('=');
      if (equals == std::string_view::npos) {
        throw runs::CheckpointError(request.options.checkpoint +
                                    ": the checkpoint is damaged: " + name);
      }
      records_.emplace(line.substr(0, equals), line.substr(equals + 1));
    }
  }
  found_ = records_.size();
}

const std::string* DesignRecords::find(const std::string& key) const {
  const auto record = records_.find(key);
  return record == records_.end() ? nullptr : &record->second;
}

void DesignRecords::add(const std::string& key, const std::string& value) {
  records_.emplace(key, value);
  if (!ledger_) return;
  unwritten_ += fmt::format("{}={}\n", key, value);
  if (std::chrono::steady_clock::now() - written_ >= std::chrono::seconds(1)) flush();
}

void DesignRecords::flush() {
  written_ = std::chrono::steady_clock::now();
  if (!ledger_ || unwritten_.empty()) return;
  ledger_->note({{fmt::format("{} {}", kind_, batches_), unwritten_}});
  ++batches_;
  unwritten_.clear();
}

void DesignRecords::record_answer(const std::string& answer) {
  flush();
  if (ledger_ && ledger_->answer() == nullptr) ledger_->record_answer(answer);
}

}  // namespace dlx::app
