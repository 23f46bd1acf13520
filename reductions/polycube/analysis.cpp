#include "reductions/polycube/analysis.hpp"

#include <stdexcept>

#include "reductions/apart/replay.hpp"
#include "reductions/polycube/apart.hpp"

namespace dlx::polycube {

CheckedDisassembler::CheckedDisassembler(lattice::Grid grid, const AnalysisOptions& options)
    : slides_({}, grid) {
  set_options(options);
}

void CheckedDisassembler::set_options(const AnalysisOptions& options) {
  if (options.turns) check_turns(grid());
  apart::DisassemblyLimits limits = options.limits;
  limits.states = options.states.value_or(apart::DisassemblyLimits{}.states);
  slides_.set_limits(limits);
  limits.states = options.states.value_or(apart::most_turned_states);
  turns_.set_limits(limits);
  tries_turns_ = options.turns;
}

Disassembly CheckedDisassembler::take_apart(const Puzzle& puzzle, const Assembly& assembly) {
  Disassembly result = polycube::take_apart(slides_, puzzle, assembly);
  if (tries_turns_ && result.verdict == Verdict::stays_whole) {
    result = polycube::take_apart(turns_, puzzle, assembly);
  }
  if (result.verdict == Verdict::comes_apart) {
    const auto faults =
        apart::replay_faults(cells_of(assembly), result.stages, result.groups, puzzle.grid);
    if (!faults.empty()) throw std::logic_error("a separation that is none: " + faults.front());
  }
  return result;
}

}  // namespace dlx::polycube
