#include "apps/commands/polycube_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "apps/run/pictures.hpp"
#include "apps/run/puzzle.hpp"
#include "dlx/core/text.hpp"

namespace dlx::app {

void draw_analysed(const Request& request, Console& console, const polycube::Model& model,
                   std::vector<polycube::Analysed> analysed,
                   const drawing::scene::Scene& captions) {
  const Pictures& pictures = request.pictures;
  constexpr std::size_t most = 10'000;
  const std::size_t left_out = analysed.size() - std::min(analysed.size(), most);
  analysed.resize(analysed.size() - left_out);
  if (!pictures.svg.empty() && !analysed.empty()) {
    const auto common = frame(model);
    std::vector<drawing::Picture> drawn;
    for (const auto& each : analysed) {
      drawn.push_back({common, bodies(model, *common, each.assembly)});
    }
    const std::string layers = drawing::layers_in_words(*common);
    const std::string note =
        write_drawings(pictures, drawing::drawings(drawn),
                       {.title = captions.title,
                        .subtitle = captions.subtitle + (layers.empty() ? "" : "; ") + layers,
                        .legend = drawing::legend(drawn)});
    if (!note.empty()) console.note(note);
  }
  if (!pictures.in_space()) return;
  drawing::scene::Scene scene =
      to_scene(model, std::span<const polycube::Analysed>(analysed), captions.title);
  scene.subtitle = captions.subtitle;
  scene.left_out = left_out;
  if (const std::string note = write_scene(pictures, scene); !note.empty()) console.note(note);
}

void draw_apart(const Request& request, Console& console, const ApartTask& task,
                const ApartOutcome& outcome) {
  std::vector<polycube::Analysed> analysed;
  for (const ApartAssembly& each : outcome.kept) {
    analysed.push_back({decode(task.model, each.options), each.disassembly});
  }
  if (analysed.empty() && outcome.first) {
    analysed.push_back({decode(task.model, outcome.first->options), outcome.first->disassembly});
  }
  const ApartSums& sums = outcome.sums;
  const std::string turned =
      task.flags.turns ? fmt::format(", {} with turns", sums.with_turns) : std::string();
  draw_analysed(
      request, console, task.model, std::move(analysed),
      {.title = task.show.title,
       .subtitle = fmt::format("{} of {} {} apart", sums.come_apart,
                               quantity(sums.assemblies, "assembly", "assemblies"),
                               sums.come_apart == 1 || sums.assemblies == 1 ? "comes" : "come") +
                   turned});
}

}  // namespace dlx::app
