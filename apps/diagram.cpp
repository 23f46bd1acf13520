// The subcommands that work on the decision diagram of all solutions: sample, marginals, zdd.

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <sstream>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/outcome.hpp"
#include "apps/reading.hpp"
#include "apps/settings.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/zdd.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::app {
namespace {

std::string solutions_in_words(const Natural& count) {
  return count.to_string() + (count == 1 ? " solution" : " solutions");
}

/// The diagram; nothing if a limit was reached, which has been said.
std::optional<Zdd> build(Session& session, const Problem& problem, Status& status) {
  ZddResult built =
      Zdd::build(problem, table_options(search_options(session), memory_limit(session)));
  status = built.status;
  if (!built.zdd) {
    session.out.print(incomplete_line(built.status));
    session.out.flush();
    session.messages.warning(
        fmt::format("INCOMPLETE: the diagram was not finished; {} states, {} bytes", built.states,
                    built.memory_bytes));
  }
  return std::move(built.zdd);
}

int exit_code_of(Status status) {
  Outcome outcome;
  outcome.status = status;
  return exit_code(outcome);
}

int sample(Session& session, std::uint64_t n, std::uint64_t seed) {
  const Problem problem = read_problem(session);
  Status status{};
  const std::optional<Zdd> zdd = build(session, problem, status);
  if (!zdd) return exit_code_of(status);
  const Natural count = zdd->count();
  if (count == 0) {
    session.out.print(session.general.json ? "{\"count\":\"0\"}\n" : "no solution\n");
    session.out.flush();
    return success;
  }
  Verifier verifier(problem);
  Zdd::Sampler sampler(*zdd, seed);
  const SearchOptions search = search_options(session);
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t k = 1; k <= n; ++k) {
    const bool stopped = search.stop->load(std::memory_order_relaxed);
    const bool late =
        search.limits.time && std::chrono::steady_clock::now() - start >= *search.limits.time;
    if (stopped || late) {
      const Status why = stopped ? Status::stopped : Status::time_limit;
      session.out.print(incomplete_line(why));
      session.out.flush();
      return exit_code_of(why);
    }
    const std::vector<OptionId> solution = sampler.sample();
    if (const auto faults = verifier.faults(solution); !faults.empty()) {
      throw std::logic_error("a sample is no solution: " + faults.front());
    }
    if (session.general.json) {
      Json line = Json::object();
      line["n"] = std::to_string(k);
      line["options"] = Json::array();
      for (const OptionId option : solution) line["options"].push_back(index(option) + 1);
      session.out.print(line.dump() + "\n");
    } else {
      session.out.print(solution_text(problem, std::to_string(k), solution));
    }
  }
  session.out.flush();
  session.messages.note(fmt::format("drawn from {} solutions, each as likely as any other, seed {}",
                                    count.to_string(), seed));
  return success;
}

int marginals(Session& session) {
  const Problem problem = read_problem(session);
  Status status{};
  const std::optional<Zdd> zdd = build(session, problem, status);
  if (!zdd) return exit_code_of(status);
  const std::vector<Natural> in = zdd->memberships();
  const std::vector<double> probability = zdd->marginals();
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    if (session.general.json) {
      Json line = Json::object();
      line["option"] = o + 1;
      line["solutions"] = in[o].to_string();
      line["probability"] = probability[o];
      session.out.print(line.dump() + "\n");
    } else {
      session.out.print(fmt::format("{:.6f} {} {}\n", probability[o], in[o].to_string(),
                                    option_text(problem, OptionId{o})));
    }
  }
  session.out.flush();
  session.messages.note("of " + solutions_in_words(zdd->count()));
  return success;
}

int write(Session& session, bool dot) {
  const Problem problem = read_problem(session);
  Status status{};
  const std::optional<Zdd> zdd = build(session, problem, status);
  if (!zdd) return exit_code_of(status);
  std::ostringstream text;
  text.exceptions(std::ios::badbit);  // or want of memory would cut it short
  dot ? zdd->write_dot(text) : zdd->write(text);
  session.out.print(text.str());
  session.out.flush();
  session.messages.note(
      fmt::format("{} nodes for {}", zdd->node_count(), solutions_in_words(zdd->count())));
  return success;
}

CLI::App* add(CLI::App& app, Session& session, const std::string& name, const std::string& what) {
  CLI::App* command = app.add_subcommand(name, what);
  add_read_options(*command, session);
  add_time_options(*command, session);
  add_memory_option(*command, session);
  add_general_options(*command, session);
  return command;
}

}  // namespace

void add_sample(CLI::App& app, Session& session) {
  CLI::App* command = add(app, session, "sample", "Draw solutions at random, all equally likely");
  struct Flags {
    std::uint64_t n = 1;
    std::uint64_t seed = 1;
  };
  const auto flags = std::make_shared<Flags>();
  add_number<std::uint64_t>(*command, "-n", flags->n, "How many; 1 unless given");
  add_number<std::uint64_t>(*command, "--seed", flags->seed, "The same seed draws the same ones");
  command->footer(
      "Exactly uniform, by the decision diagram of all solutions: it must fit in memory.\n\n"
      "Examples:\n"
      "  dlx sample problem.dlx -n 10 --seed 1\n"
      "  dlx dominoes 8x8 --emit | dlx sample - -n 3 --json\n");
  command->callback([&session, flags] {
    session.action = [&session, flags] { return sample(session, flags->n, flags->seed); };
  });
}

void add_marginals(CLI::App& app, Session& session) {
  CLI::App* command =
      add(app, session, "marginals", "Say of each option in how many solutions it is");
  command->footer(
      "A line an option: its probability in a solution drawn at random, the number of solutions\n"
      "that have it, and its items. By the decision diagram of all solutions.\n\n"
      "Examples:\n"
      "  dlx marginals problem.dlx\n"
      "  dlx dominoes 4x4 --emit | dlx marginals - --json\n");
  command->callback([&session] { session.action = [&session] { return marginals(session); }; });
}

void add_zdd(CLI::App& app, Session& session) {
  CLI::App* command = add(app, session, "zdd", "Write the decision diagram of all solutions");
  const auto dot = std::make_shared<bool>(false);
  command->add_flag("--dot", *dot, "For Graphviz");
  command->footer(
      "A node a line: its number, its option from 1, and where it leads without and with that\n"
      "option; F and T are the ends. Every way to T is a solution.\n\n"
      "Examples:\n"
      "  dlx zdd problem.dlx\n"
      "  dlx queens 5 --emit | dlx zdd - --dot\n");
  command->callback(
      [&session, dot] { session.action = [&session, dot] { return write(session, *dot); }; });
}

}  // namespace dlx::app
