#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/pictures.hpp"
#include "apps/reading.hpp"
#include "apps/run.hpp"

/// A search whose solutions are drawn.
namespace dlx::app {

/// Keeps what is shown, where it is to be drawn as well.
template <class Model>
class Gallery {
 public:
  /// Throws what check(session.pictures) throws.
  Gallery(Session& session, const Model& model) : session_(&session), model_(&model) {
    if (session.pictures.wanted()) check(session.pictures);
  }

  /// The presentation must not outlive the gallery.
  [[nodiscard]] Presentation keeping(Presentation show) {
    if (!session_->pictures.wanted()) return show;
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
    if (!session_->pictures.wanted()) return;
    constexpr std::size_t most = 10'000;
    if (kept_.size() < most) {
      kept_.push_back(decode(*model_, solution));
    } else {
      ++left_out_;
    }
  }

  void write(const Outcome& outcome, const Presentation& show) const {
    const Pictures& pictures = session_->pictures;
    if (left_out_ > 0) {
      session_->messages.warning("pictures have the first " + std::to_string(kept_.size()) +
                                 ", and " + std::to_string(left_out_) + " more were shown");
    }
    if (!pictures.svg.empty() && !kept_.empty()) {
      if constexpr (requires { draw_svg(*model_, kept_); }) {
        write_file(pictures.svg, draw_svg(*model_, kept_));
      } else if constexpr (requires { draw_svg(kept_); }) {
        write_file(pictures.svg, draw_svg(kept_));
      }
    }
    if (!pictures.in_space()) return;
    const std::string title = show.title.empty() ? session_->arguments.at(0) : show.title;
    const auto write_it = [&](scene::Scene scene) {
      scene.subtitle = caption(*session_, outcome, show);
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
  Session* session_;
  const Model* model_;
  std::vector<decltype(decode(std::declval<const Model&>(), std::span<const OptionId>()))> kept_;
  std::uint64_t left_out_ = 0;
};

/// A search whose solutions are shown by draw() and decode() of the reduction, up to its
/// symmetries() if --up-to asks for them, and in the pictures that are asked for. `show` may say
/// otherwise.
template <class Model>
Outcome search_puzzle(Session& session, const Model& model, Presentation show = {}) {
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
    if (!show.group && session.up_to != UpTo::none && session.up_to != UpTo::all) {
      show.group = symmetries(model, session.up_to);
    }
  }
  Gallery<Model> gallery(session, model);
  show = gallery.keeping(std::move(show));
  const Outcome outcome = run_search(session, model.problem, show);
  gallery.write(outcome, show);
  return outcome;
}

/// The subcommand of a puzzle: --emit, or search_puzzle().
template <class Model>
int run_puzzle(Session& session, const Model& model, Presentation show = {}) {
  if (session.emit) return emit_problem(session, model.problem);
  return exit_code(search_puzzle(session, model, std::move(show)));
}

}  // namespace dlx::app
