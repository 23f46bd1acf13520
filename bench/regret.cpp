// Measures how much longer `auto` takes than the best method: `regret [--limit SECONDS] [--threads
// N] [--only REGEX] [--all] [--tried] [--gain | --small] [FILE or FOLDER ...]`. It counts the
// problems in the files, and the problems of made_problems.hpp, by `auto` and by each single
// method. It prints the ratio auto / best of the worst ten problems, and the worst ratio, the 90th
// percentile and the median. Times do not include the start of the process and the reading of
// files. With one thread, times are processor times, which other programs disturb less. A method is
// stopped if it takes 1.2 times as long as `auto` or as the best method so far. --all: prints a
// line for every problem. --tried: prints the methods that `auto` tried. --gain: measures instead
// how many times as long as `auto` a plain search by bit vectors takes, on files for which
// bit_matrix is the chosen engine. --small: compares `auto` only with searches, on problems that
// the best search counts within 50 ms; a loss of 3 ms then counts as none.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/made_problems.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/stopwatch.hpp"
#include "dlx/io/problem_format.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/solver.hpp"

namespace {

using dlx::CountMethod;
using dlx::EngineKind;
using dlx::Options;
// A count is repeated until its runs have taken `enough_seconds` together. The shortest time is
// used.
constexpr double enough_seconds = 0.1;
constexpr int most_repetitions = 5;
constexpr double small_seconds = 0.05;

struct Method {
  std::string name;
  Options options;
};

struct Time {
  double seconds = std::numeric_limits<double>::infinity();  // infinite: not finished
  dlx::counting::CountResult result;
};

struct Row {
  std::string name;
  double automatic = 0;
  double best = std::numeric_limits<double>::infinity();
  std::string best_method;
  [[nodiscard]] bool counted() const { return automatic < 1e9 || best < 1e9; }
  /// A loss of at most `unnoticed` seconds counts as none.
  [[nodiscard]] double ratio(double unnoticed) const {
    if (automatic - best <= unnoticed) return std::min(automatic / best, 1.0);
    return automatic / best;
  }
};

Time time_of(const dlx::Problem& problem, Options options, double limit) {
  const dlx::counting::Resources resources = dlx::runs::resources(options);
  const bool alone = resources.jobs.threads <= 1;
  Time best;
  double sum = 0;
  for (int n = 0; n < most_repetitions && sum < enough_seconds; ++n) {
    options.time =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(limit));
    const dlx::counting::Stopwatch stopwatch(alone);
    dlx::counting::CountResult result = dlx::counting::count(problem, options, resources);
    const double seconds = stopwatch.seconds();
    sum += seconds;
    const bool complete = result.complete();
    if (n == 0 || (complete && seconds < best.seconds)) best.result = std::move(result);
    if (!complete) return best;
    best.seconds = std::min(best.seconds, seconds);
  }
  return best;
}

std::vector<Method> single_methods(bool only_searches) {
  std::vector<Method> methods;
  const auto add = [&](CountMethod method, EngineKind engine, bool preprocess) {
    Options options{.engine = engine, .method = method, .preprocess = preprocess};
    std::string name(to_string(method));
    if (method == CountMethod::search) name = to_string(engine);
    methods.push_back({name + (preprocess ? "" : ", not reduced"), options});
  };
  for (const bool preprocess : {true, false}) {
    for (const auto& engine : dlx::dividable_engine_names) {
      add(CountMethod::search, engine.value, preprocess);
    }
    if (only_searches) continue;
    add(CountMethod::sweep, EngineKind::automatic, preprocess);
    add(CountMethod::memo, EngineKind::automatic, preprocess);
    add(CountMethod::zdd, EngineKind::automatic, preprocess);
    add(CountMethod::signs, EngineKind::automatic, preprocess);
  }
  return methods;
}

class Regret {
 public:
  Regret(double limit, unsigned threads, bool tried, bool small)
      : limit_(limit), threads_(threads), tried_(tried), small_(small) {}

  void measure(const std::string& name, const dlx::Problem& problem) {
    Row row;
    row.name = name;
    Options automatic{.threads = threads_};
    const Time auto_time = time_of(problem, automatic, limit_);
    row.automatic = auto_time.seconds;
    for (const Method& method : single_methods(small_)) {
      Options options = method.options;
      options.threads = threads_;
      Time time;
      try {
        time = time_of(problem, options,
                       std::min(1.2 * row.best,
                                small_ ? small_seconds : std::min(limit_, 1.2 * row.automatic)));
      } catch (const std::invalid_argument&) {
        continue;  // the method cannot be used for this problem
      }
      if (time.seconds < 1e9 && auto_time.seconds < 1e9 &&
          time.result.value != auto_time.result.value) {
        throw std::runtime_error(name + ": " + method.name + " and auto disagree");
      }
      if (time.seconds >= row.best) continue;
      row.best = time.seconds;
      row.best_method = method.name;
    }
    if (small_ && !(row.best < small_seconds)) return;
    if (!small_ && row.automatic < row.best) {
      row.best = row.automatic;
      row.best_method = "auto";
    }
    fmt::print(stderr, "{:40} auto {:9.4f} s, best {:9.4f} s by {}\n", name, row.automatic,
               row.best, row.best_method);
    for (std::size_t t = 0; tried_ && t < auto_time.result.trials.size(); ++t) {
      const dlx::counting::Trial& trial = auto_time.result.trials[t];
      fmt::print(stderr, "    {:.6f} s, {} times: {}: {}\n", trial.seconds, trial.times, trial.what,
                 trial.outcome);
    }
    rows_.push_back(std::move(row));
  }

  void print(bool all) {
    const double unnoticed = small_ ? 0.003 : 0.02;
    const auto not_counted =
        std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return !row.counted(); });
    std::erase_if(rows_, [](const Row& row) { return !row.counted(); });
    const auto ratio = [&](const Row& row) { return row.ratio(unnoticed); };
    std::sort(rows_.begin(), rows_.end(),
              [&](const Row& a, const Row& b) { return ratio(a) > ratio(b); });
    fmt::print("| problem | auto, s | best, s | by | auto / best |\n|---|--:|--:|---|--:|\n");
    for (std::size_t r = 0; r < rows_.size() && (all || r < 10); ++r) {
      const Row& row = rows_[r];
      fmt::print("| {} | {:.6f} | {:.6f} | {} | {:.2f} |\n", row.name, row.automatic, row.best,
                 row.best_method, ratio(row));
    }
    if (rows_.empty()) return;
    fmt::print(
        "\n{} problems, {} more not counted by any method in {} s. auto / best: worst "
        "{:.2f}, 90 % {:.2f}, median {:.2f}; losses below {:g} ms are none.\n",
        rows_.size(), not_counted, limit_, ratio(rows_[0]), ratio(rows_[rows_.size() / 10]),
        ratio(rows_[rows_.size() / 2]), 1000 * unnoticed);
    std::nth_element(rows_.begin(), rows_.begin() + rows_.size() / 2, rows_.end(),
                     [](const Row& a, const Row& b) { return a.ratio(0) < b.ratio(0); });
    fmt::print("Median with all losses: {:.2f}.\n", rows_[rows_.size() / 2].ratio(0));
  }

 private:
  double limit_;
  unsigned threads_;
  bool tried_;  // whether to print the methods that auto tried
  bool small_;  // whether to compare only searches, on small problems
  std::vector<Row> rows_;
};

/// Measures how many times as long as `auto` a plain search by bit vectors takes.
class Gain {
 public:
  Gain(double limit, unsigned threads) : limit_(limit), threads_(threads) {
    fmt::print("| problem | plain search, s | auto, s | plain / auto |\n|---|--:|--:|--:|\n");
  }

  void measure(const std::string& name, const dlx::Problem& problem) {
    if (dlx::choose_engine(problem).engine != EngineKind::bit_matrix) return;
    Options options{.threads = threads_};
    const Time by_auto = time_of(problem, options, limit_);
    options.method = CountMethod::search;
    options.engine = EngineKind::bit_matrix;
    options.symmetry = false;
    const Time plain = time_of(problem, options, limit_);
    if (!std::isfinite(by_auto.seconds)) {
      ++not_counted_;
      fmt::print("| {} | - | > {} | - |\n", name, limit_);
      return;
    }
    const bool ended = std::isfinite(plain.seconds);
    if (ended && plain.result.value != by_auto.result.value) {
      throw std::runtime_error(name + ": plain search and auto disagree");
    }
    const double seconds = ended ? plain.seconds : limit_;
    const char* const more = ended ? "" : "> ";
    const double ratio = seconds / by_auto.seconds;
    fmt::print("| {} | {}{:.4f} | {:.4f} | {}{:.2f} |\n", name, more, seconds, by_auto.seconds,
               more, ratio);
    std::fflush(stdout);
    sum_of_logs_ += std::log(ratio);
    ++counted_;
  }

  /// If a plain search did not end, its time is the limit, so the mean is a lower bound.
  void print() const {
    if (counted_ == 0) return;
    fmt::print(
        "\n{} dense problems, {} more not counted by auto in {} s. plain / auto: geometric "
        "mean {:.2f}.\n",
        counted_, not_counted_, limit_, std::exp(sum_of_logs_ / counted_));
  }

 private:
  double limit_;
  unsigned threads_;
  double sum_of_logs_ = 0;
  int counted_ = 0;
  int not_counted_ = 0;
};

struct Arguments {
  double limit = 10;
  unsigned threads = 1;
  std::optional<std::regex> only = {};
  bool all = false;
  bool tried = false;
  bool gain = false;
  bool small = false;
  std::vector<std::string> files = {};
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int a = 1; a < argc; ++a) {
    const std::string word = argv[a];
    const auto value = [&] {
      if (a + 1 == argc) throw std::invalid_argument(word + " needs a value");
      return std::string(argv[++a]);
    };
    if (word == "--limit") {
      arguments.limit = std::stod(value());
    } else if (word == "--threads") {
      arguments.threads = static_cast<unsigned>(std::stoul(value()));
    } else if (word == "--only") {
      arguments.only = std::regex(value());
    } else if (word == "--all") {
      arguments.all = true;
    } else if (word == "--tried") {
      arguments.tried = true;
    } else if (word == "--gain") {
      arguments.gain = true;
    } else if (word == "--small") {
      arguments.small = true;
    } else if (word.starts_with("-")) {
      throw std::invalid_argument("unknown option " + word);
    } else {
      arguments.files.push_back(word);
    }
  }
  return arguments;
}

std::vector<std::string> problem_files(const std::vector<std::string>& given) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const std::string& name : given) {
    if (!fs::is_directory(name)) {
      files.push_back(name);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(name)) {
      const std::string path = entry.path().string();
      if (path.ends_with(".dlx") || path.ends_with(".dlx.gz")) files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool is_wanted(const Arguments& arguments, const std::string& name) {
  return !arguments.only || std::regex_search(name, *arguments.only);
}

/// `measurement`: a Regret or a Gain.
template <class Measurement>
void measure_files(const Arguments& arguments, Measurement& measurement) {
  for (const std::string& file : problem_files(arguments.files)) {
    if (!is_wanted(arguments, file)) continue;
    dlx::io::Input input = dlx::io::Input::open(file);
    measurement.measure(std::filesystem::path(file).filename().string(),
                        dlx::io::read_problem(input, dlx::ProblemFormat::knuth).problem);
  }
}

void run(const Arguments& arguments) {
  if (arguments.gain) {
    Gain gain(arguments.limit, arguments.threads);
    measure_files(arguments, gain);
    return gain.print();
  }
  Regret regret(arguments.limit, arguments.threads, arguments.tried, arguments.small);
  measure_files(arguments, regret);
  constexpr std::uint32_t sizes = 10;
  for (std::uint32_t kind = 0; kind < dlx::bench::made_kinds(); ++kind) {
    for (std::uint32_t size = 0; size < sizes; ++size) {
      const dlx::bench::MadeProblem made = dlx::bench::make_problem(kind, size);
      if (is_wanted(arguments, made.name)) regret.measure(made.name, made.problem);
    }
  }
  regret.print(arguments.all);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse(argc, argv));
  } catch (const std::exception& e) {
    fmt::print(stderr, "regret: {}\n", e.what());
    return 2;
  }
}
