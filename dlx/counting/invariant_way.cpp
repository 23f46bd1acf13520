#include "dlx/counting/ways.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace dlx::counting {
namespace {

class InvariantWay final : public Way {
 public:
  InvariantWay(const Problem& problem, const Context& context,
               std::optional<preprocess::Invariant> found)
      : problem_(&problem), context_(recording(context, problem)), found_(std::move(found)) {}

  Status run(const Slice&) override {
    if (!found_) {
      const search::Deadline deadline = context_.deadline();
      preprocess::InvariantSearch search = preprocess::refuting_invariant(*problem_, deadline);
      if (!search.complete) return deadline.why_ended();
      found_ = std::move(search.found);
    }
    if (!found_) throw std::invalid_argument("no invariant excludes all solutions");
    if (context_.trace != nullptr) context_.trace->invariant(found_->modulus, found_->weights);
    return Status::exhausted;
  }

  [[nodiscard]] Total counted() const override { return {0, Residue(0)}; }
  [[nodiscard]] double share() const override { return found_ ? 1 : 0; }
  [[nodiscard]] std::uint64_t work() const override { return 0; }
  [[nodiscard]] double nominal_seconds() const override { return 0; }
  [[nodiscard]] std::size_t memory_bytes() const override { return 0; }
  void add_to(CountResult& /*result*/) const override {}
  void report_into(CountResult& result) const override {
    result.method = CountMethod::invariant;
    if (!found_) return;
    result.why = "by weights of items modulo " + std::to_string(found_->modulus) +
                 " every option weighs 0, and what is to be covered does not";
  }

 private:
  const Problem* problem_;
  Context context_;
  std::optional<preprocess::Invariant> found_;
};

}  // namespace

std::unique_ptr<Way> invariant_way(const Problem& problem, const Context& context,
                                   std::optional<preprocess::Invariant> found) {
  return std::make_unique<InvariantWay>(problem, context, std::move(found));
}

}  // namespace dlx::counting
