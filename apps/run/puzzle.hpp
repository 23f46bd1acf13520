#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/run/files.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"

/// A search whose solutions are drawn.
namespace dlx::app {

/// Keeps the solutions that are shown, if pictures of them are wanted.
template <class Model>
class Gallery {
 public:
  /// Throws what check(request.pictures) throws. The arguments must outlive it.
  Gallery(const Request& request, Console& console, const Model& model)
      : request_(&request), console_(&console), model_(&model) {
    if (request.pictures.wanted()) check(request.pictures);
  }

  /// The presentation must not outlive the gallery.
  [[nodiscard]] Presentation keeping(Presentation show) {
    if (!request_->pictures.wanted()) return show;
    show.text = [this, text = std::move(show.text)](const std::string& n,
                                                    std::span<const OptionId> solution) {
      keep(solution);
      return text(n, solution);
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
    if (!pictures.svg.empty() && !kept_.empty()) {
      if constexpr (requires { draw_svg(*model_, kept_); }) {
        write_file(pictures.svg, draw_svg(*model_, kept_));
      } else if constexpr (requires { draw_svg(kept_); }) {
        write_file(pictures.svg, draw_svg(kept_));
      }
    }
    if (!pictures.in_space()) return;
    const std::string title = show.title.empty() ? request_->arguments.at(0) : show.title;
    const auto write_it = [&](scene::Scene scene) {
      scene.subtitle = caption(*request_, answer, show);
      scene.left_out = left_out_;
      write_scene(pictures, scene);
    };
    if constexpr (requires { to_scene(*model_, kept_, title); }) {
      write_it(to_scene(*model_, kept_, title));
    } else if constexpr (requires { to_scene(kept_, title); }) {
      write_it(to_scene(kept_, title));
    }
  }

 private:
  const Request* request_;
  Console* console_;
  const Model* model_;
  std::vector<decltype(decode(std::declval<const Model&>(), std::span<const OptionId>()))> kept_;
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
  const auto picture = [&](std::span<const OptionId> solution) {
    return draw(model, decode(model, solution));
  };
  if (!show.text) {
    show.text = [&](const std::string&, std::span<const OptionId> solution) {
      return picture(solution);
    };
  }
  if (!show.fields) {
    show.fields = [&](Json& line, std::span<const OptionId> solution) {
      line["picture"] = picture(solution);
    };
  }
  if constexpr (requires { symmetries(model, UpTo::none); }) {
    if (!show.classes.group && request.up_to != UpTo::none && request.up_to != UpTo::all) {
      show.classes.group = symmetries(model, request.up_to);
    }
  }
  return search_and_draw(request, console, model, std::move(show));
}

/// The subcommand of a puzzle: --emit, or search_puzzle().
template <class Model>
int run_puzzle(const Request& request, Console& console, const Model& model,
               Presentation show = {}) {
  if (request.emit) return emit_problem(request, console, model.problem);
  return exit_code(search_puzzle(request, console, model, std::move(show)));
}

}  // namespace dlx::app
