#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/commands/sudoku_clues.hpp"
#include "reductions/drawing/svg.hpp"

/// Pictures of several sudokus on common pages.
namespace dlx::app {

/// Draws each sudoku that is added, with its solution or, for --blank, with its clues alone.
class SudokuPages {
 public:
  /// Throws the errors of check(request.pictures). The arguments must outlive this object.
  SudokuPages(const Request& request, Console& console);

  /// Adds a drawing. Warns if the sudoku has no solution or several solutions. Of several
  /// solutions, the first is drawn. Returns the exit code, which is `incomplete` if a limit ended
  /// the search.
  int add(const SudokuOf& sudoku);

  /// Whether no drawing was added.
  [[nodiscard]] bool empty() const { return drawings_.empty(); }

  /// Writes the pages with all drawings, and prints a note with their number.
  void write(const std::string& title, const std::string& subtitle) const;

 private:
  const Request& request_;
  Console& console_;
  std::vector<drawing::svg::Drawing> drawings_;
};

}  // namespace dlx::app
