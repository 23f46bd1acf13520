#include "apps/cli/options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <ios>
#include <sstream>

#include "dlx/io/problem_format.hpp"

namespace dlx::app {

CLI::Validator number_between(double low, double high) {
  return {[low, high](std::string& word) {
            double value = 0;
            const bool within =
                CLI::detail::lexical_cast(word, value) && value >= low && value <= high;
            return within ? std::string()
                          : fmt::format("'{}' is not a number from {:g} to {:g}", word, low, high);
          },
          ""};
}

namespace {

CLI::Option* add_row(CLI::App& command, Request& request, const OptionRow& row) {
  const Group group(command, std::string(row.heading));
  const std::string flag(row.flag), help = flag_help(row);
  const auto assign = [&request, &row, flag](const std::string& word) {
    parse_option(flag, [&] { set(request.options, row, word, true); });
  };
  if (row.value.empty()) {
    const bool value = !flag.starts_with("--no-");
    return command.add_flag_callback(
        flag, [assign, value] { assign(value ? "true" : "false"); }, help);
  }
  CLI::Option* option = command.add_option_function<std::string>(flag, assign, help);
  if (const auto words = words_of(row); !words.empty()) {
    option->check(one_of(words));
  }
  return option->type_name(std::string(row.value));
}

void add_csv_option(CLI::App& command, Request& request) {
  const Group group(command, "Output");
  command.add_flag("--csv", request.csv,
                   "Print the solutions as a table: a line for each option, with its items");
}

}  // namespace

void add_general_options(CLI::App& command, Request& request) {
  const Group group(command, "Output");
  command.add_flag("--json", request.json,
                   "Print JSON, one object on each line; counts are strings");
  command.add_flag("-q,--quiet", request.conduct.quiet,
                   "Print no notes, and progress only with --progress");
  add_choice<ColourWhen>(command, "--color WHEN", request.conduct.colour,
                         {{"auto", ColourWhen::automatic},
                          {"always", ColourWhen::always},
                          {"never", ColourWhen::never}},
                         "When to use colour in messages. always: also in pictures on a terminal");
}

void add_numbers_option(CLI::App& command, Request& request) {
  const Group group(command, "Output");
  command.add_flag("--numbers", request.numbers,
                   "Print each solution on one line, as the numbers of its options");
  add_csv_option(command, request);
}

void add_rows(CLI::App& command, Request& request, std::initializer_list<const char*> names) {
  for (const char* name : names) add_row(command, request, option_named(name));
}

void add_engine_option(CLI::App& command, Request& request,
                       const std::vector<EngineKind>& engines) {
  if (engines.empty()) return add_rows(command, request, {"engine"});
  const OptionRow& row = option_named("engine");
  const Group group(command, std::string(row.heading));
  std::map<std::string, EngineKind> words;
  for (const EngineKind engine : engines) words.emplace(to_string(engine), engine);
  add_choice(command, std::string(row.flag), request.options.engine, words, std::string(row.help))
      ->type_name(std::string(row.value));
}

void add_search_options(CLI::App& command, Request& request,
                        const std::vector<EngineKind>& engines) {
  add_engine_option(command, request, engines);
  add_time_options(command, request);
  add_rows(command, request, {"node_limit"});
  add_stats_option(command, request);
  if (engines.empty()) add_rows(command, request, {"branching", "order", "preprocess"});
}

void add_stats_option(CLI::App& command, Request& request) {
  const Group group(command, "Search");
  command.add_flag(
      "--stats", request.conduct.stats,
      "Print statistics to standard error: nodes, updates, time, memory and all methods tried");
}

void add_time_options(CLI::App& command, Request& request) {
  add_rows(command, request, {"time_limit"});
  const Group group(command, "Search");
  Conduct& c = request.conduct;
  command.add_flag("--progress", c.progress,
                   "Report progress every second, even if standard error is not a terminal");
  command.add_flag_callback(
      "--progress-json", [&c] { c.progress = c.progress_json = true; },
      "Report progress every second, as lines of JSON");
}

void add_count_options(CLI::App& command, Request& request) {
  for (const OptionRow& row : option_rows) {
    if (row.heading == "Counting") add_row(command, request, row);
  }
  add_rows(command, request, {"memory_limit"});
}

void add_number_wanted_options(CLI::App& command, Request& request, bool has_hints) {
  const Group group(command, "How many");
  Wanted& w = request.wanted;
  command.add_flag("--first", w.first, "Show one solution");
  add_number<std::uint64_t>(command, "-n", w.n, "Show N solutions", 1);
  command.add_flag("--all", w.all, "Show all solutions");
  command.add_flag("--unique", w.unique,
                   "Say whether there is exactly one solution. Prints 'unique', or 'none' (exit "
                   "code 7), or 'several' (exit code 7) with two of the solutions");
  if (has_hints) {
    command.add_flag("--hint", w.hint,
                     "Show one option that all solutions contain, and why: some item has no other "
                     "option left, or chains of conclusions exclude its other options. If there is "
                     "no such option, the exit code is 7");
  }
  add_rows(command, request, {"random"});
  command.add_flag("--count", w.count,
                   "Count the solutions, and print the number on a line of its own");
}

void add_checkpoint_options(CLI::App& command, Request& request) {
  const Group group(command, "Long runs");
  add_rows(command, request, {"checkpoint"});
  add_row(command, request, option_named("checkpoint_every"))->check(number_between(0.01, 86400));
  add_rows(command, request, {"unit_nodes"});
  command.add_flag("--gzip", request.checkpoint.gzip, "Compress the files of solutions");
}

void add_given_options(CLI::App& command, Request& request) {
  const Group group(command, "Which solutions");
  const auto add = [&](const char* name, std::vector<std::string>& options, const char* help) {
    command.add_option(name, options, help)->type_name("OPTION")->allow_extra_args(false);
  };
  // The subcommand bigcube has an option --fix of its own, which puts pieces on panels.
  if (command.get_option_no_throw("--fix") == nullptr) {
    add("--fix", request.given.fix,
        "Find only solutions that contain this option of the problem. Give its number, its name, "
        "or items that no other option has together (--fix \"a b\"). May be repeated");
  }
  add("--forbid", request.given.forbid,
      "Find only solutions that do not contain this option of the problem. Give its number, its "
      "name, or items that no other option has together. May be repeated");
}

void add_read_options(CLI::App& command, Request& request) {
  ReadFlags& r = request.read;
  command
      .add_option("FILE", r.file,
                  "The file of a problem, perhaps compressed by gzip or zstd; - is standard input")
      ->required();
  const Group group(command, "Reading");
  std::map<std::string, FileFormat> formats;
  std::string help =
      "The format of FILE. Unless given, it is recognised by the file's name or first lines. ";
  for (const auto& [format, word, meaning] : names<ProblemFormat>) {
    if (!io::can_read(format)) continue;
    formats.emplace(word, format);
    help += fmt::format("{}: {}; ", word, meaning);
  }
  for (const auto& [format, word, meaning] : names<polycube::Format>) formats.emplace(word, format);
  help += fmt::format("{}: packing puzzles, see 'dlx polycube'",
                      fmt::join(words_of<polycube::Format>(), ", "));
  add_choice(command, "--from FORMAT", r.format, formats, help);
  command
      .add_option_function<std::string>(
          "--secondary",
          [&r](const std::string& columns) {
            std::istringstream words(columns);
            words.exceptions(std::ios::badbit);
            for (std::string word; std::getline(words, word, ',');) {
              const auto column = to_number<std::uint32_t>(word);
              if (!column) {
                throw CLI::ValidationError("--secondary", "'" + word + "' is not a column");
              }
              r.secondary.push_back(*column);
            }
          },
          "For sage and matrix: columns, numbered from 0, that need not be covered")
      ->type_name("COLUMN,...");
  add_choice<Cover>(
      command, "--cover HOW", r.cover,
      {{"at-least", Cover::at_least_once}, {"at-most", Cover::at_most_once}},
      "How often to cover each item. at-least: once or more often, as in a set cover; at-most: at "
      "most once, as in a packing. Items with a multiplicity keep it");
  add_value(command, "--problem WHICH", r.problem,
            "Which puzzle of a file of packing puzzles: a number from 1, or a name");
  command.add_flag("--drop-unreachable", r.drop,
                   "Drop options without a primary item, as Knuth's programs do, and report how "
                   "many there are. The other options keep their numbers");
  add_number<std::uint64_t>(
      command, "--max-input BYTES", r.largest,
      "Refuse inputs larger than this after decompression (exit code 3); 1 GiB unless given, with "
      "lines of at most 64 MiB");
  add_given_options(command, request);
}

void add_up_to_option(CLI::App& command, Request& request, const std::vector<UpTo>& values) {
  std::map<std::string, UpTo> words;
  for (const UpTo up_to : values) words.emplace(to_string(up_to), up_to);
  if (!words.contains("all")) {
    add_choice(command, "--up-to WHAT", request.options.up_to, words,
               "Treat solutions as the same if a symmetry of this kind maps one to the other");
    return;
  }
  std::string names;
  std::string set = "{";
  for (const auto& [word, value] : words) {
    names += (names.empty() ? "" : ", ") + word;
    set += word + ",";
  }
  set += "FILE}";
  command
      .add_option_function<std::string>(
          "--up-to",
          [&request, words](const std::string& word) {
            const auto found = words.find(word);
            request.options.up_to = found == words.end() ? UpTo::all : found->second;
            request.up_to_file = found == words.end() ? word : "";
          },
          "Treat solutions as the same if a symmetry maps one to the other. all: all symmetries of "
          "the problem, which dlx finds; FILE: the symmetries in a file. Each line of the file is "
          "a symmetry, written as cycles of items (a b c | d e) and of coloured items (s:red "
          "s:blue)")
      ->check(
          [&request, words, names](const std::string& word) {
            const bool known = words.contains(word) || request.resumed.contains("symmetries") ||
                               ::access(word.c_str(), F_OK) == 0;
            if (known) return std::string();
            const bool has_meaning_for_puzzles = word == "rotations" || word == "reflections";
            return has_meaning_for_puzzles
                       ? "'" + word +
                             "' is for puzzles that can be turned; for this use --up-to "
                             "all, or a file of the symmetries that count"
                       : "unknown value '" + word + "'; use " + names + " or a file of symmetries";
          },
          set)
      ->type_name("WHAT");
}

void add_trust_options(CLI::App& command, Request& request) {
  const Group group(command, "Trust");
  add_rows(command, request, {"certificate"});
  add_choice<TrustLevel>(
      command, "--trust LEVEL", request.trust,
      {{"T0", TrustLevel::counted},
       {"T1", TrustLevel::agreed},
       {"T2", TrustLevel::certified},
       {"T3", TrustLevel::proved}},
      "How the answer is confirmed. T0: it is counted once, and not confirmed; T1: another engine "
      "or method counts again, and both fingerprints must be equal; T2: dlx-check must accept a "
      "certificate; T3: in addition, a checker of other authors, found on the PATH, must accept a "
      "proof in LRAT");
}

void add_picture_options(CLI::App& command, Request& request, PictureKind most) {
  const Group group(command, "Pictures");
  Pictures& pictures = request.pictures;
  const auto add = [&](const char* name, std::string& file, const char* help) {
    command.add_option(name, file, help)->type_name("FILE");
  };
  add("--svg", pictures.svg,
      "Draw the solutions as SVG in this file, instead of printing them; further pages are "
      "FILE-2.svg and so on");
  add_number<std::uint32_t>(command, "--columns", pictures.columns,
                            "Columns of drawings on a page of --svg", 1U);
  add_choice<drawing::svg::Paper>(command, "--paper SIZE", pictures.paper,
                                  {{"a4", drawing::svg::a4}, {"letter", drawing::svg::letter}},
                                  "Make pages of this paper size, for printing");
  if (most == PictureKind::board) {
    add("--html", pictures.html,
        "Write an HTML page that shows the solutions, instead of printing them");
    return;
  }
  add("--html", pictures.html,
      "Write an HTML page with a 3D view, instead of printing the solutions. There they can be "
      "turned, taken apart and built step by step");
  if (most == PictureKind::in_space) return;
  add("--cut", pictures.cut,
      "Draw the pieces of the first solution as SVG in true size, to be cut out of paper or board. "
      "Thick pieces are drawn as nets to be folded. Further pages are FILE-2.svg and so on");
  add("--steps", pictures.steps,
      "Write a page for printing that shows how to put the first solution together: all pieces "
      "drawn apart, then a picture for each step");
  add_value(command, "--cell MM", pictures.measures.cell,
            "Side of a cell in millimetres, for --cut, --stl, --obj and --scad")
      ->capture_default_str();
  add("--stl", pictures.stl,
      "Write the pieces of the first solution as STL, laid out for a 3D printer");
  add_value(command, "--bed WIDTHxDEPTH", pictures.bed,
            "Lay the pieces of --stl out on plates that fit on a printer's bed of this size in "
            "millimetres. Each plate is a file: FILE.stl, FILE-2.stl and so on");
  command.add_flag("--stl-pieces", pictures.a_file_a_piece,
                   "Write each piece of --stl into a file of its own: FILE-PIECE.stl");
  add("--obj", pictures.obj, "Write the assembled pieces as OBJ, for a 3D program");
  add("--scad", pictures.scad, "Write the pieces as a program for OpenSCAD");
  add_value(command, "--gap MM", pictures.measures.gap,
            "Gap between touching pieces in millimetres")
      ->capture_default_str();
}

void add_explain_option(CLI::App& command, Request& request) {
  add_value(command, "--explain FILE", request.explain,
            "Write an HTML page that shows the search of a small puzzle step by step, with board, "
            "links and tree. No solutions are listed. --node-limit is 500 unless given");
}

void add_puzzle_options(CLI::App& command, Request& request, PictureKind most,
                        const std::vector<UpTo>& up_to, const std::vector<EngineKind>& engines) {
  add_up_to_option(command, request, up_to);
  command.add_flag(
      "--emit", request.emit,
      "Write the puzzle as an exact-cover problem in Knuth's text format, and do not solve it");
  command.add_flag("--knuth-strict", request.knuth_strict,
                   "With --emit: shorten names and colours to what Knuth's programs accept");
  add_csv_option(command, request);
  add_number_wanted_options(command, request, engines.empty());
  add_given_options(command, request);
  add_search_options(command, request, engines);
  add_rows(command, request, {"threads"});
  add_checkpoint_options(command, request);
  if (engines.empty()) {
    add_count_options(command, request);
    add_trust_options(command, request);
  }
  add_general_options(command, request);
  add_picture_options(command, request, most);
  if (most == PictureKind::in_space) return;
  const Group group(command, "Pictures");
  command.add_flag("--blank", request.pictures.blank,
                   "With --svg or --html: draw the puzzle without a solution, that is the board "
                   "with its clues, or the box and the pieces. Pieces given by --fix or "
                   "--place are on the board");
}

}  // namespace dlx::app
