#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/run/drawing_notes.hpp"
#include "apps/run/explain.hpp"
#include "apps/run/files.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"
#include "dlx/names.hpp"

/// A search whose solutions are drawn.
namespace dlx::app {

/// What a solution of a model stands for.
template <class Model>
using Decoded = decltype(decode(std::declval<const Model&>(), std::span<const OptionId>()));

/// Keeps the solutions that are shown, if pictures of them are wanted.
template <class Model>
class Gallery {
 public:
  /// Throws what check(request.pictures) throws. The arguments must outlive it.
  Gallery(const Request& request, Console& console, const Model& model)
      : request_(&request), console_(&console), model_(&model) {
    if (request.pictures.wanted()) check(request.pictures);
  }

  /// Solutions that are drawn are not printed as well. The presentation must not outlive the
  /// gallery.
  [[nodiscard]] Presentation keeping(Presentation show) {
    if (!request_->pictures.wanted()) return show;
    show.text = [this, text = std::move(show.text)](const std::string& n,
                                                    std::span<const OptionId> solution) {
      keep(solution);
      static_cast<void>(text(n, solution));  // which may keep the solution as well
      return std::string();
    };
    show.fields = [this, fields = std::move(show.fields)](Json& line,
                                                          std::span<const OptionId> solution) {
      keep(solution);
      fields(line, solution);
    };
    return show;
  }

  /// Keeps a solution, if pictures are wanted.
  void keep(std::span<const OptionId> solution) {
    if (!request_->pictures.wanted()) return;
    constexpr std::size_t most = 10'000;
    if (kept_.size() < most) {
      kept_.push_back(decode(*model_, solution));
    } else {
      ++left_out_;
    }
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
    const auto write_it = [&](drawing::scene::Scene scene) {
      scene.subtitle = subtitle;
      scene.left_out = left_out_;
      if (const std::string note = write_scene(pictures, scene); !note.empty()) {
        console_->note(note);
      }
    };
    if (!pictures.in_space()) return;
    if constexpr (requires { to_scene(*model_, kept_, title); }) {
      write_it(to_scene(*model_, kept_, title));
    } else if constexpr (requires { to_scene(kept_, title); }) {
      write_it(to_scene(kept_, title));
    }
  }

 private:
  using Kept = std::vector<Decoded<Model>>;

  static constexpr bool is_in_space = requires(const Model& model, const Kept& kept) {
    to_scene(model, kept, "");
  }
  || requires(const Kept& kept) { to_scene(kept, ""); };

  std::vector<drawing::svg::Picture> all_drawings() const {
    if constexpr (requires { drawings(*model_, kept_); }) {
      return drawings(*model_, kept_);
    } else {
      return drawings(kept_);
    }
  }

  /// Pages of SVG, and of HTML for boards, which nobody turns in space.
  void write_flat(const std::string& title, const std::string& subtitle) const {
    const Pictures& pictures = request_->pictures;
    const bool as_svg = !pictures.svg.empty() && !kept_.empty();
    const bool as_html = !pictures.html.empty() && !is_in_space;
    if (!as_svg && !as_html) return;
    drawing::svg::Heading heading{.title = title, .subtitle = subtitle};
    if constexpr (requires { legend(*model_, kept_); }) heading.legend = legend(*model_, kept_);
    if (const std::string layers = layers_in_words(*model_); !layers.empty()) {
      heading.subtitle += "; " + layers;
    }
    const std::vector<drawing::svg::Picture> all = all_drawings();
    if (as_svg) {
      const std::string note = write_drawings(pictures, all, heading);
      if (!note.empty()) console_->note(note);
    }
    if (as_html) write_file(pictures.html, drawing::svg::to_html(all, heading, left_out_));
  }

 private:
  const Request* request_;
  Console* console_;
  const Model* model_;
  Kept kept_;
  std::uint64_t left_out_ = 0;
};

/// Searches and writes the pictures that are wanted.
template <class Model>
Outcome search_and_draw(const Request& request, Console& console, const Model& model,
                        Presentation show) {
  Gallery<Model> gallery(request, console, model);
  show = gallery.keeping(std::move(show));
  Outcome outcome = run_search(request, console, model.problem, show);
  gallery.write(outcome.answer, show);
  return outcome;
}

/// A search whose solutions are shown by draw() and decode() of the reduction, up to its
/// symmetries() if --up-to asks for them, and in the pictures that are wanted. `show` may say
/// otherwise.
template <class Model>
Outcome search_puzzle(const Request& request, Console& console, const Model& model,
                      Presentation show = {}) {
  if (!show.text) {
    show.text = [&](const std::string&, std::span<const OptionId> solution) {
      if constexpr (requires { draw(model, decode(model, solution), console.paint()); }) {
        return draw(model, decode(model, solution), console.paint());
      } else {
        return draw(model, decode(model, solution));
      }
    };
  }
  if (!show.fields) {
    show.fields = [&](Json& line, std::span<const OptionId> solution) {
      line["picture"] = draw(model, decode(model, solution));
    };
  }
  if constexpr (requires { symmetries(model, UpTo::none); }) {
    if (!show.classes.group && request.up_to != UpTo::none && request.up_to != UpTo::all) {
      show.classes.group = symmetries(model, request.up_to);
    }
  }
  Outcome outcome = search_and_draw(request, console, model, std::move(show));
  const bool printed = !request.wanted.count && !request.json && !request.pictures.wanted();
  if (printed && outcome.answer.count != "0") note_drawings(console, model);
  return outcome;
}

/// The subcommand of a puzzle: --emit, --explain, or search_puzzle().
template <class Model>
int run_puzzle(const Request& request, Console& console, const Model& model, Presentation show) {
  if (request.emit) return emit_problem(request, console, model.problem);
  if constexpr (requires { classics::board::of(model); }) {
    if (!request.explain.empty()) return explain_puzzle(request, console, model, show.title);
  }
  return exit_code(search_puzzle(request, console, model, std::move(show)));
}

}  // namespace dlx::app
