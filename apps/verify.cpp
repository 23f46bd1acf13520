#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/reading.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::app {
namespace {

int verify_all(Session& session, const std::string& solutions) {
  if (session.read.file == "-" && solutions == "-") {
    throw std::invalid_argument("the problem and its solutions cannot both be standard input");
  }
  const Problem problem = read_problem(session);
  Input input = Input::open(solutions, limits(session.read));
  SolutionReader reader(problem, input);
  Verifier verifier(problem);
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  while (const auto solution = reader.next()) {
    const auto faults = verifier.faults(*solution);
    ++(faults.empty() ? valid : invalid);
    const std::uint64_t n = valid + invalid;
    if (session.general.json) {
      Json line = Json::object();
      line["n"] = std::to_string(n);
      line["valid"] = faults.empty();
      line["faults"] = faults;
      session.out.print(line.dump() + "\n");
    } else if (faults.empty()) {
      session.out.print(fmt::format("solution {}: valid\n", n));
    } else {
      session.out.print(fmt::format("solution {}: INVALID: {}\n", n, fmt::join(faults, "; ")));
    }
  }
  session.out.flush();
  if (valid + invalid == 0) throw input.error("no solution in it to verify");
  session.messages.note(fmt::format("{} valid, {} invalid", valid, invalid));
  return invalid == 0 ? success : bad_input;
}

}  // namespace

void add_verify(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("verify", "Check solutions of an exact-cover problem");
  add_read_options(*command, session);
  auto solutions = std::make_shared<std::string>();
  command->add_option("SOLUTION", *solutions, "Solutions, plain or gzip; - is standard input")
      ->required();
  add_general_options(*command, session);
  command->footer(
      "Reads what `dlx solve` prints, with or without --json, option numbers (a solution a line),\n"
      "and what Knuth's programs print with m1. The check shares no code with the search. Exit\n"
      "code 2 if a solution is invalid, and if there is none.\n\n"
      "Examples:\n"
      "  dlx solve problem.dlx --all > found.txt && dlx verify problem.dlx found.txt\n"
      "  echo '1 4 5' | dlx verify problem.dlx -\n");
  command->callback([&session, solutions] {
    session.action = [&session, solutions] { return verify_all(session, *solutions); };
  });
}

}  // namespace dlx::app
