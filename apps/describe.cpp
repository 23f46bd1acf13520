#include "apps/describe.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <span>

#include "dlx/version.hpp"

namespace dlx::app {
namespace {

bool is_kind(std::string_view choice) {
  return std::all_of(choice.begin(), choice.end(),
                     [](unsigned char c) { return std::isupper(c) != 0; });
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(std::span<const std::string> words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string first_up(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::vector<Parameter> parameters(const CLI::App& command) {
  std::vector<Parameter> all;
  for (const CLI::Option* option : command.get_options()) all.push_back(describe(*option));
  return all;
}

std::vector<const CLI::App*> subcommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// What both a list of options and a line of completions have room for.
std::string brief(const std::string& help) {
  return help.substr(0, std::min({help.find(": "), help.find("; "), help.find(". ")}));
}

// Manual pages. mdoc is what both mandoc and groff read; https://mandoc.bsd.lv/mdoc/ describes it.

/// Text in which nothing is taken for a request, and which can be copied as it is shown.
std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      case '\'':
        escaped += "\\(aq";
        break;
      case '`':
        escaped += "\\(ga";
        break;
      case '^':
        escaped += "\\(ha";
        break;
      case '~':
        escaped += "\\(ti";
        break;
      case '"':
        escaped += "\\(dq";
        break;
      default:
        escaped += c;
    }
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
    if (stop && !ends_sentence) escaped += "\\&";  // "3 2 2 ..."
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

/// A line as it stands.
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
  std::vector<std::string> kinds, words;
  for (const std::string& choice : p.choices) (is_kind(choice) ? kinds : words).push_back(choice);
  if (!words.empty()) {
    text += " " + p.value + " is one of " + joined(words, ", ");
    if (!kinds.empty()) text += ", or a " + joined(kinds, " or ");
    text += ".";
  }
  if (p.names.empty() && p.repeated) text += " There may be several.";
  if (p.required && !p.names.empty()) text += " It must be given.";
  if (!p.needs.empty()) text += " Only with " + joined(p.needs, " and ") + ".";
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
  for (const CLI::App* other : subcommands(app)) {
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
.It Pa *.opb , *.cnf , *.lp , *.mzn
A problem for other solvers, which
.Xr dlx-convert 1
writes.
.El
)mdoc";

std::string page_name(const CLI::App& command) {
  return command.get_parent() == nullptr ? command.get_name() : "dlx-" + command.get_name();
}

// Completion.

/// What may follow a parameter, for a shell's `case` over previous words.
std::vector<std::string> choices_without_kinds(const Parameter& p) {
  std::vector<std::string> words;
  std::copy_if(p.choices.begin(), p.choices.end(), std::back_inserter(words),
               [](const std::string& choice) { return !is_kind(choice); });
  return words;
}

/// In single quotes, for bash, zsh and (with the backslash doubled as well) fish.
std::string in_single_quotes(std::string_view text, bool fish = false) {
  std::string word = "'";
  for (const char c : text) {
    if (fish && (c == '\'' || c == '\\')) {
      word += '\\';
      word += c;
    } else if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

/// The words that may be completed anywhere: names of subcommands, and those of their own.
std::vector<std::string> names_of(std::span<const CLI::App* const> commands) {
  std::vector<std::string> names = {"help"};
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(std::span<const Parameter> all) {
  std::vector<std::string> names;
  for (const Parameter& p : all) names.insert(names.end(), p.names.begin(), p.names.end());
  return names;
}

constexpr const char* help_about = "Print the help of a command";

constexpr const char* bash_begin = R"sh(# Completion of dlx in bash; made by `dlx completion bash`.
# shellcheck disable=SC2207 # mapfile is not in the bash of macOS
_dlx() {
  local current=${COMP_WORDS[COMP_CWORD]} previous='' command=${COMP_WORDS[1]}
  local words='' options='' files='' IFS=$' \t\n'
  ((COMP_CWORD > 0)) && previous=${COMP_WORDS[COMP_CWORD - 1]}
  # bash takes --engine=auto for three words.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]] && ((COMP_CWORD > 1)); then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  ((COMP_CWORD > 1)) || command=''
  case $command in
)sh";

constexpr const char* bash_end = R"sh(  esac
  [[ $current == -* ]] && words=$options files=''
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n $files ]]; then
    IFS=$'\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -F _dlx dlx
)sh";

/// The branches of a `case` over the previous word, and what comes without one.
std::string bash_command(std::string_view pattern, std::span<const Parameter> all) {
  std::string script = "    " + std::string(pattern) + ")\n      case $previous in\n";
  std::vector<std::string> positionals;
  bool files = false;
  std::vector<std::string> silent;  // whose values cannot be known
  for (const Parameter& p : all) {
    const std::vector<std::string> choices = choices_without_kinds(p);
    if (p.names.empty()) {
      positionals.insert(positionals.end(), choices.begin(), choices.end());
      files = files || p.takes_file;
    } else if (choices.empty() && !p.takes_file && !p.value.empty()) {
      silent.insert(silent.end(), p.names.begin(), p.names.end());
    } else if (!p.value.empty()) {
      script += "        " + joined(p.names, " | ") + ")";
      if (!choices.empty()) script += " words=" + in_single_quotes(joined(choices, " "));
      if (p.takes_file) script += " files=yes";
      script += " ;;\n";
    }
  }
  if (!silent.empty()) script += "        " + joined(silent, " | ") + ") ;;\n";
  script +=
      "        *)\n          options=" + in_single_quotes(joined(option_names(all), " ")) + "\n";
  if (!positionals.empty())
    script += "          words=" + in_single_quotes(joined(positionals, " ")) + "\n";
  if (files) script += "          files=yes\n";
  return script + "          ;;\n      esac\n      ;;\n";
}

std::string bash_script(const CLI::App& app) {
  const auto commands = subcommands(app);
  const std::string names = in_single_quotes(joined(names_of(commands), " "));
  std::string script = bash_begin;
  script += "    '') words=" + names +
            " options=" + in_single_quotes(joined(option_names(parameters(app)), " ")) + " ;;\n";
  script += "    help) ((COMP_CWORD == 2)) && words=" + names + " ;;\n";
  for (const CLI::App* command : commands) {
    script += bash_command(command->get_name(), parameters(*command));
  }
  return script + bash_end;
}

/// Text within a word of zsh's _arguments.
std::string zsh_text(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"}) {
    text = replaced(std::move(text), special, std::string("\\") + special);
  }
  return text;
}

/// ":value:what completes it".
std::string zsh_value(const Parameter& p) {
  const std::vector<std::string> choices = choices_without_kinds(p);
  std::string value = ":" + zsh_text(p.value) + ":";
  if (!choices.empty() && p.takes_file) return value + "_dlx_word_or_file " + joined(choices, " ");
  if (!choices.empty()) return value + "(" + joined(choices, " ") + ")";
  return value + (p.takes_file ? "_files" : " ");
}

std::string zsh_arguments(std::span<const Parameter> all) {
  std::string script;
  int position = 0;
  for (const Parameter& p : all) {
    const auto add = [&](const std::string& spec) {
      script += " \\\n            " + in_single_quotes(spec);
    };
    if (p.names.empty()) {
      ++position;
      add((p.repeated ? "*" : std::to_string(position) + (p.required ? "" : ":")) + zsh_value(p));
      continue;
    }
    std::vector<std::string> others = p.excludes;
    others.insert(others.end(), p.names.begin(), p.names.end());
    for (const std::string& name : p.names) {
      std::string spec = "(" + joined(others, " ") + ")" + name;
      if (!p.value.empty()) spec += name.starts_with("--") ? "=" : "+";
      add(spec + "[" + zsh_text(brief(p.help)) + "]" + (p.value.empty() ? "" : zsh_value(p)));
    }
  }
  return script;
}

constexpr const char* zsh_begin = R"zsh(#compdef dlx
# Completion of dlx in zsh; made by `dlx completion zsh`.

_dlx_word_or_file() {
  _alternative "words:word:($*)" 'files:file:_files'
}

_dlx() {
  local curcontext="$curcontext" state line
  local -a commands
  commands=(
)zsh";

// Loaded by compinit the file is the function; read by `source` it has to be announced.
constexpr const char* zsh_end = R"zsh(      esac
      ;;
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _dlx "$@"
else
  compdef _dlx dlx
fi
)zsh";

std::string zsh_script(const CLI::App& app) {
  const auto commands = subcommands(app);
  std::string script = zsh_begin;
  script += "    " + in_single_quotes(std::string("help:") + help_about) + "\n";
  for (const CLI::App* command : commands) {
    const std::string about = zsh_text(command->get_description());
    script += "    " + in_single_quotes(command->get_name() + ":" + about) + "\n";
  }
  script += "  )\n  _arguments -C" + zsh_arguments(parameters(app)) +
            " \\\n            '1: :->command' '*:: :->arguments'\n" + R"zsh(  case $state in
    command) _describe -t commands command commands ;;
    arguments)
      case $words[1] in
        help) _describe -t commands command commands ;;
)zsh";
  for (const CLI::App* command : commands) {
    script += "        " + command->get_name() + ")\n          _arguments -s -S" +
              zsh_arguments(parameters(*command)) + "\n          ;;\n";
  }
  return script + zsh_end;
}

std::string fish_parameter(const Parameter& p, const std::string& condition) {
  const std::vector<std::string> choices = choices_without_kinds(p);
  std::string script = "complete -c dlx -n " + in_single_quotes(condition, true);
  if (p.names.empty()) {
    if (choices.empty()) return "";
    return script + " -a " + in_single_quotes(joined(choices, " "), true) + "\n";
  }
  for (const std::string& name : p.names) {
    script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!p.value.empty()) {
    script += p.takes_file ? " -r -F" : " -x";
    if (!choices.empty()) script += " -a " + in_single_quotes(joined(choices, " "), true);
  }
  return script + " -d " + in_single_quotes(brief(p.help), true) + "\n";
}

// The first word decides, for others may be spelled like a subcommand.
constexpr const char* fish_begin =
    R"fish(# Completion of dlx in fish; made by `dlx completion fish`.
function __dlx_runs
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

complete -c dlx -n __fish_use_subcommand -f
)fish";

std::string fish_script(const CLI::App& app) {
  const auto commands = subcommands(app);
  std::string script = fish_begin;
  for (const Parameter& p : parameters(app)) script += fish_parameter(p, "__fish_use_subcommand");
  const auto add = [&](const std::string& name, const std::string& about) {
    script += "complete -c dlx -n __fish_use_subcommand -a " + name + " -d " +
              in_single_quotes(about, true) + "\n";
  };
  add("help", help_about);
  for (const CLI::App* command : commands) add(command->get_name(), command->get_description());
  const auto after = [](const std::string& name) { return "__dlx_runs " + name; };
  script += "complete -c dlx -n " + in_single_quotes(after("help"), true) + " -f -a " +
            in_single_quotes(joined(names_of(commands), " "), true) + "\n";
  for (const CLI::App* command : commands) {
    const std::vector<Parameter> all = parameters(*command);
    const std::string here = after(command->get_name());
    const bool files = std::any_of(
        all.begin(), all.end(), [](const Parameter& p) { return p.names.empty() && p.takes_file; });
    if (!files) script += "complete -c dlx -n " + in_single_quotes(here, true) + " -f\n";
    for (const Parameter& p : all) script += fish_parameter(p, here);
  }
  return script;
}

}  // namespace

Parameter describe(const CLI::Option& option) {
  Parameter p;
  for (const std::string& name : option.get_snames()) p.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) p.names.push_back("--" + name);
  p.help = option.get_description();
  p.group = option.get_group();
  p.required = option.get_required();
  p.repeated = option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
  for (const CLI::Option* other : option.get_needs()) p.needs.push_back(other->get_name());
  for (const CLI::Option* other : option.get_excludes()) p.excludes.push_back(other->get_name());
  std::sort(p.needs.begin(), p.needs.end());
  std::sort(p.excludes.begin(), p.excludes.end());
  if (option.get_items_expected_max() == 0) return p;  // a flag

  const std::string type = option.get_type_name();  // "NAME:{a,b}"
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', std::min(open, type.size()));
  if (close != type.npos) {
    std::string words = type.substr(open + 1, close - open - 1);
    std::replace(words.begin(), words.end(), ',', '\n');
    p.choices = lines_of(words);
  }
  p.value =
      p.names.empty() ? option.get_name(true) : type.substr(0, std::min(open, type.find(':')));
  const bool text = p.names.empty() && type == "TEXT";
  p.takes_file = text || p.value == "FILE" || p.value == "FOLDER" ||
                 std::find(p.choices.begin(), p.choices.end(), "FILE") != p.choices.end();
  return p;
}

Footer divide(std::string_view text) {
  Footer footer;
  bool inside = false;  // a paragraph
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

std::string manual_page(const CLI::App& app, const CLI::App& command, const std::string& date) {
  const bool whole = &command == &app;
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
  const std::vector<Parameter> all = parameters(command);
  const Footer footer = divide(command.get_footer());

  std::string page = ".Dd " + date + "\n.Dt " + title + " 1\n.Os dlx " DLX_VERSION "\n";
  page += ".Sh NAME\n.Nm " + name + "\n.Nd " + roff(lower) + "\n.Sh SYNOPSIS\n";
  page += ".Nm " + (whole ? name : "dlx " + command.get_name()) + "\n.Op Ar options\n";
  page += whole ? ".Ar command ...\n" : synopsis(all);
  page += ".Sh DESCRIPTION\n" + filled(first_up(about) + ".");
  for (const std::string& paragraph : footer.paragraphs) {
    if (is_exit_codes(paragraph)) continue;
    page += ".Pp\n";
    if (paragraph.find("\n  ") != paragraph.npos) {  // it has been laid out
      page += ".Bd -literal\n";
      for (const std::string& line : lines_of(paragraph)) page += literal(line);
      page += ".Ed\n";
    } else {
      page += filled(paragraph);
    }
  }

  std::vector<Parameter> arguments, options;
  for (const Parameter& p : all) (p.names.empty() ? arguments : options).push_back(p);
  if (!arguments.empty()) page += ".Ss Arguments\n" + listed(arguments);
  if (whole) {
    page += ".Sh COMMANDS\n.Bl -tag -width Ds\n";
    for (const CLI::App* sub : subcommands(app)) {
      page += ".It Xr " + page_name(*sub) + " 1\n" + filled(sub->get_description() + ".");
    }
    page += ".El\n";
  }
  page += ".Sh OPTIONS\n";
  for (const std::string& group : command.get_groups()) {
    std::vector<Parameter> members;
    std::copy_if(options.begin(), options.end(), std::back_inserter(members),
                 [&](const Parameter& p) { return p.group == group; });
    if (members.empty()) continue;
    if (group != "Options") page += ".Ss " + roff(group) + "\n";
    page += listed(members);
  }
  page += ".Sh ENVIRONMENT\n.Bl -tag -width Ds\n";
  page += ".It Ev NO_COLOR\n" + filled("If it is set and not empty, messages have no colour.");
  page += ".It Ev TERM\n" + filled("If it is dumb or not set, they have none either.");
  if (command.get_name() == "man") {
    page += ".It Ev SOURCE_DATE_EPOCH\n" +
            filled("The date that the page bears, in seconds since 1970; today unless set.");
  }
  page += ".El\n";
  if (whole) page += files_section;
  page += ".Sh EXIT STATUS\n";
  for (const std::string& paragraph : divide(app.get_footer()).paragraphs) {
    if (is_exit_codes(paragraph)) page += filled(paragraph.substr(paragraph.find(':') + 2));
  }
  if (!footer.examples.empty()) {
    page += ".Sh EXAMPLES\n.Bd -literal\n";
    for (const std::string& line : footer.examples) page += literal(line);
    page += ".Ed\n";
  }

  std::vector<std::string> others;
  if (whole) {
    for (const CLI::App* sub : subcommands(app)) others.push_back(page_name(*sub));
    std::sort(others.begin(), others.end());
  } else {
    std::string said = joined(footer.paragraphs, "\n") + "\n" + joined(footer.examples, "\n");
    for (const Parameter& p : all) said += "\n" + p.help;
    others = named_in(app, said);
    std::erase(others, name);
    others.insert(others.begin(), "dlx");
  }
  page += ".Sh SEE ALSO\n";
  for (const std::string& other : others) {
    page += ".Xr " + other + " 1" + (other == others.back() ? "" : " ,") + "\n";
  }
  return page;
}

std::string completion_script(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash_script(app);
  return shell == "zsh" ? zsh_script(app) : fish_script(app);
}

}  // namespace dlx::app
