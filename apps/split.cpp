// A count on machines that share nothing: dlx split, dlx count UNIT, dlx merge.

#include "dlx/runs/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/outcome.hpp"
#include "apps/reading.hpp"
#include "apps/run.hpp"
#include "apps/settings.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/parallel_count.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

struct SplitFlags {
  std::uint32_t units = 0;
  std::string folder;
};

int split_into(Session& session, const SplitFlags& flags) {
  const Problem problem = read_problem(session);
  const Division division =
      split(problem, flags.units, session.search.engine, session.search.fingerprint_seed);
  std::error_code error;
  fs::create_directories(flags.folder, error);
  if (error) throw SystemError(flags.folder + ": " + error.message());
  if (!fs::is_empty(flags.folder, error) || error) {
    throw SystemError(flags.folder + ": the folder is not empty");
  }
  const auto write = [&](const std::string& name, const std::string& text) {
    const std::string path = (fs::path(flags.folder) / name).string();
    write_file(path, text);
    session.out.print(path + "\n");
  };
  const std::size_t digits = std::to_string(division.units.size()).size();
  write(fmt::format("{:0{}}.result", 0, digits), division.result);
  for (std::size_t k = 0; k < division.units.size(); ++k) {
    write(fmt::format("{:0{}}.unit", k + 1, digits), division.units[k]);
  }
  session.out.flush();
  session.messages.note(fmt::format(
      "{} units; count each, then merge the results with {:0{}}.result, which is of what was "
      "counted while dividing",
      division.units.size(), 0, digits));
  return success;
}

/// Results of one division, each with the file it is from.
class Results {
 public:
  void read(const std::string& path) {
    Input input = Input::open(path);
    UnitResult result = read_result(input);
    const UnitLabel& label = result.label;
    if (label.number > label.units) throw input.error(unit_name(label) + ": there is no such unit");
    if (results_.empty()) results_.resize(label.units + std::size_t{1});
    const UnitLabel& first = first_.emplace(first_.value_or(label));
    if (label.split != first.split || label.units != first.units || label.engine != first.engine ||
        label.seed != first.seed) {
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

  /// Throws std::invalid_argument naming those that are missing.
  void check_all_there() const {
    std::string missing;
    for (std::size_t k = 0; k < results_.size(); ++k) {
      if (!results_[k]) missing += ' ' + std::to_string(k);
    }
    if (!missing.empty()) {
      throw std::invalid_argument(
          fmt::format("results are missing, of {} units and 0, the "
                      "division itself:{}",
                      results_.size() - 1, missing));
    }
  }

  [[nodiscard]] UnitResult sum() const {
    UnitResult sum{.label = *first_, .solutions = 0, .fingerprint = {}, .nodes = 0};
    for (const auto& place : results_) {
      sum.solutions += place->result.solutions;
      sum.fingerprint += place->result.fingerprint;
      sum.nodes += place->result.nodes;
    }
    return sum;
  }

 private:
  struct Place {
    std::string path;
    UnitResult result;
  };
  static std::string unit_name(const UnitLabel& label) {
    return fmt::format("unit {} of {}", label.number, label.units);
  }

  std::optional<UnitLabel> first_;
  std::string first_path_;
  std::vector<std::optional<Place>> results_;
};

}  // namespace

bool is_unit_file(const Session& session) {
  const std::string& path = session.read.file;
  std::error_code error;
  // What can be read only once is no unit.
  if (path == "-" || !fs::is_regular_file(path, error)) return false;
  Input input = Input::open(path, limits(session.read));
  std::string_view line;
  return input.next_line(line) && is_unit(line);
}

int count_unit(Session& session) {
  Input input = Input::open(session.read.file, limits(session.read));
  const UnitFileContents unit = read_unit(input);
  SearchOptions options = search_options(session);
  options.preprocess = false;
  options.engine = unit.label.engine;
  ParallelCount search(
      [&](const SearchOptions& unit_options) { return Solver(unit.problem, unit_options); },
      options, {.threads = threads_of(session)}, unit.parts);
  const auto& seed = unit.label.seed;
  Tally tally = seed ? Tally(plain_weights(unit.problem.option_count(), *seed)) : Tally();
  const auto start = std::chrono::steady_clock::now();
  search.count(tally);
  Outcome outcome;
  outcome.count = tally.solutions().to_string();
  outcome.engine = unit.label.engine;
  outcome.status = search.status();
  outcome.statistics = search.statistics();
  outcome.seconds = seconds_since(start);
  if (outcome.complete()) {
    session.out.print(to_text(
        UnitResult{unit.label, tally.solutions(), tally.fingerprint(), outcome.statistics.nodes}));
  } else {
    session.out.print(incomplete_line(outcome.status));
    session.messages.warning("INCOMPLETE: the unit has no result yet, and begins anew next time");
  }
  session.out.flush();
  print_statistics(session, outcome);
  return exit_code(outcome);
}

void add_split(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("split", "Divide a count into files for machines that share nothing");
  add_read_options(*command, session);
  const auto flags = std::make_shared<SplitFlags>();
  add_number<std::uint32_t>(*command, "--units", flags->units, "How many files")->required();
  command->add_option("-o,--output", flags->folder, "A new or empty folder for them")
      ->required()
      ->type_name("FOLDER");
  add_engine_option(*command, session);
  add_fingerprint_option(*command, session);
  add_general_options(*command, session);
  command->footer(
      "Each unit is a file that holds all it needs. Count it anywhere with 'dlx count', keep what\n"
      "that prints, and let 'dlx merge' add the results up: it refuses any that is missing, "
      "doubled,\n"
      "damaged or of another division, and names it.\n\n"
      "Examples:\n"
      "  dlx queens 12 --emit > queens.dlx\n"
      "  dlx split queens.dlx --units 3 -o parts --fingerprint 1\n"
      "  for n in 1 2 3; do dlx count parts/$n.unit > parts/$n.result; done\n"
      "  dlx merge parts/*.result\n");
  command->callback([&session, flags] {
    session.action = [&session, flags] { return split_into(session, *flags); };
  });
}

void add_merge(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("merge", "Add up the results of the units that dlx split has made");
  const auto files = std::make_shared<std::vector<std::string>>();
  command
      ->add_option("RESULT", *files,
                   "What dlx count has printed for each unit, and the result "
                   "that dlx split has written")
      ->required();
  add_general_options(*command, session);
  command->footer(
      "Examples:\n"
      "  dlx merge parts/*.result\n"
      "  dlx merge parts/*.result --json\n");
  command->callback([&session, files] {
    session.action = [&session, files] {
      Results results;
      for (const std::string& file : *files) results.read(file);
      results.check_all_there();
      const UnitResult sum = results.sum();
      if (session.general.json) {
        Json line = Json::object();
        line["count"] = sum.solutions.to_string();
        line["complete"] = true;
        if (sum.label.seed) {
          line["fingerprint"] = std::to_string(sum.fingerprint.value());
          line["seed"] = std::to_string(*sum.label.seed);
        }
        line["nodes"] = sum.nodes;
        line["units"] = sum.label.units;
        session.out.print(line.dump() + "\n");
      } else {
        session.out.print(sum.solutions.to_string() + "\n");
        if (sum.label.seed) {
          session.out.print(
              fmt::format("fingerprint {} seed {}\n", sum.fingerprint.value(), *sum.label.seed));
        }
      }
      session.out.flush();
      return success;
    };
  });
}

}  // namespace dlx::app
