#include "apps/commands/sudoku_pages.hpp"

#include <span>
#include <stdexcept>

#include "apps/run/answer.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/text.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"

namespace dlx::app {

SudokuPages::SudokuPages(const Request& request, Console& console)
    : request_(request), console_(console) {
  check(request.pictures);
}

int SudokuPages::add(const SudokuOf& sudoku) {
  const catalogue::Reduced puzzle(classics::sudoku::build(sudoku.puzzle));
  std::vector<OptionId> solution;
  int code = success;
  if (!request_.pictures.blank) {
    const std::string which =
        sudoku.line.empty() ? "this sudoku" : "the sudoku of line " + sudoku.line;
    Solver solver(puzzle.problem(), Watch(request_, console_).options(&puzzle.problem()));
    if (solver.next()) {
      solution.assign(solver.solution().begin(), solver.solution().end());
      const classics::sudoku::Puzzle board = decode(puzzle.model(), solution);
      if (!board.is_full() || conflict(board))
        throw std::logic_error("a search found a wrong board");
      if (solver.next()) {
        console_.warning("not unique: " + which + " has more than one solution");
      }
    } else if (solver.status() == Status::exhausted) {
      console_.warning(which + " has no solution; its clues are drawn");
    }
    if (cut_short(solver.status()))
      code = print_incomplete(request_, console_, solver.status(), sudoku.line);
  }
  const drawing::Picture picture = puzzle.picture(solution);
  drawings_.push_back(std::move(drawing::drawings(std::span(&picture, 1)).front()));
  return code;
}

void SudokuPages::write(const std::string& title, const std::string& subtitle) const {
  write_flat_pages(console_, request_.pictures, drawings_, {.title = title, .subtitle = subtitle});
}

}  // namespace dlx::app
