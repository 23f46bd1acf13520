#include "reductions/polycube/collection.hpp"

#include <boost/container/flat_set.hpp>

#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"

namespace dlx::polycube {

std::vector<std::string> faults(const Model& model, const Assembly& assembly) {
  std::vector<std::string> found;
  std::vector<OptionId> options;
  boost::container::flat_set<Cell> filled;
  for (const Placement& placement : assembly) {
    if (placement.piece >= model.puzzle.pieces.size()) {
      found.push_back("there is no piece " + std::to_string(placement.piece + std::uint64_t{1}));
      continue;
    }
    filled.insert(placement.cells.begin(), placement.cells.end());
    if (const auto option = find(model, placement)) {
      options.push_back(*option);
      continue;
    }
    found.push_back("piece " + in_quotes(model.puzzle.pieces[placement.piece].name) +
                    " cannot lie as it does");
  }
  if (!found.empty()) return found;
  // Options past the placements leave cells empty.
  for (std::size_t o = model.placements.size(); o < model.problem.option_count(); ++o) {
    if (!filled.contains(model.puzzle.optional_cells[o - model.placements.size()])) {
      options.push_back(OptionId{static_cast<std::uint32_t>(o)});
    }
  }
  return verify(model.problem, options);
}

}  // namespace dlx::polycube
