#include "apps/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <sstream>
#include <utility>

#include "apps/certificate.hpp"
#include "apps/checkpoint.hpp"
#include "apps/puzzle_file.hpp"
#include "apps/trust.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/words.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/parallel_count.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/seeds.hpp"
#include "dlx/symmetry/symmetry_text.hpp"

namespace dlx::app {
namespace {

std::atomic<bool> stop_requested{false};
volatile std::sig_atomic_t stop_signal = 0;

std::atomic<std::int64_t> stop_time_ms{0};  // by the monotonic clock

extern "C" void request_stop(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t ms = std::int64_t{now.tv_sec} * 1'000 + now.tv_nsec / 1'000'000;
  if (stop_signal == 0) {
    stop_signal = signal;
    stop_time_ms.store(ms, std::memory_order_relaxed);
    stop_requested.store(true, std::memory_order_relaxed);
    return;
  }
  // GNU timeout signals the command and then its group: the same wish, said twice.
  constexpr std::int64_t at_once_ms = 500;
  if (ms - stop_time_ms.load(std::memory_order_relaxed) < at_once_ms) return;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// The first SIGINT or SIGTERM lets the search end in order; one that comes later kills.
void catch_signals() {
  static bool caught = false;
  if (caught) return;
  caught = true;
  struct sigaction action = {};
  action.sa_handler = request_stop;
  // A write that waits for its reader goes on: no solution is torn.
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

std::string progress_text(const Progress& p) {
  std::string text = fmt::format("{:.0f} s: {} nodes, {} solutions, about {:.1f} % of the tree",
                                 p.seconds, p.nodes, p.solutions.to_string(), 100 * p.share);
  if (p.threads > 1) text += fmt::format(", {} threads", p.threads);
  if (p.left) text += fmt::format(", {:.0f} to {:.0f} s left", p.left->low, p.left->high);
  return text;
}

Json progress_json(const Progress& p) {
  Json line = Json::object();
  line["seconds"] = p.seconds;
  line["nodes"] = p.nodes;
  line["solutions"] = p.solutions.to_string();
  line["share"] = p.share;
  line["threads"] = p.threads;
  if (p.left) line["seconds_left"] = {p.left->low, p.left->high};
  return line;
}

bool cut_short(Status status) {
  return status == Status::time_limit || status == Status::node_limit ||
         status == Status::memory_limit || status == Status::stopped;
}

}  // namespace

std::string incomplete_line(Status status) {
  const std::string why = status == Status::time_limit     ? "the time limit"
                          : status == Status::node_limit   ? "the node limit"
                          : status == Status::memory_limit ? "the memory limit"
                                                           : "a signal";
  return "INCOMPLETE: stopped by " + why + "; there may be more\n";
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void add_general_options(CLI::App& command, Session& session) {
  General& g = session.general;
  command.add_flag("--json", g.json, "Print JSON, an object a line; counts are strings")
      ->group("Output");
  command
      .add_flag("-q,--quiet", g.quiet,
                "No notes on standard error, and progress only if --progress asks")
      ->group("Output");
  add_choice<ColourWhen>(command, "--color", g.colour,
                         {{"auto", ColourWhen::automatic},
                          {"always", ColourWhen::always},
                          {"never", ColourWhen::never}},
                         "Colour in messages")
      ->type_name("WHEN")
      ->group("Output");
}

void add_engine_option(CLI::App& command, Session& session,
                       const std::vector<EngineKind>& engines) {
  std::map<std::string, EngineKind> by_name;
  for (const EngineKind engine : engines) by_name.emplace(to_string(engine), engine);
  add_choice(command, "--engine", session.search.engine, by_name, "Search engine")
      ->type_name("NAME")
      ->group("Search");
}

void add_search_options(CLI::App& command, Session& session,
                        const std::vector<EngineKind>& engines) {
  SearchFlags& s = session.search;
  add_engine_option(command, session, engines);
  add_time_options(command, session);
  add_number<std::uint64_t>(command, "--node-limit", s.node_limit,
                            "Stop after so many nodes (exit code 3)")
      ->group("Search");
  command.add_flag("--stats", s.stats, "Nodes, updates, time and memory on standard error")
      ->group("Search");
  if (engines != general_engines) return;
  add_choice<BranchingRule>(
      command, "--branch", s.branching,
      {{"minimum", BranchingRule::minimum_remaining},
       {"weighted", BranchingRule::weighted},
       {"first", BranchingRule::first_active}},
      "On which item to branch: minimum, one with the fewest options; weighted, "
      "one that led to dead ends; first, the first that is uncovered")
      ->type_name("RULE")
      ->group("Search");
  command
      .add_option("--order", s.order,
                  "Branch on these primary items first, in this order, then on the others as they "
                  "stand; without preprocessing")
      ->type_name("\"ITEM ...\"")
      ->excludes("--branch")
      ->group("Search");
  command
      .add_flag("--no-preprocess", s.no_preprocess,
                "Search the problem as it is, without removing what is settled or superfluous")
      ->group("Search");
}

void add_time_options(CLI::App& command, Session& session) {
  SearchFlags& s = session.search;
  command.add_option("--time-limit", s.time_limit_s, "Stop after so many seconds (exit code 3)")
      ->check([](const std::string& word) {
        double seconds = 0;
        const bool number = CLI::detail::lexical_cast(word, seconds);
        return number && seconds >= 0 ? std::string() : "'" + word + "' is no number of seconds";
      })
      ->type_name("SECONDS")
      ->group("Search");
  auto* progress =
      command
          .add_flag("--progress", s.progress,
                    "Report progress every second, also where standard error is no terminal")
          ->group("Search");
  command
      .add_flag("--progress-json", s.progress_json, "Report it as lines of JSON on standard error")
      ->needs(progress)
      ->group("Search");
}

void add_memory_option(CLI::App& command, Session& session) {
  command
      .add_option("--memory-limit", session.search.memory_limit_gib,
                  "What tables and diagrams may take; 2 unless given (exit code 4 if it is not "
                  "enough)")
      ->check(CLI::Range(1e-6, 1e6))
      ->type_name("GIB")
      ->group("Search");
}

void add_fingerprint_option(CLI::App& command, Session& session) {
  add_number<std::uint64_t>(command, "--fingerprint", session.search.fingerprint_seed,
                            "Also say the fingerprint of the set of solutions, for this seed")
      ->type_name("SEED")
      ->group("Counting");
}

void add_count_options(CLI::App& command, Session& session) {
  SearchFlags& s = session.search;
  add_choice<CountMethod>(
      command, "--method", s.method,
      {{"auto", CountMethod::automatic},
       {"search", CountMethod::search},
       {"sweep", CountMethod::sweep},
       {"memo", CountMethod::memo},
       {"zdd", CountMethod::zdd}},
      "How to count: search; sweep, over the items with a table of states; memo, a "
      "search that remembers counts; zdd, by a decision diagram; auto, what "
      "promises to be quickest")
      ->type_name("HOW")
      ->group("Counting");
  command
      .add_flag("--no-symmetry", s.no_symmetry,
                "Do not look for symmetries of the problem where a count of all solutions is long")
      ->group("Counting");
  add_fingerprint_option(command, session);
  add_memory_option(command, session);
}

void add_threads_option(CLI::App& command, Session& session) {
  add_number<unsigned>(command, "--threads", session.search.threads,
                       "Threads for counts that take long and for runs with a checkpoint; one for "
                       "each core unless given")
      ->group("Search");
}

void add_ask_options(CLI::App& command, Session& session) {
  Ask& ask = session.ask;
  const std::vector<CLI::Option*> ways = {
      command.add_flag("--first", ask.first, "Show one solution"),
      add_number<std::uint64_t>(command, "-n", ask.n, "Show so many"),
      command.add_flag("--all", ask.all, "Show all of them"),
      command.add_flag("--count", ask.count, "Count them; the number stands alone on its line")};
  for (CLI::Option* way : ways) {
    way->group("How many");
    for (CLI::Option* other : ways) {
      if (other != way) way->excludes(other);
    }
  }
}

void add_read_options(CLI::App& command, Session& session) {
  ReadFlags& r = session.read;
  command.add_option("FILE", r.file, "A problem, plain or gzip; - is standard input")->required();
  std::map<std::string, FileFormat> formats;
  for (const ProblemFormat format : all_formats) {
    if (can_read(format)) formats.emplace(to_string(format), format);
  }
  for (const polycube::Format format : polycube::all_formats) {
    formats.emplace(to_string(format), format);
  }
  add_choice(command, "--from", r.format, formats,
             "The format of FILE, unless its name ends with .dlx, .json, .sage or .matrix or its "
             "first lines tell: knuth, his text; json; or-library, set partitioning with costs; "
             "sage, a list of rows that are lists of columns; matrix, of 0 and 1; xmpuzzle, "
             "triples, busche and soma-figures, packing puzzles as for 'dlx polycube'")
      ->type_name("FORMAT")
      ->group("Reading");
  command
      .add_option_function<std::string>(
          "--secondary",
          [&r](const std::string& columns) {
            std::istringstream words(columns);
            words.exceptions(std::ios::badbit);
            for (std::string word; std::getline(words, word, ',');) {
              const auto column = to_number<std::uint32_t>(word);
              if (!column) {
                throw CLI::ValidationError("--secondary", "'" + word + "' is no column");
              }
              r.secondary.push_back(*column);
            }
          },
          "Of sage and matrix: the columns, from 0, that need not be covered")
      ->type_name("COLUMN,...")
      ->group("Reading");
  command
      .add_option("--problem", r.problem,
                  "Of a file of packing puzzles: which, a number from 1 or a name")
      ->type_name("WHICH")
      ->group("Reading");
  command
      .add_flag("--drop-unreachable", r.drop,
                "Drop options without a primary item, as Knuth's programs do, and say how many")
      ->group("Reading");
  add_number<std::uint64_t>(
      command, "--max-input", r.largest,
      "Refuse inputs larger than this after decompression (exit code 3); 1 GiB unless given, "
      "and lines of 64 MiB")
      ->type_name("BYTES")
      ->group("Reading");
}

void add_up_to_option(CLI::App& command, Session& session, const std::vector<UpTo>& values) {
  std::map<std::string, UpTo> words;
  for (const UpTo up_to : values) words.emplace(to_string(up_to), up_to);
  if (!words.contains("all")) {
    add_choice(command, "--up-to", session.up_to, words, "Which solutions count as the same")
        ->type_name("WHAT");
    return;
  }
  std::string names;
  std::string set = "{";
  for (const auto& [word, value] : words) {
    names += word + ", ";
    set += word + ",";
  }
  set += "FILE}";
  command
      .add_option_function<std::string>(
          "--up-to",
          [&session, words](const std::string& word) {
            const auto found = words.find(word);
            session.up_to = found == words.end() ? UpTo::all : found->second;
            session.up_to_file = found == words.end() ? word : "";
          },
          "Which solutions count as the same; all: by any symmetry of the problem, which is found; "
          "FILE: by those in it, a line each, as cycles of items: a b c | d e")
      ->check(
          [&session, words, names](const std::string& word) {
            const bool known = words.contains(word) || session.resumed.contains("symmetries") ||
                               ::access(word.c_str(), F_OK) == 0;
            return known ? std::string() : "'" + word + "' is none of " + names + "nor a file";
          },
          set)
      ->type_name("WHAT");
}

void add_puzzle_options(CLI::App& command, Session& session, const std::vector<UpTo>& up_to,
                        const std::vector<EngineKind>& engines) {
  if (!up_to.empty()) add_up_to_option(command, session, up_to);
  auto* emit = command.add_flag("--emit", session.emit,
                                "Write the exact-cover problem in Knuth's text format instead");
  command
      .add_flag("--knuth-strict", session.knuth_strict,
                "With --emit: shorten names and colours to what Knuth's programs accept")
      ->needs(emit);
  add_ask_options(command, session);
  add_search_options(command, session, engines);
  add_threads_option(command, session);
  add_checkpoint_options(command, session);
  if (engines == general_engines) {
    add_count_options(command, session);
    add_trust_options(command, session);
  }
  add_general_options(command, session);
}

InputLimits limits(const ReadFlags& read) {
  if (!read.largest) return {};
  return {.bytes = *read.largest, .line_bytes = *read.largest};
}

FileFormat format_of(const ReadFlags& read, Input& input) {
  if (read.format) return *read.format;
  const auto by_name = format_of_name(read.file);
  if (by_name && can_read(*by_name)) return *by_name;
  const std::string_view start = input.ahead();
  if (read.file.ends_with(".triples")) return polycube::Format::triples;
  if (const auto puzzle = polycube::sign_of(start)) return *puzzle;
  return format_of_text(start);
}

namespace {

Problem read_input(Session& session) {
  if (const auto text = session.resumed.find("text"); text != session.resumed.end()) {
    Input input = Input::from_text(text->second, session.checkpoint.file);
    return read_knuth_text(input, {}).problem;
  }
  Input input = Input::open(session.read.file, limits(session.read));
  const ReadFlags& read = session.read;
  const FileFormat format = format_of(read, input);
  if (const auto* puzzle = std::get_if<polycube::Format>(&format)) {
    const polycube::Collection puzzles = read_puzzles(input, *puzzle);
    return polycube::build(choose(puzzles, read.file, read.problem).puzzle).problem;
  }
  if (!read.problem.empty()) {
    throw std::invalid_argument("--problem: " + input.name() + " is no file of packing puzzles");
  }
  if (format == FileFormat(ProblemFormat::knuth) && !read.format && !format_of_name(read.file) &&
      could_be_matrix(input.ahead())) {
    session.messages.warning(
        input.name() + ": read as Knuth's text; a matrix of 0 and 1 is read by --from matrix");
  }
  Rows text =
      read_problem(input, std::get<ProblemFormat>(format),
                   {.secondary = read.secondary, .drop_options_without_primary = read.drop});
  if (text.dropped_options != 0) {
    session.messages.warning(fmt::format("{}: {} option{} without a primary item dropped",
                                         input.name(), text.dropped_options,
                                         text.dropped_options == 1 ? "" : "s"));
  }
  const Problem& problem = text.problem;
  std::vector<bool> has_option(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) has_option[index(item)] = true;
  }
  std::uint32_t empty = 0;
  ItemId first_empty{};
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (has_option[i] || problem.bounds(ItemId{i}).at_least == 0) continue;
    if (empty++ == 0) first_empty = ItemId{i};
  }
  if (empty != 0) {
    session.messages.warning(
        fmt::format("{}: item '{}'{} no option, so there is no solution", input.name(),
                    problem.name(first_empty),
                    empty == 1 ? " has" : fmt::format(" and {} more have", empty - 1)));
  }
  return std::move(text.problem);
}

}  // namespace

Problem read_problem(Session& session) {
  Problem problem = read_input(session);
  if (!session.checkpoint.file.empty()) {  // the file may be gone when the run goes on
    session.text.emplace();
    write_canonical_text(problem, [&](std::string_view line) { *session.text += line; });
  }
  return problem;
}

int emit_problem(Session& session, const Problem& problem) {
  if (!session.checkpoint.file.empty()) {
    throw std::invalid_argument("--checkpoint is for a search, and --emit is none");
  }
  const auto warnings =
      write_knuth_text(problem, [&](std::string_view text) { session.out.print(text); },
                       {.strict = session.knuth_strict});
  session.out.flush();
  for (const auto& warning : warnings) session.messages.warning(warning);
  return success;
}

namespace {

/// The items of --order, by name.
std::vector<ItemId> order_of(const Session& session, const Problem* problem) {
  if (problem == nullptr) throw std::invalid_argument("--order is not for this");
  std::vector<ItemId> order;
  std::istringstream names(*session.search.order);
  names.exceptions(std::ios::badbit);  // or want of memory would end them early
  for (std::string name; names >> name;) {
    std::uint32_t i = 0;
    while (i < problem->primary_count() && problem->name(ItemId{i}) != name) ++i;
    if (i == problem->primary_count()) {
      throw std::invalid_argument("--order: no primary item " + in_quotes(name));
    }
    if (std::find(order.begin(), order.end(), ItemId{i}) != order.end()) {
      throw std::invalid_argument("--order: " + in_quotes(name) + " stands there twice");
    }
    order.push_back(ItemId{i});
  }
  return order;
}

}  // namespace

SearchOptions search_options(Session& session, const Problem* problem) {
  catch_signals();
  SearchOptions options;
  options.engine = session.search.engine;
  options.branching.rule = session.search.branching;
  options.preprocess = !session.search.no_preprocess;
  if (session.search.order) {
    options.branching = {BranchingRule::given_order, order_of(session, problem)};
    options.preprocess = false;
  }
  options.limits.nodes = session.search.node_limit;
  if (session.search.time_limit_s) {
    // Longer than a century is no limit; the clock's integers could not hold it.
    constexpr double longest = 100.0 * 366 * 86400;
    if (*session.search.time_limit_s < longest) {
      options.limits.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
          std::chrono::duration<double>(*session.search.time_limit_s));
    }
  }
  options.stop = &stop_requested;
  // Solutions found early in a long search are written out, whether or not progress is shown.
  const bool shown = !session.messages.quiet() || session.search.progress;
  const bool often = session.search.progress || session.messages.on_terminal();
  const double interval = often ? 1 : 60;
  options.on_progress = [&session, shown, interval, last = 0.0](const Progress& p) mutable {
    session.out.flush();
    if (!shown || p.seconds - last < interval - 0.5) return;
    last = p.seconds;
    if (session.search.progress_json) {
      Json line = progress_json(p);
      line.update(session.more_progress);
      session.messages.json(line.dump());
    } else {
      std::string text = progress_text(p);
      for (const auto& [word, number] : session.more_progress.items()) {
        text += fmt::format(", {} {}", number.dump(), word);
      }
      session.messages.transient(text);
    }
  };
  return options;
}

unsigned threads_of(const Session& session) {
  const unsigned threads = session.search.threads.value_or(all_cores());
  if (threads == 0) throw std::invalid_argument("--threads: there must be one at least");
  return threads;
}

std::size_t memory_limit(const Session& session) {
  const double gib = session.search.memory_limit_gib.value_or(2);
  return static_cast<std::size_t>(gib * static_cast<double>(std::size_t{1} << 30));
}

CountOptions count_options(Session& session, const Problem& problem) {
  CountOptions options;
  options.search = search_options(session, &problem);
  options.method = session.search.method;
  // Who names an engine wants to see it at work.
  const bool named = session.search.engine != EngineKind::automatic ||
                     options.search.branching.rule != BranchingRule::minimum_remaining;
  if (named && options.method == CountMethod::automatic) options.method = CountMethod::search;
  options.preprocess = !session.search.no_preprocess;
  options.symmetry = !session.search.no_symmetry;
  options.fingerprint_seed = session.search.fingerprint_seed;
  options.memory_limit = memory_limit(session);
  const unsigned threads = threads_of(session);
  if (threads > 1) {
    options.long_search = in_threads({.threads = threads});
    options.threads = threads;
  }
  return options;
}

std::string up_to_in_words(const Session& session) {
  return session.up_to_file.empty() ? std::string(to_string(session.up_to))
                                    : "the symmetries in " + session.up_to_file;
}

int exit_code(const Outcome& outcome) {
  const Status status = outcome.complete() ? outcome.confirmation : outcome.status;
  if (status == Status::stopped) return 128 + static_cast<int>(stop_signal);
  if (status == Status::memory_limit) return out_of_memory;
  return cut_short(status) ? incomplete : success;
}

std::string caption(const Session& session, const Outcome& outcome, const Presentation& show) {
  std::string text = outcome.count + ' ' + (outcome.count == "1" ? show.noun : show.nouns);
  if (session.up_to != UpTo::none) text += " up to " + up_to_in_words(session);
  return outcome.complete() ? text : text + "; there may be others";
}

std::logic_error no_solution(const std::vector<std::string>& faults) {
  return std::logic_error("the engine reported a set of options that is no solution: " +
                          faults.front());
}

std::string solution_as_text(const Presentation& show, bool json, const std::string& n,
                             std::span<const OptionId> solution) {
  if (!json) return show.text(n, solution);
  Json line = Json::object();
  line["n"] = n;
  line["options"] = Json::array();
  for (const OptionId option : solution) line["options"].push_back(index(option) + 1);
  if (show.fields) show.fields(line, solution);
  return line.dump() + "\n";
}

void say_trust(Session& session, const Outcome& outcome) {
  if (!outcome.complete()) return;
  const std::string text = fmt::format("trust {}: {}", outcome.trust.level, outcome.trust.why);
  if (outcome.confirmation == Status::exhausted) {
    session.messages.note(text);
  } else {
    session.messages.warning(text);
  }
}

void say(Session& session, const Outcome& outcome, const Presentation& show) {
  const bool listing = !session.ask.count;
  if (session.general.json) {
    Json summary = to_json(session, outcome);
    if (!show.puzzle.empty()) summary["puzzle"] = show.puzzle;
    session.out.print(summary.dump() + "\n");
  } else {
    if (session.ask.count) {
      session.out.print(outcome.count + "\n");
      if (outcome.fingerprint) {
        session.out.print(fmt::format("fingerprint {} seed {}\n", outcome.fingerprint->value(),
                                      *session.search.fingerprint_seed));
      }
    } else if (outcome.complete() && outcome.count == "0") {
      session.out.print("no solution\n");
    }
    if (cut_short(outcome.status)) session.out.print(incomplete_line(outcome.status));
  }
  session.out.flush();

  const std::string things = outcome.count == "1" ? show.noun : show.nouns;
  const std::string same = session.up_to == UpTo::none ? ""
                           : session.up_to == UpTo::all && session.up_to_file.empty()
                               ? " up to symmetry"
                               : " up to " + up_to_in_words(session);
  if (cut_short(outcome.status)) {
    session.messages.warning(fmt::format(
        "INCOMPLETE: {} {}{} before {}", outcome.count, things, same,
        outcome.status == Status::stopped ? "a signal stopped the search" : "a limit was reached"));
  } else if (!listing && !same.empty()) {
    session.messages.note(fmt::format("{} {}{}", outcome.count, things, same));
  } else if (listing && outcome.complete() && outcome.count != "0") {
    session.messages.note(
        fmt::format("{} {}{}, each verified; there are no others", outcome.count, things, same));
  } else if (listing && !outcome.complete()) {
    session.messages.note(fmt::format("{} {}{}, verified; stopped as asked, there may be others",
                                      outcome.count, things, same));
  }
  say_trust(session, outcome);
  print_statistics(session, outcome);
}

namespace {

/// Of a Solver, or of Representatives.
template <class Search>
Outcome list(Session& session, Search solver, const Faults& faults_of, const Presentation& show,
             Trust& trust, Certificate* certificate = nullptr) {
  const std::optional<std::uint64_t> wanted = session.ask.wanted();
  const bool listing = !session.ask.count;
  const auto start = std::chrono::steady_clock::now();
  const auto seed = session.search.fingerprint_seed;
  Natural found;
  Residue fingerprint(0);
  while ((!wanted || found < *wanted) && solver.next()) {
    if (show.is_representative && !show.is_representative(solver.solution())) continue;
    ++found;
    if (!listing && !seed) continue;
    const auto solution = solver.solution();
    if (seed) {
      Residue factor(1);
      for (const OptionId option : solution) factor *= fingerprint_factor(*seed, option);
      fingerprint += factor;
    }
    if (!listing) continue;
    if (const auto faults = faults_of(solution); !faults.empty()) throw no_solution(faults);
    session.out.print(solution_as_text(show, session.general.json, found.to_string(), solution));
  }

  Outcome outcome;
  outcome.count = found.to_string();
  outcome.engine = solver.engine();
  outcome.seconds = seconds_since(start);
  outcome.statistics = solver.statistics();
  outcome.status = solver.status() == Status::running ? Status::solution_limit : solver.status();
  if (seed) outcome.fingerprint = fingerprint;
  trust.answer(outcome, show, [&] {
    if (certificate != nullptr) certificate->finish(outcome);
  });
  return outcome;
}

Input symmetries_input(const Session& session) {
  const auto text = session.resumed.find("symmetries");
  return text == session.resumed.end() ? Input::open(session.up_to_file, limits(session.read))
                                       : Input::from_text(text->second, session.up_to_file);
}

/// The group that --up-to all or --up-to FILE means. Anything but `exhausted`: what ended the look
/// for it.
Status find_group(Session& session, const Problem& problem, const SearchOptions& search,
                  Presentation& show) {
  const auto say_order = [&](const std::string& order) {
    session.messages.note(fmt::format(
        "up to the {} {} {}", order, order == "1" ? "symmetry" : "symmetries",
        session.up_to_file.empty() ? "of the problem" : "that " + session.up_to_file + " makes"));
  };
  if (!session.up_to_file.empty()) {
    Input input = symmetries_input(session);
    Automorphisms given;
    given.generators = read_symmetries(input, problem);
    session.up_to_text.clear();
    for (const MatrixPermutation& generator : given.generators) {
      session.up_to_text += symmetry_text(problem, generator) + '\n';
    }
    show.group = members(problem, given, most_members);
    if (!show.group) {
      throw std::invalid_argument(fmt::format("{}: its symmetries make more than {}: too many",
                                              input.name(), most_members));
    }
  } else {
    Automorphisms group =
        automorphisms(problem, {.time_limit = search.limits.time, .stop = search.stop});
    if (!group.complete) return stop_requested ? Status::stopped : Status::time_limit;
    show.group = members(problem, group, most_members);
    if (!show.group) {
      say_order(group.order.to_string());
      show.automorphisms = std::move(group);
      return Status::exhausted;
    }
  }
  say_order(std::to_string(show.group->order()));
  return Status::exhausted;
}

Outcome nothing_done(Status why) {
  Outcome outcome;
  outcome.count = "0";
  outcome.status = why;
  return outcome;
}

/// What a run in a file searches. Up to symmetry one item is restricted, rather than as many
/// searches made as there are seeds: a run is one search, and its parts are its units.
struct Searched {
  std::optional<Restriction> restriction;
  std::optional<Reduction> reduction;
  std::function<bool(std::span<const OptionId>)> is_representative;

  Searched(const Problem& problem, const Presentation& show, bool preprocess, bool with_steps,
           const std::atomic<bool>* stop)
      : is_representative(show.is_representative) {
    if (show.group) {
      is_representative = [&show](std::span<const OptionId> solution) {
        return show.group->is_representative(solution);
      };
    }
    if (!preprocess) return;
    if (show.group) restriction = Restriction::make(problem, *show.group);
    // Without a limit on its time: whoever goes on with the run must come to the same problem.
    reduction = reduce(restriction ? restriction->problem() : problem,
                       {.with_steps = with_steps, .stop = stop});
    if (!restriction) return;
    renumber(*reduction, restriction->originals());
    is_representative = {};
    if (!restriction->has_symmetries()) return;
    is_representative = [this](std::span<const OptionId> solution) {
      return restriction->is_representative(solution);
    };
  }
  Searched(const Searched&) = delete;
  Searched& operator=(const Searched&) = delete;
};

Outcome run_in_checkpoint(Session& session, const Problem& problem, const Presentation& show,
                          Trust& trust) {
  if (show.automorphisms) {
    throw std::invalid_argument(
        fmt::format("--checkpoint: a run is kept up to {} symmetries at most", most_members));
  }
  SearchOptions search = search_options(session, &problem);
  const Searched searched(problem, show, std::exchange(search.preprocess, false),
                          !session.certificate.empty(), search.stop);
  if (stop_requested) {
    const Outcome outcome = nothing_done(Status::stopped);
    say(session, outcome, show);
    return outcome;
  }
  Presentation of_classes = show;
  of_classes.is_representative = searched.is_representative;
  const Problem& its = searched.reduction ? searched.reduction->problem : problem;
  return run_checkpointed(
      session,
      {.problem = problem,
       .searched = its,
       .reduction = searched.reduction ? &*searched.reduction : nullptr,
       .make_solver = [&its](const SearchOptions& options) { return Solver(its, options); },
       .search = search,
       .verifier = [&problem]() -> Faults {
         return [verifier = std::make_shared<Verifier>(problem)](
                    std::span<const OptionId> solution) { return verifier->faults(solution); };
       },
       .trust = trust},
      of_classes);
}

Faults faults_of_walks(const PathProblem& problem) {
  return [&problem, verifier = std::make_shared<Verifier>(problem.problem())](
             std::span<const OptionId> walk) {
    std::vector<std::string> found = verifier->faults(walk);
    for (std::string& fault : problem.walk_faults(walk)) found.push_back(std::move(fault));
    return found;
  };
}

Outcome outcome_of(ClassesResult result) {
  Outcome outcome;
  outcome.count = result.classes.to_string();
  outcome.engine = result.engine;
  outcome.statistics = result.statistics;
  outcome.status = result.status;
  outcome.classes = std::move(result);
  return outcome;
}

Outcome outcome_of(CountResult result) {
  Outcome outcome;
  outcome.count = result.value.to_string();
  outcome.engine = result.engine;
  outcome.statistics = result.statistics;
  outcome.status = result.status;
  outcome.fingerprint = result.fingerprint;
  outcome.counted = std::move(result);
  return outcome;
}

/// Counts without listing.
Outcome count_all(Session& session, const Problem& problem, const Presentation& show,
                  Trace* trace) {
  CountOptions options = count_options(session, problem);
  options.search.trace = trace;
  if (show.group) return outcome_of(count_classes(problem, *show.group, options));
  if (!show.automorphisms) return outcome_of(count(problem, options));
  if (session.search.method != CountMethod::automatic &&
      session.search.method != CountMethod::search) {
    throw std::invalid_argument("--method: with so many symmetries there is only search");
  }
  return outcome_of(count_classes(problem, *show.automorphisms, options));
}

}  // namespace

Outcome run_search(Session& session, const Problem& problem, const Presentation& given) {
  const auto start = std::chrono::steady_clock::now();
  Presentation show = given;
  if (session.up_to == UpTo::all && !show.group) {
    const Status status = find_group(session, problem, search_options(session, &problem), show);
    if (status != Status::exhausted) {
      Outcome outcome = nothing_done(status);
      outcome.seconds = seconds_since(start);
      say(session, outcome, show);
      return outcome;
    }
    if (auto& seconds = session.search.time_limit_s) {
      *seconds = std::max(0.0, *seconds - seconds_since(start));
    }
  }
  if ((show.group || show.automorphisms) && session.search.fingerprint_seed) {
    throw std::invalid_argument(
        "--fingerprint is for all solutions, not for those --up-to something");
  }
  Trust trust(session, problem, show);
  check_certificate(session, show);
  if (!session.checkpoint.file.empty()) return run_in_checkpoint(session, problem, show, trust);
  Certificate certificate(session, problem, show.group ? "classes" : "");
  if (session.ask.count && !show.is_representative) {
    Outcome outcome = count_all(session, problem, show, certificate.trace());
    outcome.seconds = seconds_since(start);
    trust.answer(outcome, show, [&] {
      certificate.finish(outcome, !show.group ? ""
                                              : fmt::format("classes {} under {} symmetries",
                                                            outcome.count, show.group->order()));
    });
    return outcome;
  }
  if (session.ask.count &&
      (session.search.method != CountMethod::automatic || session.search.fingerprint_seed)) {
    throw std::invalid_argument(
        "--method and --fingerprint are for counts of all solutions, not for those --up-to "
        "something");
  }
  Verifier verifier(problem);
  const auto faults = [&](std::span<const OptionId> solution) { return verifier.faults(solution); };
  SearchOptions search = search_options(session, &problem);
  if (show.group) {
    return list(session, Representatives(problem, *show.group, search), faults, show, trust);
  }
  if (show.automorphisms) {
    return list(session,
                Representatives(problem, *show.automorphisms, search, memory_limit(session)),
                faults, show, trust);
  }
  search.trace = certificate.trace();
  if (search.trace != nullptr) search.preprocess = false;
  return list(session, Solver(problem, search), faults, show, trust, &certificate);
}

Outcome run_search(Session& session, const PathProblem& problem, const Presentation& show) {
  if (!session.certificate.empty()) {
    throw std::invalid_argument("--certificate is for exact covers, not for walks");
  }
  Trust trust(session, problem.problem(), show);
  if (!session.checkpoint.file.empty()) {
    return run_checkpointed(
        session,
        {.problem = problem.problem(),
         .searched = problem.problem(),
         .reduction = nullptr,
         .make_solver = [&](const SearchOptions& options) { return Solver(problem, options); },
         .search = search_options(session),
         .verifier = [&problem] { return faults_of_walks(problem); },
         .trust = trust},
        show);
  }
  return list(session, Solver(problem, search_options(session)), faults_of_walks(problem), show,
              trust);
}

void print_statistics(Session& session, const Outcome& outcome) {
  if (!session.search.stats) return;
  const Statistics& s = outcome.statistics;
  std::string levels;
  for (std::size_t l = 0; l < s.nodes_per_level.size() && l < 200; ++l) {
    levels += fmt::format(" {}", s.nodes_per_level[l]);
  }
  if (s.nodes_per_level.size() > 200) {
    levels += fmt::format(" ... ({} levels)", s.nodes_per_level.size());
  }
  const double per_node = s.nodes == 0 ? 0 : outcome.seconds / static_cast<double>(s.nodes);
  // Asked for by name, so --quiet does not silence it.
  if (outcome.counted) {
    const CountResult& c = *outcome.counted;
    fmt::print(stderr,
               "method: {}: {}\nsymmetries: {}\nindependent parts: {}\noptions removed first: {}, "
               "{} of them chosen\nstates: {}\n",
               to_string(c.method), c.why, c.symmetry, c.parts, c.removed, c.forced, c.states);
  }
  if (outcome.classes) {
    const ClassesResult& c = *outcome.classes;
    fmt::print(stderr, "classes: {}\nsolutions in them: {}\nproblems counted: {}\n", c.why,
               c.solutions.to_string(), c.problems);
  }
  if (outcome.engine != EngineKind::automatic) {
    const bool in_vain = outcome.counted && outcome.counted->method != CountMethod::search &&
                         outcome.counted->method != CountMethod::memo;
    fmt::print(stderr, "engine: {}{}\n", to_string(outcome.engine),
               in_vain ? ", of a search that was given up; so are nodes and updates" : "");
  }
  if (outcome.units != 0) fmt::print(stderr, "units of work: {}\n", outcome.units);
  fmt::print(stderr,
             "seconds: {:.6f}\nnodes: {}\nnanoseconds per node: {:.1f}\n"
             "updates: {}\nengine memory: {} bytes\n",
             outcome.seconds, s.nodes, per_node * 1e9, s.updates, s.memory_bytes);
  if (!levels.empty()) fmt::print(stderr, "nodes per level:{}\n", levels);
}

Json to_json(const Session& session, const Outcome& outcome) {
  Json summary = Json::object();
  summary["count"] = outcome.count;
  summary["complete"] = outcome.complete();
  if (cut_short(outcome.status)) summary["INCOMPLETE"] = true;
  summary["status"] = to_string(outcome.status);
  summary["up_to"] = up_to_in_words(session);
  if (outcome.complete()) {
    summary["trust"] = outcome.trust.level;
    summary["trust_why"] = outcome.trust.why;
  }
  if (outcome.engine != EngineKind::automatic) summary["engine"] = to_string(outcome.engine);
  if (outcome.counted) {
    const CountResult& c = *outcome.counted;
    summary["method"] = to_string(c.method);
    summary["why"] = c.why;
    summary["symmetries"] = c.symmetry;
    summary["parts"] = c.parts;
    summary["states"] = c.states;
  }
  if (outcome.fingerprint) {
    summary["fingerprint"] = std::to_string(outcome.fingerprint->value());
    summary["seed"] = std::to_string(*session.search.fingerprint_seed);
  }
  if (outcome.units != 0) summary["units"] = outcome.units;
  if (outcome.classes) {
    summary["solutions"] = outcome.classes->solutions.to_string();
    summary["why"] = outcome.classes->why;
  }
  summary["nodes"] = outcome.statistics.nodes;
  summary["updates"] = outcome.statistics.updates;
  summary["elapsed_s"] = outcome.seconds;
  return summary;
}

}  // namespace dlx::app
