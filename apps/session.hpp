#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "apps/output.hpp"
#include "apps/pictures.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/count.hpp"
#include "dlx/io/problem_format.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/status.hpp"
#include "reductions/polycube/formats.hpp"

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
  std::string certificate;                     ///< a file; empty: none is wanted
  std::optional<TrustLevel> trust;             ///< nothing: not asked for
  std::vector<std::string> arguments;          ///< as they were given
  std::optional<std::string> text;             ///< what was read, for a run that is kept in a file
  std::map<std::string, std::string> resumed;  ///< of a run that goes on: what its file says
  std::function<void(Session&)> after_parsing;
  bool takes_max_input = false;  ///< the subcommand that was named has --max-input
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

/// Which solutions count as the same.
[[nodiscard]] std::string up_to_in_words(const Session& session);

}  // namespace dlx::app
