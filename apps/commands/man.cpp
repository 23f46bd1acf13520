// Manual pages, printed by the command itself.

#include <fmt/chrono.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/cli/parameters.hpp"
#include "apps/commands/commands.hpp"
#include "dlx/core/text.hpp"
#include "dlx/version.hpp"

namespace dlx::app {
namespace {

/// The date on the pages, in the form that mdoc needs: "November 2, 2026". Reproducible builds set
/// SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/).
std::string date_of_pages() {
  std::time_t seconds = std::time(nullptr);
  if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH")) {
    const auto value = to_number<std::int64_t>(epoch);
    if (!value) throw std::invalid_argument("SOURCE_DATE_EPOCH is not a number of seconds");
    seconds = static_cast<std::time_t>(*value);
  }
  std::tm date = {};
  gmtime_r(&seconds, &date);
  return fmt::format("{:%B} {}, {}", date, date.tm_mday, date.tm_year + 1900);
}

/// The text below the options of a help, divided.
struct Footer {
  std::vector<std::string> paragraphs;
  std::vector<std::string> examples;  ///< command lines, each with its explanation
};

Footer divide(std::string_view text) {
  Footer footer;
  bool inside = false;  // whether the place is inside a paragraph
  bool examples = false;
  for (const std::string& line : lines_of(text)) {
    if (line == "Examples:") {
      examples = true;
    } else if (examples) {
      if (line.starts_with("  ")) footer.examples.push_back(line.substr(2));
    } else if (line.empty()) {
      inside = false;
    } else if (inside) {
      footer.paragraphs.back() += "\n" + line;
    } else {
      footer.paragraphs.push_back(line);
      inside = true;
    }
  }
  return footer;
}

std::string first_up(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

// Manual pages in mdoc, which both mandoc and groff read; https://mandoc.bsd.lv/mdoc/ describes it.

/// Escapes a text, so that no word is a request of roff, and characters can be copied as shown.
std::string roff(std::string_view text) {
  static const std::map<char, std::string_view> escapes = {
      {'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"}, {'`', "\\(ga"},
      {'^', "\\(ha"}, {'~', "\\(ti"}, {'"', "\\(dq"}};
  std::string escaped;
  for (const char c : text) {
    const auto escape = escapes.find(c);
    escaped += escape == escapes.end() ? std::string_view(&c, 1) : escape->second;
  }
  if (escaped.starts_with('.')) escaped.insert(0, "\\&");
  return escaped;
}

/// A paragraph: each sentence begins a line, as mdoc wants it, and none is long.
std::string filled(std::string_view text) {
  constexpr std::size_t longest = 78;
  std::string page;
  std::size_t column = 0;
  bool after_sentence = false;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \n", at)) != text.npos) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    std::string escaped = roff(word);
    const bool stop = word.ends_with('.') || word.ends_with('?') || word.ends_with('!');
    const bool ends_sentence =
        stop && word.size() > 1 &&
        (std::isalnum(static_cast<unsigned char>(word[word.size() - 2])) != 0 ||
         word[word.size() - 2] == ')');
    if (stop && !ends_sentence) escaped += "\\&";  // an ellipsis, as in "3 2 2 ..."
    if (column != 0 && (after_sentence || column + 1 + escaped.size() > longest)) {
      page += '\n';
      column = 0;
    }
    if (column != 0) page += ' ';
    page += escaped;
    column += escaped.size() + 1;
    after_sentence = ends_sentence;
    at = end;
  }
  return page + "\n";
}

/// A line printed literally.
std::string literal(std::string_view line) {
  return roff(line) + "\n";
}

std::string as_item(const Parameter& p) {
  std::string item = ".It";
  for (const std::string& name : p.names) {
    if (item != ".It") item += " ,";
    item += " Fl " + roff(name.substr(1));
    if (!p.value.empty()) item += " Ar " + replaced(roff(p.value), " ", "\\ ");
  }
  if (p.names.empty()) item += " Ar " + roff(p.value);
  return item + "\n";
}

std::string explained(const Parameter& p) {
  std::string text = p.help;
  if (!text.ends_with('.')) text += '.';
  if (!p.words.empty()) {
    text += " " + p.value + " is one of " + joined(p.words, ", ");
    if (!p.kinds.empty()) text += ", or a " + joined(p.kinds, " or ");
    text += ".";
  }
  if (p.names.empty() && p.repeated) text += " There may be several.";
  if (p.required && !p.names.empty()) text += " It must be given.";
  if (!p.needs.empty()) text += " Only with " + joined(p.needs, " or ") + ".";
  if (!p.excludes.empty()) text += " Not with " + joined(p.excludes, ", ") + ".";
  return text;
}

std::string listed(std::span<const Parameter> list) {
  std::string page = ".Bl -tag -width Ds\n";
  for (const Parameter& p : list) page += as_item(p) + filled(explained(p));
  return page + ".El\n";
}

std::string synopsis(std::span<const Parameter> all) {
  std::string page;
  for (const Parameter& p : all) {
    if (!p.names.empty() && !p.required) continue;
    std::string word = p.names.empty() ? "" : "Fl " + roff(p.names.back().substr(1)) + " ";
    word += "Ar " + roff(p.value) + (p.names.empty() && p.repeated ? " ..." : "");
    page += (p.required ? "." : ".Op ") + word + "\n";
  }
  return page;
}

bool is_exit_codes(const std::string& paragraph) {
  return paragraph.starts_with("Exit codes:");
}

/// Other subcommands that a text names as "dlx NAME".
std::vector<std::string> named_in(const CLI::App& app, const std::string& text) {
  std::vector<std::string> names;
  for (const CLI::App* other : app.get_subcommands({})) {
    const std::string words = "dlx " + other->get_name();
    for (std::size_t at = 0; (at = text.find(words, at)) != text.npos; at += words.size()) {
      const std::size_t end = at + words.size();
      if (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) continue;
      names.push_back("dlx-" + other->get_name());
      break;
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

constexpr const char* files_section = R"mdoc(.Sh FILES
What is in a file is told by how its name ends, perhaps before
.Pa .gz ,
unless an option says it.
.Bl -tag -width Ds
.It Pa *.dlx
A problem in the text format of Knuth's programs;
so is a file of any other name.
.It Pa *.sage , *.matrix
A problem as rows: lists of columns, or 0 and 1.
.It Pa *.csv
The same with commas below names, or a line for each option and item.
.It Pa *.xc , *.ec
A problem as lists of numbers, or as Knuth's text below its sizes.
.It Pa *.opb , *.cnf , *.lp , *.mzn
A problem for other solvers, which
.Xr dlx-convert 1
writes.
.El
)mdoc";

std::string page_name(const CLI::App& command) {
  return command.get_parent() == nullptr ? command.get_name() : "dlx-" + command.get_name();
}

bool is_whole(const CLI::App& command) {
  return command.get_parent() == nullptr;
}

std::string head_of_page(const CLI::App& command, const std::vector<Parameter>& all,
                         const std::string& date) {
  const bool whole = is_whole(command);
  const std::string name = page_name(command);
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::string about = command.get_description();
  if (whole) about = about.substr(about.find(": ") + 2);
  std::string lower = about;
  // "Count the ..." becomes "count the ..."; "ZDD" and the like would stay.
  if (lower.size() > 1 && std::islower(static_cast<unsigned char>(lower[1])) != 0) {
    lower[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(lower[0])));
  }
  std::string page = ".Dd " + date + "\n.Dt " + title + " 1\n.Os dlx " DLX_VERSION "\n";
  page += ".Sh NAME\n.Nm " + name + "\n.Nd " + roff(lower) + "\n.Sh SYNOPSIS\n";
  page += ".Nm " + (whole ? name : "dlx " + command.get_name()) + "\n.Op Ar options\n";
  page += whole ? ".Ar command ...\n" : synopsis(all);
  return page + ".Sh DESCRIPTION\n" + filled(first_up(about) + ".");
}

std::string described(const Footer& footer) {
  std::string page;
  for (const std::string& paragraph : footer.paragraphs) {
    if (is_exit_codes(paragraph)) continue;
    page += ".Pp\n";
    if (paragraph.find("\n  ") != paragraph.npos) {  // it is laid out already
      page += ".Bd -literal\n";
      for (const std::string& line : lines_of(paragraph)) page += literal(line);
      page += ".Ed\n";
    } else {
      page += filled(paragraph);
    }
  }
  return page;
}

std::string commands_section(const CLI::App& app) {
  std::string page = ".Sh COMMANDS\n.Bl -tag -width Ds\n";
  for (const CLI::App* sub : app.get_subcommands({})) {
    page += ".It Xr " + page_name(*sub) + " 1\n" + filled(sub->get_description() + ".");
  }
  return page + ".El\n";
}

std::string options_section(const CLI::App& command, const std::vector<Parameter>& options) {
  std::string page = ".Sh OPTIONS\n";
  for (const std::string& group : command.get_groups()) {
    std::vector<Parameter> members;
    std::copy_if(options.begin(), options.end(), std::back_inserter(members),
                 [&](const Parameter& p) { return p.group == group; });
    if (members.empty()) continue;
    if (group != "Options") page += ".Ss " + roff(group) + "\n";
    page += listed(members);
  }
  return page;
}

std::string environment_section(const CLI::App& command) {
  std::string page = ".Sh ENVIRONMENT\n.Bl -tag -width Ds\n";
  page += ".It Ev NO_COLOR\n" + filled("If it is set and not empty, messages have no colour.");
  page += ".It Ev TERM\n" + filled("If it is dumb or not set, they have none either.");
  if (command.get_name() == "man") {
    page += ".It Ev SOURCE_DATE_EPOCH\n" +
            filled("The date that the page bears, in seconds since 1970; today unless set.");
  }
  return page + ".El\n";
}

std::string exit_status_section(const CLI::App& app) {
  std::string page = ".Sh EXIT STATUS\n";
  for (const std::string& paragraph : divide(app.get_footer()).paragraphs) {
    if (is_exit_codes(paragraph)) page += filled(paragraph.substr(paragraph.find(':') + 2));
  }
  return page;
}

std::string examples_section(const Footer& footer) {
  if (footer.examples.empty()) return "";
  std::string page = ".Sh EXAMPLES\n.Bd -literal\n";
  for (const std::string& line : footer.examples) page += literal(line);
  return page + ".Ed\n";
}

/// The pages of all commands for the page of dlx, otherwise those that a page names.
std::string see_also_section(const CLI::App& app, const CLI::App& command,
                             const std::vector<Parameter>& all, const Footer& footer) {
  std::vector<std::string> others;
  if (is_whole(command)) {
    for (const CLI::App* sub : app.get_subcommands({})) others.push_back(page_name(*sub));
    others.emplace_back("dlx-check");
    std::sort(others.begin(), others.end());
  } else {
    std::string text = joined(footer.paragraphs, "\n") + "\n" + joined(footer.examples, "\n");
    for (const Parameter& p : all) text += "\n" + p.help;
    others = named_in(app, text);
    std::erase(others, page_name(command));
    others.insert(others.begin(), "dlx");
  }
  std::string page = ".Sh SEE ALSO\n";
  for (const std::string& other : others) page += ".Xr " + other + " 1 ,\n";
  return page + ".Xr dlx-formats 5\n";
}

/// The manual page of a subcommand, or of the whole command: source in mdoc, with the date.
std::string manual_page(const CLI::App& app, const CLI::App& command, const std::string& date) {
  const std::vector<Parameter> all = parameters(command);
  const Footer footer = divide(command.get_footer());
  std::vector<Parameter> arguments, options;
  for (const Parameter& p : all) (p.names.empty() ? arguments : options).push_back(p);

  std::string page = head_of_page(command, all, date) + described(footer);
  if (!arguments.empty()) page += ".Ss Arguments\n" + listed(arguments);
  if (is_whole(command)) page += commands_section(app);
  page += options_section(command, options) + environment_section(command);
  if (is_whole(command)) page += files_section;
  page += exit_status_section(app) + examples_section(footer);
  return page + see_also_section(app, command, all, footer);
}

}  // namespace

void add_man(CLI::App& command, CommandLine& line) {
  const CLI::App& app = *command.get_parent();
  const auto name = std::make_shared<std::string>();
  std::vector<std::string> names = {app.get_name()};
  for (const CLI::App* other : app.get_subcommands({})) names.push_back(other->get_name());
  command.add_option("COMMAND", *name, "The command to describe; dlx itself unless given")
      ->check(CLI::IsMember(names));
  add_general_options(command, line.request);
  command.footer(
      "dlx man prints the source of the page, in mdoc. 'dlx man count | man -l -' shows the\n"
      "page. If dlx was installed with its manual pages, 'man dlx-count' shows it too.\n\n"
      "Examples:\n"
      "  dlx man > dlx.1\n"
      "  dlx man count > dlx-count.1\n");
  command.callback([&app, &line, name] {
    line.action = [&app, name](const Request& request, Console& console) {
      const bool whole = name->empty() || *name == app.get_name();
      const CLI::App& which = whole ? app : *app.get_subcommand(*name);
      return print_text(request, console, "command", which.get_name(),
                        manual_page(app, which, date_of_pages()));
    };
  });
}

}  // namespace dlx::app
