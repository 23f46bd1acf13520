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
  /// Throws the errors of check(request.pictures). The arguments must outlive it.
  SudokuPages(const Request& request, Console& console);

  /// Adds a drawing. Warns if the sudoku has no solution or several, whose first one is drawn.
  /// Returns the exit code, which is `incomplete` after a limit.
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
