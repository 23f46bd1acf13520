#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/input.hpp"
#include "dlx/runs/split.hpp"

namespace dlx::app {
namespace {

/// The results of the units of work into which `dlx split` has divided a count, each with the path
/// of its file.
class Results {
 public:
  void read(const std::string& path) {
    io::Input input = io::Input::open(path);
    runs::UnitResult result = runs::read_result(input);
    const runs::UnitLabel& label = result.label;
    if (label.number > label.units)
      throw input.error(unit_name(label) + ": the run has fewer units");
    if (results_.empty()) results_.resize(label.units + std::size_t{1});
    const runs::UnitLabel& first = first_.emplace(first_.value_or(label));
    if (label.split != first.split || label.units != first.units || label.engine != first.engine ||
        label.variables != first.variables || label.seed != first.seed ||
        label.up_to != first.up_to) {
      throw input.error("a result of another division than that in " + first_path_);
    }
    if (first_path_.empty()) first_path_ = path;
    auto& place = results_[label.number];
    if (place) {
      throw input.error(
          fmt::format("{}: its result is in {} already", unit_name(label), place->path));
    }
    place = {path, std::move(result)};
  }

  /// Throws std::invalid_argument if results are missing. The message names the missing results.
  void check_all_there() const {
    std::string missing;
    for (std::size_t k = 0; k < results_.size(); ++k) {
      if (!results_[k]) missing += ' ' + std::to_string(k);
    }
    if (!missing.empty()) {
      throw std::invalid_argument(fmt::format(
          "results are missing, of units 1 to {}, and of 0, which is the division itself:{}",
          results_.size() - 1, missing));
    }
  }

  [[nodiscard]] runs::UnitResult sum() const {
    std::vector<runs::UnitResult> all;
    for (const auto& place : results_) all.push_back(place->result);
    return runs::sum_of(all);
  }

 private:
  struct Place {
    std::string path;
    runs::UnitResult result;
  };
  static std::string unit_name(const runs::UnitLabel& label) {
    return fmt::format("unit {} of {}", label.number, label.units);
  }

  std::optional<runs::UnitLabel> first_;
  std::string first_path_;
  std::vector<std::optional<Place>> results_;
};

int merge(const Request& request, Console& console, const std::vector<std::string>& files) {
  Results results;
  for (const std::string& file : files) results.read(file);
  results.check_all_there();
  const runs::UnitResult sum = results.sum();
  if (request.json) {
    const std::string up_to = sum.label.up_to.empty() ? "none" : sum.label.up_to;
    Json line = {{"count", sum.solutions.to_string()}, {"complete", true}, {"up_to", up_to}};
    if (sum.label.seed) {
      line["fingerprint"] = std::to_string(sum.fingerprint.value());
      line["seed"] = std::to_string(*sum.label.seed);
    }
    line["nodes"] = sum.nodes;
    line["units"] = sum.label.units;
    console.print_json(line);
  } else {
    console.print(sum.solutions.to_string() + "\n");
    if (!sum.label.up_to.empty()) {
      console.note(quantity(sum.solutions.to_string(), "solution") + " up to " +
                   (sum.label.up_to == "all" ? "symmetry" : sum.label.up_to));
    }
    if (sum.label.seed) {
      console.print(
          fmt::format("fingerprint {} seed {}\n", sum.fingerprint.value(), *sum.label.seed));
    }
  }
  return success;
}

}  // namespace

void add_merge(CLI::App& command, CommandLine& line) {
  auto& files = set_action(command, line, merge);
  command
      .add_option("RESULT", files,
                  "The result files: the output of dlx count for each unit, and the first result, "
                  "which dlx split has written")
      ->required();
  add_general_options(command, line.request);
  command.footer(
      "Examples:\n"
      "  dlx merge parts/*.result\n"
      "  dlx merge parts/*.result --json\n");
}

}  // namespace dlx::app
