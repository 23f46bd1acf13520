#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "apps/run.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/problem_format.hpp"

namespace dlx::app {
namespace {

struct ConvertArguments {
  std::string out = "-";
  std::optional<ProblemFormat> to;
};

int convert(Session& session, const ConvertArguments& a) {
  const auto format = a.to ? a.to : format_of_name(a.out);
  if (!format || !can_write(*format)) {
    throw std::invalid_argument("the name " + in_quotes(a.out) +
                                " does not say how to write the problem: add --to FORMAT");
  }
  const Problem problem = read_problem(session);
  std::string text;
  const auto warnings =
      write_problem(problem, *format, [&](std::string_view part) { text += part; });
  if (a.out == "-") {
    session.out.print(text);
    session.out.flush();
  } else {
    write_file(a.out, text);
  }
  for (const std::string& warning : warnings) session.messages.warning(warning);
  return success;
}

}  // namespace

void add_convert(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("convert", "Write an exact-cover problem in another format");
  add_read_options(*command, session);
  const auto a = std::make_shared<ConvertArguments>();
  command->add_option("OUT", a->out, "Where to; - is standard output, as is nothing");
  std::map<std::string, ProblemFormat> formats;
  for (const ProblemFormat format : all_formats) {
    if (can_write(format)) formats.emplace(to_string(format), format);
  }
  add_choice(*command, "--to", a->to, formats,
             "The format of OUT; unless given, as its name ends: .dlx, .json, .sage, "
             ".matrix, .opb, .cnf, .lp, .mzn")
      ->type_name("FORMAT");
  add_general_options(*command, session);
  command->footer(
      "Variable k of opb, cnf and lp says whether option k is chosen; there are as many models as\n"
      "solutions.\n\n"
      "Examples:\n"
      "  dlx convert problem.dlx problem.opb\n"
      "  dlx soma --emit | dlx convert - --to cnf\n"
      "  echo '[[0,3],[1,2],[0,1]]' | dlx convert - --from sage --to knuth\n");
  command->callback(
      [&session, a] { session.action = [&session, a] { return convert(session, *a); }; });
}

}  // namespace dlx::app
