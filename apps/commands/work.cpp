// The command `dlx work`, which workers of dlx-cluster run. `dlx work` searches one unit of work, a
// part of a saved run, and prints the result. The ledger, which is the file that records all units
// of the run, is on the machine of dlx-cluster.

#include <string>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/runs/carried_unit.hpp"
#include "dlx/version.hpp"

namespace dlx::app {
namespace {

struct WorkFiles {
  std::string run;
  std::string unit;
};

int work(const Request&, Console& console, const WorkFiles& files) {
  io::Input run_input = io::Input::open(files.run);
  const std::string text = run_input.rest();
  io::Input run_text = io::Input::from_text(text, files.run);
  const runs::CarriedRun run = runs::read_carried_run(run_text);
  if (run.program != DLX_VERSION) {
    console.print(std::string(runs::other_version_line) + DLX_VERSION "\n");
    console.flush();
    throw std::invalid_argument(files.run + ": made by dlx " + run.program +
                                ", and this is " DLX_VERSION);
  }
  io::Input unit_input = io::Input::open(files.unit);
  const runs::CarriedUnit unit = runs::read_carried_unit(unit_input);
  console.print(to_text(search_carried(run, certificate::sha256(text), unit)));
  return success;
}

}  // namespace

void add_work(CLI::App& command, CommandLine& line) {
  auto& files = set_action(command, line, work);
  command.add_option("RUN", files.run, "The file that all units of the run share")->required();
  command.add_option("UNIT", files.unit, "The file of the unit")->required();
  add_general_options(command, line.request);
  command.footer(
      "The result goes to standard output: a text that ends in its own digest. Searching the\n"
      "unit again gives the same text, except for the time taken.\n\n"
      "Examples:\n"
      "  dlx work run unit > result\n");
}

}  // namespace dlx::app
