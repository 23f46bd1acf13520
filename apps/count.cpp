#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/outcome.hpp"
#include "apps/reading.hpp"
#include "apps/run.hpp"
#include "apps/trust.hpp"

namespace dlx::app {

void add_count(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("count", "Count the solutions of an exact-cover problem");
  add_read_options(*command, session);
  add_search_options(*command, session);
  add_threads_option(*command, session);
  add_checkpoint_options(*command, session);
  add_count_options(*command, session);
  add_trust_options(*command, session);
  add_up_to_option(*command, session, {UpTo::none, UpTo::all});
  add_general_options(*command, session);
  command->footer(
      "The number stands alone on its line, in digits; it is exact, whatever its size. If a limit\n"
      "or a signal ends the count, the next line contains INCOMPLETE, and the number is a lower\n"
      "bound.\n\n"
      "By default a search, symmetries, a sweep and a memo compete until one of them ends; "
      "--stats\n"
      "prints everything that was tried.\n\n"
      "FILE may also be a unit made by dlx split; its result is for dlx merge.\n\n"
      "Examples:\n"
      "  dlx count problem.dlx\n"
      "  dlx dominoes 20x20 --emit | dlx count -\n"
      "  dlx count problem.dlx --method zdd --fingerprint 1\n"
      "  dlx soma --emit | dlx count - --up-to all\n"
      "  dlx count problem.dlx --time-limit 10 --json\n"
      "  dlx count problem.dlx --trust T2\n"
      "  dlx dominoes 8x8 --emit | dlx count - --stats\n");
  command->callback([&session, command] {
    session.ask.count = true;
    session.action = [&session, command] {
      if (is_unit_file(session)) {
        if (!session.certificate.empty() ||
            session.trust.value_or(TrustLevel::counted) != TrustLevel::counted) {
          throw std::invalid_argument("--certificate and --trust are not for units of dlx split");
        }
        const CLI::App& named = *command;
        for (const char* option : {"--up-to", "--fingerprint", "--json", "--method", "--engine",
                                   "--branch", "--order", "--checkpoint"}) {
          if (named.get_option(option)->count() == 0) continue;
          throw std::invalid_argument(std::string(option) +
                                      " is not for units: 'dlx split' has said how they are "
                                      "counted, and 'dlx merge' takes their results");
        }
        return count_unit(session);
      }
      const Problem problem = read_problem(session);
      return exit_code(run_search(session, problem, Presentation{}));
    };
  });
}

}  // namespace dlx::app
