#include "apps/run/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/run/explain.hpp"
#include "apps/run/files.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"
#include "dlx/exclusions.hpp"

namespace dlx::app {
namespace {

/// Stores the solutions that are shown, if pictures of them are wanted.
class Gallery {
 public:
  /// Throws the same errors as check(request.pictures). The arguments must outlive this object.
  Gallery(const Request& request, Console& console, const catalogue::Puzzle& puzzle)
      : request_(&request), console_(&console), puzzle_(&puzzle) {
    if (request.pictures.wanted()) check(request.pictures);
  }

  /// Returns a presentation that also stores each solution. Solutions to be drawn are not printed
  /// as text. The gallery must outlive the presentation.
  [[nodiscard]] Presentation keeping(Presentation show) {
    if (!request_->pictures.wanted()) return show;
    show.text = [](const std::string&, std::span<const OptionId>) { return std::string(); };
    show.listed = [this, listed = std::move(show.listed)](std::span<const OptionId> solution) {
      keep(solution);
      if (listed) listed(solution);
    };
    return show;
  }

  void write(const Answer& answer, const Presentation& show) const {
    const Pictures& pictures = request_->pictures;
    if (left_out_ > 0) {
      console_->warning("pictures have the first " + std::to_string(kept_.size()) + ", and " +
                        std::to_string(left_out_) + " more were shown");
    }
    const std::string title = show.title.empty() ? request_->arguments.at(0) : show.title;
    const std::string subtitle = caption(*request_, answer, show);
    write_flat(title, subtitle);
    if (!pictures.in_space() || !drawing::is_in_space(puzzle_->common().style)) return;
    drawing::scene::Scene scene = puzzle_->scene(kept_, title);
    scene.subtitle = subtitle;
    scene.left_out = left_out_;
    if (const std::string note = write_scene(pictures, scene); !note.empty()) {
      console_->note(note);
    }
  }

 private:
  void keep(std::span<const OptionId> solution) {
    constexpr std::size_t most = 10'000;
    if (kept_.size() < most) {
      kept_.emplace_back(solution.begin(), solution.end());
    } else {
      ++left_out_;
    }
  }

  /// Writes the SVG pages. Also writes the HTML page of a puzzle with a board. (The HTML page of a
  /// puzzle in space is the 3D viewer, which another function writes.)
  void write_flat(const std::string& title, const std::string& subtitle) const {
    const Pictures& files = request_->pictures;
    const bool as_svg = !files.svg.empty() && !kept_.empty();
    const bool as_html = !files.html.empty() && !drawing::is_in_space(puzzle_->common().style);
    if (!as_svg && !as_html) return;
    const std::vector<drawing::Picture> pictures = puzzle_->pictures(kept_);
    drawing::svg::Heading heading{
        .title = title, .subtitle = subtitle, .legend = drawing::legend(pictures)};
    if (const std::string layers = drawing::layers_in_words(puzzle_->common()); !layers.empty()) {
      heading.subtitle += "; " + layers;
    }
    Pictures flat = files;
    if (!as_html) flat.html.clear();
    write_flat_pages(*console_, flat, drawing::drawings(pictures), heading, left_out_);
  }

  const Request* request_;
  Console* console_;
  const catalogue::Puzzle* puzzle_;
  std::vector<catalogue::Solution> kept_;
  std::uint64_t left_out_ = 0;
};

/// Draws the puzzle without a solution but with the options of --fix, and does not search for one.
void draw_blank_puzzle(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
                       const std::string& title) {
  if (request.wanted.n) {
    throw exclusion("--blank", "-n", "it draws a puzzle without a search");
  }
  check(request.pictures);
  catalogue::Unsolved sheet = puzzle.unsolved(fixed_options(request.given, puzzle.problem()));
  const drawing::svg::Drawing all = drawing::draw_blank(sheet.board, sheet.pieces);
  drawing::svg::Heading heading{.title = title};
  if (drawing::is_in_space(puzzle.common().style)) {
    const std::vector<drawing::Picture> both{sheet.board,
                                             {sheet.board.frame, std::move(sheet.pieces)}};
    heading.legend = drawing::legend(both);
    heading.subtitle = drawing::layers_in_words(puzzle.common());
  }
  write_flat_pages(console, request.pictures, std::span(&all, 1), heading);
}

}  // namespace

void note_drawings(Console& console, const drawing::Frame& frame) {
  for (const std::string& words : {frame.signs, drawing::layers_in_words(frame)}) {
    if (!words.empty()) console.note(words);
  }
}

Outcome search_and_draw(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
                        Presentation show) {
  if (!puzzle.all_are_representatives()) {
    show.classes.is_representative = [&](std::span<const OptionId> solution) {
      return puzzle.is_representative(solution);
    };
  }
  if (request.pictures.blank) {
    draw_blank_puzzle(request, console, puzzle,
                      show.title.empty() ? request.arguments.at(0) : show.title);
    return {.answer = {.status = Status::solution_limit}, .confirmation = {}};
  }
  show.words.option = [&](OptionId option) { return puzzle.option_words(option); };
  show.words.item = [&](ItemId item) { return puzzle.item_words(item); };
  show.words.picture = [&](OptionId option) {
    return puzzle.option_words(option).empty() ? puzzle.text(std::span(&option, 1), console.paint())
                                               : std::string();
  };
  if (const polycube::Model* const packing = puzzle.packing()) {
    show.known = polycube::placed_options(*packing);
  }
  Gallery gallery(request, console, puzzle);
  show = gallery.keeping(std::move(show));
  const PathProblem* const walks = puzzle.walks();
  Outcome outcome = walks != nullptr ? run_search(request, console, *walks, show)
                                     : run_puzzle_search(request, console, puzzle.problem(), show);
  gallery.write(outcome.answer, show);
  return outcome;
}

Outcome search_puzzle(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
                      Presentation show) {
  if (!show.text) {
    show.text = [&](const std::string&, std::span<const OptionId> solution) {
      return puzzle.text(solution, console.paint());
    };
  }
  if (!show.fields) {
    show.fields = [&](Json& line, std::span<const OptionId> solution) {
      line["picture"] = puzzle.text(solution);
    };
  }
  const bool has_classes =
      request.options.up_to != UpTo::none && request.options.up_to != UpTo::all;
  if (puzzle.has_symmetries() && !show.classes.group && has_classes) {
    show.classes.group = puzzle.group(request.options.up_to);
  }
  Outcome outcome = search_and_draw(request, console, puzzle, std::move(show));
  if (request.draws_in_text() && outcome.draws()) {
    note_drawings(console, puzzle.common());
  }
  return outcome;
}

int run_puzzle(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
               Presentation show) {
  if (request.emit) return emit_problem(request, console, puzzle.problem());
  if (!request.explain.empty()) {
    return explain_problem(request, console, puzzle.problem(),
                           {.html = request.explain,
                            .title = std::move(show.title),
                            .board = puzzle.board(),
                            .most_nodes = request.options.nodes.value_or(500)});
  }
  return exit_code(search_puzzle(request, console, puzzle, std::move(show)));
}

}  // namespace dlx::app
