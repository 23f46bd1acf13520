// Divides a count for machines without a connection or a common file system. `dlx split` writes
// units of work, `dlx count` counts a unit, and `dlx merge` adds the results.

#include "dlx/runs/split.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>

#include "apps/cli/combinations.hpp"
#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/answer.hpp"
#include "apps/run/files.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/text.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

struct SplitFlags {
  std::uint32_t units = 0;
  std::string folder;
};

int write_division(Console& console, const SplitFlags& flags, const runs::Division& division) {
  std::error_code error;
  fs::create_directories(flags.folder, error);
  if (error) throw io::SystemError(flags.folder + ": " + error.message());
  if (!fs::is_empty(flags.folder, error) || error) {
    throw io::SystemError(flags.folder + ": the folder is not empty");
  }
  const auto write = [&](const std::string& name, const std::string& text) {
    const std::string path = (fs::path(flags.folder) / name).string();
    write_file(path, text);
    console.print(printable(path) + '\n');
  };
  const std::size_t digits = std::to_string(division.units.size()).size();
  write(fmt::format("{:0{}}.result", 0, digits), division.result);
  for (std::size_t k = 0; k < division.units.size(); ++k) {
    write(fmt::format("{:0{}}.unit", k + 1, digits), division.units[k]);
  }
  console.flush();
  if (division.units.empty()) {
    console.note(
        "no units: split itself has counted all solutions; the count is in 0.result, which "
        "'dlx merge' prints");
    return success;
  }
  console.note(fmt::format(
      "{}; count each, then merge the results with {:0{}}.result, which holds the solutions that "
      "split itself counted",
      quantity(division.units.size(), "unit"), 0, digits));
  return success;
}

int split_into(const Request& request, Console& console, const SplitFlags& flags) {
  const Problem problem = read_problem(request, console);
  if (request.options.method == CountMethod::signs) {
    const Watch control(request, console);
    const Options options = control.options(&problem);
    return write_division(console, flags,
                          runs::split_signs(problem, flags.units, options.fingerprint,
                                            search::Deadline(options.time, options.stop)));
  }
  std::optional<FoundClasses> found;
  if (request.options.up_to != UpTo::none) {
    const Watch control(request, console);
    found = find_classes(request, console, problem, control.options(&problem));
    if (found->status != Status::exhausted) return exit_code(found->status);
    if (found->classes.are_unlisted()) throw not_together("--units", kind::many_symmetries);
  }
  std::optional<runs::UnitClasses> classes;
  if (found)
    classes = runs::UnitClasses{found->classes.listed(), printable(up_to_in_words(request))};
  const runs::Division division =
      runs::split(problem, flags.units, request.options.engine, request.options.fingerprint,
                  classes ? &*classes : nullptr);
  return write_division(console, flags, division);
}

}  // namespace

void add_split(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  auto& flags = set_action(command, line, split_into);
  add_number<std::uint32_t>(command, "--units", flags.units, "Number of files")->required();
  add_value(command, "-o,--output FOLDER", flags.folder, "A new or empty folder for the files")
      ->required();
  add_engine_option(command, line.request);
  add_rows(command, line.request, {"fingerprint", "method"});
  add_up_to_option(command, line.request, {UpTo::none, UpTo::all});
  add_general_options(command, line.request);
  command.footer(
      "Each unit is a file that contains everything needed to count it. Count each unit on any\n"
      "machine with 'dlx count', and save the output as the unit's result. 'dlx merge' adds up\n"
      "the results. It refuses results that are missing, duplicated, damaged or of another\n"
      "division, and names them. With --up-to, the units count one solution of each class, and\n"
      "no unit needs the results of another. With --method signs, the units are equal parts of a\n"
      "sum over signs.\n\n"
      "Examples:\n"
      "  dlx queens 12 --emit > queens.dlx\n"
      "  dlx split queens.dlx --units 3 -o parts --fingerprint 1\n"
      "  for n in 1 2 3; do dlx count parts/$n.unit > parts/$n.result; done\n"
      "  dlx merge parts/*.result\n"
      "  dlx langford 12 --emit | dlx split - --units 8 -o sums --method signs\n");
}

}  // namespace dlx::app
