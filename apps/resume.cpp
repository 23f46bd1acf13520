#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "apps/certificate.hpp"
#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "dlx/runs/ledger.hpp"

namespace dlx::app {

void add_resume(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("resume", "Continue a run that was saved in a file");
  command->add_option("FILE", session.checkpoint.file, "A file made by --checkpoint")->required();
  add_time_options(*command, session);
  add_number<std::uint64_t>(*command, "--node-limit", session.search.node_limit,
                            "Stop after N more nodes (exit code 3)")
      ->group("Search");
  command
      ->add_flag("--stats", session.search.stats,
                 "Nodes, updates, time and memory on standard error")
      ->group("Search");
  add_threads_option(*command, session);
  add_certificate_option(*command, session);
  add_general_options(*command, session);
  command->footer(
      "The file contains the command that made it; only the options listed here replace its own.\n"
      "Solutions and nodes are those of the whole run.\n\n"
      "Examples:\n"
      "  dlx queens 10 --count --checkpoint run.dlxr\n"
      "  dlx resume run.dlxr\n"
      "  dlx resume run.dlxr --threads 1 --progress\n");
  command->callback([&session] {
    session.action = [&session] {
      const std::string& file = session.checkpoint.file;
      const LedgerState state = read_ledger(file);
      Session again;
      again.resumed = state.facts;
      again.after_parsing = [&session, &state](Session& s) {
        // The files of a list stay as they are.
        if (state.facts.at("task") == "count") s.general.json |= session.general.json;
        s.checkpoint.file = session.checkpoint.file;
        // The file may come from anybody, and says where the certificate goes.
        if (!session.certificate.empty()) {
          s.certificate = session.certificate;
        } else if (!s.certificate.empty() && ::access(s.certificate.c_str(), F_OK) == 0) {
          throw std::invalid_argument(s.certificate +
                                      ": there is such a file already; say with --certificate "
                                      "where the certificate of this run is to go");
        }
        s.search.time_limit_s = session.search.time_limit_s;
        s.search.node_limit = session.search.node_limit;
        s.search.threads = session.search.threads;
        s.search.progress = session.search.progress;
        s.search.progress_json = session.search.progress_json;
        s.search.stats = session.search.stats;
        s.general.quiet = session.general.quiet;
        s.general.colour = session.general.colour;
      };
      return run_command(Json::parse(state.facts.at("arguments")).get<std::vector<std::string>>(),
                         again);
    };
  });
}

}  // namespace dlx::app
