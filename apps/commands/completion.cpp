// Scripts that let a shell complete the words of a command line.

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/cli/parameters.hpp"
#include "apps/commands/commands.hpp"

namespace dlx::app {
namespace {

/// The part of a help text before the first ": ", "; " or ". ". This part is short enough for
/// completion lists.
std::string brief(const std::string& help) {
  return help.substr(0, std::min({help.find(": "), help.find("; "), help.find(". ")}));
}

/// Quotes a text with single quotes, for bash, zsh and fish. In fish, backslashes are doubled too.
std::string in_single_quotes(const std::string& text, bool fish = false) {
  const std::string inside =
      fish ? replaced(replaced(text, "\\", "\\\\"), "'", "\\'") : replaced(text, "'", "'\\''");
  return "'" + inside + "'";
}

/// The names of `commands`, and "help", as completions for the name of a subcommand.
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

/// One entry of the bash script for a subcommand: a `case` over the previous word, and the
/// completions to offer if no branch matches.
std::string bash_command(std::string_view pattern, std::span<const Parameter> all) {
  std::string script = "    " + std::string(pattern) + ")\n      case $previous in\n";
  std::vector<std::string> positionals;
  bool files = false;
  std::vector<std::string> silent;  // options whose values have no known completions
  for (const Parameter& p : all) {
    if (p.names.empty()) {
      positionals.insert(positionals.end(), p.words.begin(), p.words.end());
      files = files || p.takes_file;
    } else if (p.words.empty() && !p.takes_file && !p.value.empty()) {
      silent.insert(silent.end(), p.names.begin(), p.names.end());
    } else if (!p.value.empty()) {
      script += "        " + joined(p.names, " | ") + ")";
      if (!p.words.empty()) script += " words=" + in_single_quotes(joined(p.words, " "));
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
  const auto commands = app.get_subcommands({});
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

/// Escapes a text for use inside a specification of zsh's _arguments.
std::string zsh_text(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"}) {
    text = replaced(std::move(text), special, std::string("\\") + special);
  }
  return text;
}

/// The part of a zsh specification that describes a value: ":placeholder:possible words".
std::string zsh_value(const Parameter& p) {
  std::string value = ":" + zsh_text(p.value) + ":";
  if (!p.words.empty() && p.takes_file) return value + "_dlx_word_or_file " + joined(p.words, " ");
  if (!p.words.empty()) return value + "(" + joined(p.words, " ") + ")";
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

// If zsh's compinit loads the file, the file is the body of the completion function. If `source`
// reads the file, the function must be registered by compdef.
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
  const auto commands = app.get_subcommands({});
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
  std::string script = "complete -c dlx -n " + in_single_quotes(condition, true);
  if (p.names.empty()) {
    if (p.words.empty()) return "";
    return script + " -a " + in_single_quotes(joined(p.words, " "), true) + "\n";
  }
  for (const std::string& name : p.names) {
    script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!p.value.empty()) {
    script += p.takes_file ? " -r -F" : " -x";
    if (!p.words.empty()) script += " -a " + in_single_quotes(joined(p.words, " "), true);
  }
  return script + " -d " + in_single_quotes(brief(p.help), true) + "\n";
}

// Only the first word of the command line determines the subcommand, because later words may have
// the spelling of a subcommand.
constexpr const char* fish_begin =
    R"fish(# Completion of dlx in fish; made by `dlx completion fish`.
function __dlx_runs
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

complete -c dlx -n __fish_use_subcommand -f
)fish";

std::string fish_script(const CLI::App& app) {
  const auto commands = app.get_subcommands({});
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

std::string completion_script(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash_script(app);
  return shell == "zsh" ? zsh_script(app) : fish_script(app);
}

}  // namespace

void add_completion(CLI::App& command, CommandLine& line) {
  const CLI::App& app = *command.get_parent();
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "The shell")
      ->check(CLI::IsMember(std::vector<std::string>{"bash", "fish", "zsh"}))
      ->required();
  add_general_options(command, line.request);
  command.footer(
      "Save the script where the shell looks for it: as dlx in\n"
      "~/.local/share/bash-completion/completions for bash, as _dlx in a folder of $fpath for\n"
      "zsh, as dlx.fish in ~/.config/fish/completions for fish. Or read it with 'source'.\n\n"
      "Examples:\n"
      "  dlx completion bash > dlx\n"
      "  dlx completion zsh > _dlx\n"
      "  dlx completion fish > dlx.fish\n");
  command.callback([&app, &line, shell] {
    line.action = [&app, shell](const Request& request, Console& console) {
      return print_text(request, console, "shell", *shell, completion_script(app, *shell));
    };
  });
}

}  // namespace dlx::app
