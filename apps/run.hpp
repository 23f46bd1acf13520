#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "apps/output.hpp"
#include "apps/pictures.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/count.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/problem_format.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/search/status.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "reductions/polycube/formats.hpp"

/// What the subcommands share: options spelled the same everywhere, and one way to run a search
/// and to say what came of it.
namespace dlx::app {

using Json = nlohmann::ordered_json;

/// What every subcommand takes.
struct General {
  bool json = false;
  bool quiet = false;
  ColourWhen colour = ColourWhen::automatic;
};

/// What every subcommand that searches takes.
struct SearchFlags {
  EngineKind engine = EngineKind::automatic;
  std::optional<double> time_limit_s;
  std::optional<std::uint64_t> node_limit;
  bool progress = false;
  bool stats = false;
  BranchingRule branching = BranchingRule::minimum_remaining;
  std::optional<std::string> order;  ///< items to branch on first, between blanks
  CountMethod method = CountMethod::automatic;
  bool no_preprocess = false;
  bool no_symmetry = false;
  std::optional<unsigned> threads;  ///< nothing: one for each core
  bool progress_json = false;
  std::optional<std::uint64_t> fingerprint_seed;
  std::optional<double> memory_limit_gib;
};

/// How much of an answer is wanted.
struct Ask {
  bool count = false;
  bool all = false;
  bool first = false;
  std::optional<std::uint64_t> n;

  [[nodiscard]] bool given() const { return count || all || first || n; }
  /// Solutions to list; nothing: all of them.
  [[nodiscard]] std::optional<std::uint64_t> wanted() const {
    if (count || all) return std::nullopt;
    return n.value_or(1);
  }
};

/// How a file is spelled: a problem, or packing puzzles that become one.
using FileFormat = std::variant<ProblemFormat, polycube::Format>;

/// How a problem is read from a file.
struct ReadFlags {
  std::string file;
  std::optional<FileFormat> format;      ///< nothing: as the file's name or its first lines say
  std::string problem;                   ///< of packing puzzles: which
  std::vector<std::uint32_t> secondary;  ///< columns, where items are columns
  bool drop = false;
  std::optional<std::uint64_t> largest;  ///< bytes of input, in all and of a line
};

/// How sure an answer must be.
enum class TrustLevel {
  counted,    ///< T0
  agreed,     ///< T1: two engines or methods find the same fingerprint
  certified,  ///< T2: a certificate was checked
  proved,     ///< T3: a proof was checked by a program of others
};

/// How a run is kept in a file.
struct Checkpoint {
  std::string file;  ///< empty: it is not
  std::optional<double> every_s;
  std::optional<std::uint64_t> unit_nodes;
  bool gzip = false;
  bool used = false;  ///< a search was kept there
};

struct RunElsewhere;  // checkpoint.hpp

/// One command line: its options and where its words go.
struct Session {
  General general;
  SearchFlags search;
  Ask ask;
  ReadFlags read;
  UpTo up_to = UpTo::none;
  std::string up_to_file;  ///< with UpTo::all: only what this says
  std::string up_to_text;  ///< what it says
  Checkpoint checkpoint;
  std::string certificate;  ///< a file; empty: none is wanted
  TrustLevel trust = TrustLevel::counted;
  std::vector<std::string> arguments;          ///< as they were given
  std::optional<std::string> text;             ///< what was read, for a run that is kept in a file
  std::map<std::string, std::string> resumed;  ///< of a run that goes on: what its file says
  std::function<void(Session&)> after_parsing;
  /// Searches a run that is kept in a file otherwise than by threads of this process.
  std::function<Status(const RunElsewhere&)> elsewhere;
  std::string to_go_on;  ///< the command that goes on with such a run; empty: dlx resume
  Json more_progress = Json::object();  ///< said of it besides: words and numbers
  Pictures pictures;
  bool emit = false;
  bool knuth_strict = false;
  Messages messages;
  Output out{messages};
  std::function<int()> action;  ///< set by the subcommand that was named
};

/// An option or argument that is a whole number and fits its type; CLI11's own conversion lets
/// negative and overlarge numbers wrap.
template <class Integer, class Target>
CLI::Option* add_number(CLI::App& command, const std::string& name, Target& target,
                        const std::string& help) {
  return command
      .add_option_function<std::string>(
          name,
          [&target, name](const std::string& word) {
            Integer value{};
            const char* end = word.data() + word.size();
            const auto [stop, error] = std::from_chars(word.data(), end, value);
            if (error != std::errc{} || stop != end) {
              throw CLI::ValidationError(
                  name, "'" + word + "' is not a whole number from " +
                            std::to_string(std::numeric_limits<Integer>::min()) + " to " +
                            std::to_string(std::numeric_limits<Integer>::max()));
            }
            target = value;
          },
          help)
      ->type_name("N");
}

void add_general_options(CLI::App& command, Session& session);
/// The engines for any problem.
inline const std::vector<EngineKind> general_engines = {
    EngineKind::automatic, EngineKind::dancing_links, EngineKind::dancing_cells,
    EngineKind::bit_matrix};
void add_engine_option(CLI::App& command, Session& session,
                       const std::vector<EngineKind>& engines = general_engines);
void add_fingerprint_option(CLI::App& command, Session& session);
void add_search_options(CLI::App& command, Session& session,
                        const std::vector<EngineKind>& engines = general_engines);
void add_time_options(CLI::App& command, Session& session);
void add_memory_option(CLI::App& command, Session& session);
/// How a count is made; for any problem.
void add_count_options(CLI::App& command, Session& session);
void add_ask_options(CLI::App& command, Session& session);
void add_threads_option(CLI::App& command, Session& session);
/// For what goes through run_search() once.
void add_checkpoint_options(CLI::App& command, Session& session);
void add_read_options(CLI::App& command, Session& session);
void add_up_to_option(CLI::App& command, Session& session, const std::vector<UpTo>& values);
/// What every puzzle takes: --emit, how many, search, output; and --up-to, where there are values
/// of it that make sense.
void add_puzzle_options(CLI::App& command, Session& session, const std::vector<UpTo>& up_to,
                        const std::vector<EngineKind>& engines = general_engines);

[[nodiscard]] InputLimits limits(const ReadFlags& read);

/// How the input is spelled, as --from, the file's name or its first lines say.
[[nodiscard]] FileFormat format_of(const ReadFlags& read, Input& input);

/// The problem in session.read.file, with warnings about what was dropped and what cannot be
/// covered.
[[nodiscard]] Problem read_problem(Session& session);

/// Whether session.read.file is a unit of work that dlx split has made.
[[nodiscard]] bool is_unit_file(const Session& session);
/// Counts it: the result as text for dlx merge.
int count_unit(Session& session);

/// What dlx work prints in place of a result, before its own version, for runs of another one.
inline constexpr std::string_view other_version_line = "dlx-other-version ";

/// Writes the problem as text (--emit).
int emit_problem(Session& session, const Problem& problem);

/// The search options of the command line, with progress and signals connected.
/// Without a problem there can be no --order.
[[nodiscard]] SearchOptions search_options(Session& session, const Problem* problem = nullptr);

/// The options of a count: those of a search, and how it is to be counted.
[[nodiscard]] CountOptions count_options(Session& session, const Problem& problem);

[[nodiscard]] std::size_t memory_limit(const Session& session);

/// Throws std::invalid_argument if none was asked for.
[[nodiscard]] unsigned threads_of(const Session& session);

/// A group of more is not listed.
inline constexpr std::size_t most_members = 10'000;

/// Which solutions count as the same.
[[nodiscard]] std::string up_to_in_words(const Session& session);

/// Why the answer is not whole, as a line of the data.
[[nodiscard]] std::string incomplete_line(Status status);

/// An option whose value is one of a few words.
template <class Value, class Target = Value>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Target& target,
                        const std::map<std::string, Value>& values, const std::string& help) {
  std::vector<std::string> words;
  for (const auto& [word, value] : values) words.push_back(word);
  return command
      .add_option_function<std::string>(
          name, [&target, values](const std::string& word) { target = values.at(word); }, help)
      ->check(CLI::IsMember(words));
}

[[nodiscard]] double seconds_since(std::chrono::steady_clock::time_point start);

/// How a search ended; `seconds` includes verifying and printing what was listed.
struct Outcome {
  std::string count;
  EngineKind engine = EngineKind::automatic;
  Status status = Status::running;  ///< solution_limit: as many as were asked for
  Statistics statistics = {};
  double seconds = 0;
  std::optional<CountResult> counted = {};    ///< if it was counted without listing
  std::optional<ClassesResult> classes = {};  ///< likewise, up to a group
  std::optional<Residue> fingerprint = {};
  std::uint64_t units = 0;  ///< of work, if it was kept in a file
  struct {
    std::string level, why;
  } trust = {};                             ///< of an answer that is complete: T0 to T3
  Status confirmation = Status::exhausted;  ///< how the attempt ended to make surer of it

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// The exit code of an outcome: success, incomplete, or 128 + the signal that stopped it.
[[nodiscard]] int exit_code(const Outcome& outcome);

/// How a solution is shown.
struct Presentation {
  std::string noun = "solution";
  std::string nouns = "solutions";
  /// Text of the n-th solution, its line ends included.
  std::function<std::string(const std::string& n, std::span<const OptionId>)> text;
  /// If the problem stands for something: what JSON says of a solution beside its options.
  std::function<void(Json&, std::span<const OptionId>)> fields;
  /// Which solution of a class is shown; nothing: all are.
  std::function<bool(std::span<const OptionId>)> is_representative = {};
  /// Or the group that makes the classes: then they can also be counted without being listed.
  std::optional<OptionSymmetries> group = {};
  /// Or all automorphisms, where they are too many for that.
  std::optional<Automorphisms> automorphisms = {};
  /// Where there are several puzzles: which one, for JSON.
  std::string puzzle;
  std::string title;  ///< of pictures; empty: the subcommand's name
};

/// What is wrong with a set of options as a solution.
using Faults = std::function<std::vector<std::string>(std::span<const OptionId>)>;
[[nodiscard]] std::logic_error no_solution(const std::vector<std::string>& faults);

/// The n-th solution, as a line of JSON or as the presentation has it.
[[nodiscard]] std::string solution_as_text(const Presentation& show, bool json,
                                           const std::string& n,
                                           std::span<const OptionId> solution);

/// Says how far the answer can be relied on, unless it is incomplete.
void say_trust(Session& session, const Outcome& outcome);

/// Says how a search ended, and what was counted.
void say(Session& session, const Outcome& outcome, const Presentation& show);

/// Searches as the command line asks, verifies and prints every solution that is listed, prints
/// the count if that was asked for, and says how it ended. Returns the outcome. The classes of
/// --up-to all, or of a file, it finds itself.
Outcome run_search(Session& session, const Problem& problem, const Presentation& presentation);
/// The same for walks: solutions are checked as covers and as walks.
Outcome run_search(Session& session, const PathProblem& problem, const Presentation& presentation);

/// The outcome's numbers, on standard error.
void print_statistics(Session& session, const Outcome& outcome);
[[nodiscard]] Json to_json(const Session& session, const Outcome& outcome);

/// What is said of a picture's solutions: how many, up to what, whether all.
[[nodiscard]] std::string caption(const Session& session, const Outcome& outcome,
                                  const Presentation& show);

/// Keeps what is shown, where it is to be drawn as well.
template <class Model>
class Gallery {
 public:
  /// Throws what check(session.pictures) throws.
  Gallery(Session& session, const Model& model) : session_(&session), model_(&model) {
    if (session.pictures.wanted()) check(session.pictures);
  }

  /// The presentation must not outlive the gallery.
  [[nodiscard]] Presentation keeping(Presentation show) {
    if (!session_->pictures.wanted()) return show;
    show.text = [this, text = std::move(show.text)](const std::string& n,
                                                    std::span<const OptionId> solution) {
      keep(solution);
      return text(n, solution);
    };
    show.fields = [this, fields = std::move(show.fields)](Json& line,
                                                          std::span<const OptionId> solution) {
      keep(solution);
      fields(line, solution);
    };
    return show;
  }

  void write(const Outcome& outcome, const Presentation& show) const {
    const Pictures& pictures = session_->pictures;
    if (left_out_ > 0) {
      session_->messages.warning("pictures have the first " + std::to_string(kept_.size()) +
                                 ", and " + std::to_string(left_out_) + " more were shown");
    }
    if (!pictures.svg.empty() && !kept_.empty()) {
      if constexpr (requires { draw_svg(*model_, kept_); }) {
        write_file(pictures.svg, draw_svg(*model_, kept_));
      } else if constexpr (requires { draw_svg(kept_); }) {
        write_file(pictures.svg, draw_svg(kept_));
      }
    }
    if (!pictures.in_space()) return;
    const std::string title = show.title.empty() ? session_->arguments.at(0) : show.title;
    const auto write_it = [&](scene::Scene scene) {
      scene.subtitle = caption(*session_, outcome, show);
      scene.left_out = left_out_;
      write_scene(pictures, scene);
    };
    if constexpr (requires { to_scene(*model_, kept_, title); }) {
      write_it(to_scene(*model_, kept_, title));
    } else if constexpr (requires { to_scene(kept_, title); }) {
      write_it(to_scene(kept_, title));
    }
  }

 private:
  void keep(std::span<const OptionId> solution) {
    constexpr std::size_t most = 10'000;
    if (kept_.size() < most) {
      kept_.push_back(decode(*model_, solution));
    } else {
      ++left_out_;
    }
  }

  Session* session_;
  const Model* model_;
  std::vector<decltype(decode(std::declval<const Model&>(), std::span<const OptionId>()))> kept_;
  std::uint64_t left_out_ = 0;
};

/// A search whose solutions are shown by draw() and decode() of the reduction, up to its
/// symmetries() if --up-to asks for them, and in the pictures that are asked for. `show` may say
/// otherwise.
template <class Model>
Outcome search_puzzle(Session& session, const Model& model, Presentation show = {}) {
  const auto picture = [&](std::span<const OptionId> solution) {
    return draw(model, decode(model, solution));
  };
  if (!show.text) {
    show.text = [&](const std::string&, std::span<const OptionId> solution) {
      return picture(solution);
    };
  }
  if (!show.fields) {
    show.fields = [&](Json& line, std::span<const OptionId> solution) {
      line["picture"] = picture(solution);
    };
  }
  if constexpr (requires { symmetries(model, UpTo::none); }) {
    if (!show.group && session.up_to != UpTo::none && session.up_to != UpTo::all) {
      show.group = symmetries(model, session.up_to);
    }
  }
  Gallery<Model> gallery(session, model);
  show = gallery.keeping(std::move(show));
  const Outcome outcome = run_search(session, model.problem, show);
  gallery.write(outcome, show);
  return outcome;
}

/// The subcommand of a puzzle: --emit, or search_puzzle().
template <class Model>
int run_puzzle(Session& session, const Model& model, Presentation show = {}) {
  if (session.emit) return emit_problem(session, model.problem);
  return exit_code(search_puzzle(session, model, std::move(show)));
}

/// Reads the words of a command line; the exit code, if that is all there is to do.
[[nodiscard]] std::optional<int> parse(CLI::App& app, const std::vector<std::string>& arguments,
                                       Session& session);

/// What a program does with its words, without its name.
using RunCommand = std::function<int(const std::vector<std::string>& arguments, Session& session)>;

/// The main function of a program of this name: what is thrown becomes a message and an exit code.
int run_program(const char* name, int argc, char** argv, const RunCommand& run);

/// Runs the command that these words, without the program's name, make.
int run_command(const std::vector<std::string>& arguments, Session& session);

// One function a subcommand, in the file of its name.
void add_solve(CLI::App& app, Session& session);
void add_count(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_estimate(CLI::App& app, Session& session);
void add_explain(CLI::App& app, Session& session);
void add_sample(CLI::App& app, Session& session);
void add_marginals(CLI::App& app, Session& session);
void add_zdd(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_proof(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_soma(CLI::App& app, Session& session);
void add_sudoku(CLI::App& app, Session& session);
void add_queens(CLI::App& app, Session& session);
void add_langford(CLI::App& app, Session& session);
void add_pentominoes(CLI::App& app, Session& session);
void add_polycube(CLI::App& app, Session& session);
void add_dominoes(CLI::App& app, Session& session);
void add_cube(CLI::App& app, Session& session);
void add_bigcube(CLI::App& app, Session& session);
void add_snake(CLI::App& app, Session& session);
void add_snakes(CLI::App& app, Session& session);
void add_split(CLI::App& app, Session& session);
void add_merge(CLI::App& app, Session& session);
void add_work(CLI::App& app, Session& session);
void add_resume(CLI::App& app, Session& session);
void add_status(CLI::App& app, Session& session);
/// These two describe the others, and come after them.
void add_completion(CLI::App& app, Session& session);
void add_man(CLI::App& app, Session& session);

[[nodiscard]] std::string version_text();

}  // namespace dlx::app
