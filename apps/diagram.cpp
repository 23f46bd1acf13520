// The subcommands that work on the decision diagram of all solutions: sample, marginals, zdd.

#include <fmt/format.h>

#include <array>
#include <memory>
#include <ostream>
#include <streambuf>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/outcome.hpp"
#include "apps/reading.hpp"
#include "apps/settings.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/zdd.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/search/deadline.hpp"

namespace dlx::app {
namespace {

std::string solutions_in_words(const Natural& count) {
  return count.to_string() + (count == 1 ? " solution" : " solutions");
}

/// A diagram and questions to it, under the limits of one command line.
class DiagramTask {
 public:
  explicit DiagramTask(Session& session)
      : session_(session),
        search_(search_options(session)),
        deadline_(search_.limits.time, search_.stop) {}

  /// Calls `use(const Zdd&)`, which returns the exit code, unless a limit ends the task before.
  template <class Use>
  int run(const Problem& problem, Use use) {
    SearchOptions left = search_;
    left.limits.time = deadline_.left();
    const ZddResult built = Zdd::build(problem, table_options(left, memory_limit(session_)));
    if (!built.zdd) {
      session_.messages.warning(
          fmt::format("INCOMPLETE: the diagram was not finished; {} states, {} bytes", built.states,
                      built.memory_bytes));
      return print_incomplete(session_, built.status);
    }
    try {
      return use(*built.zdd);
    } catch (const ZddQueryEnded& e) {
      session_.messages.warning(
          fmt::format("INCOMPLETE: the diagram of {} nodes was finished, the numbers were not",
                      built.zdd->node_count()));
      return print_incomplete(session_, e.why());
    }
  }

  [[nodiscard]] ZddLimits limits() const {
    return {.time = deadline_.left(), .memory = memory_limit(session_), .stop = search_.stop};
  }
  /// Throws ZddQueryEnded.
  void look() const {
    if (const Status why = deadline_.why(); why != Status::running) throw ZddQueryEnded(why);
  }

 private:
  Session& session_;
  SearchOptions search_;
  Deadline deadline_;
};

int sample(Session& session, std::uint64_t n, std::uint64_t seed) {
  const Problem problem = read_problem(session);
  DiagramTask task(session);
  return task.run(problem, [&](const Zdd& zdd) {
    if (zdd.root() == Zdd::terminal_f) {
      session.out.print(session.general.json ? "{\"count\":\"0\"}\n" : "no solution\n");
      session.out.flush();
      return success;
    }
    Zdd::Sampler sampler(zdd, seed, task.limits());
    Verifier verifier(problem);
    for (std::uint64_t k = 1; k <= n; ++k) {
      task.look();
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
    session.messages.note(
        fmt::format("drawn from {} solutions, each as likely as any other, seed {}",
                    sampler.solutions().to_string(), seed));
    return success;
  });
}

int marginals(Session& session) {
  const Problem problem = read_problem(session);
  DiagramTask task(session);
  return task.run(problem, [&](const Zdd& zdd) {
    const auto print = [&](OptionId option, const Zdd::Membership& in) {
      task.look();
      if (session.general.json) {
        Json line = Json::object();
        line["option"] = index(option) + 1;
        line["solutions"] = in.solutions.to_string();
        line["probability"] = in.probability;
        session.out.print(line.dump() + "\n");
      } else {
        session.out.print(fmt::format("{:.6f} {} {}\n", in.probability, in.solutions.to_string(),
                                      option_text(problem, option)));
      }
    };
    const Natural all = zdd.for_each_membership(print, task.limits());
    session.out.flush();
    session.messages.note("of " + solutions_in_words(all));
    return success;
  });
}

/// Passes what is written to a stream on to the output of the program, a block at a time.
class OutputBuffer final : public std::streambuf {
 public:
  OutputBuffer(Output& out, const DiagramTask& task) : out_(out), task_(task) {
    setp(block_.data(), block_.data() + block_.size());
  }

 protected:
  int_type overflow(int_type character) override {
    sync();
    if (!traits_type::eq_int_type(character, traits_type::eof())) {
      *pptr() = traits_type::to_char_type(character);
      pbump(1);
    }
    return traits_type::not_eof(character);
  }
  int sync() override {
    task_.look();
    out_.print(std::string(pbase(), pptr()));
    setp(block_.data(), block_.data() + block_.size());
    return 0;
  }

 private:
  Output& out_;
  const DiagramTask& task_;
  std::array<char, 1 << 16> block_ = {};
};

int write(Session& session, bool dot) {
  const Problem problem = read_problem(session);
  DiagramTask task(session);
  return task.run(problem, [&](const Zdd& zdd) {
    OutputBuffer buffer(session.out, task);
    std::ostream text(&buffer);
    text.exceptions(std::ios::badbit);  // or what the buffer throws would be lost
    dot ? zdd.write_dot(text) : zdd.write(text);
    text.flush();
    session.out.flush();
    const std::string nodes = fmt::format("{} nodes", zdd.node_count());
    try {
      session.messages.note(nodes + " for " + solutions_in_words(zdd.count(task.limits())));
    } catch (const ZddQueryEnded&) {
      session.messages.note(nodes + "; counting the solutions takes more than the limits allow");
    }
    return success;
  });
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
      add(app, session, "marginals", "Count, for each option, the solutions that contain it");
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
