#include "apps/cli/combinations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dlx/exclusions.hpp"

namespace dlx::app {
namespace {

/// Each of `some` needs at least one of `others`, in subcommands that know one of them.
struct Need {
  Conditions some, others;
};

const Conditions solid_options = "--stl, --obj, --scad, --cut, --steps";
const Conditions best_options = "--min-cost, --min-options, --max-cost";
const Conditions clue_options = "--minimal, --rate, --generate";
const Conditions given_options = "--fix, --forbid";
const Conditions number_options = "--first, -n, --all, --count";
const Conditions search_options =
    "--trust, --engine, --branch, --order, --method, --fingerprint, --stats";

Conditions operator+(Conditions a, const Conditions& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const Conditions picture_options = "--svg, --html" + solid_options;
const Conditions answer_options = number_options + "--unique, --hint";

/// The rows about options of the command alone.
const std::vector<Exclusion> own_exclusions = {
    {"--first", "-n, --all, --count", "each says how many solutions are wanted"},
    {"-n", "--all, --count", "each says how many solutions are wanted"},
    {"--all", "--count", "each says how many solutions are wanted"},
    {"--unique", number_options + "--emit, --checkpoint, --certificate, --trust, --random",
     "it says whether there is one solution, and no more"},
    {"--hint",
     number_options + picture_options +
         "--unique, --up-to *, --emit, --checkpoint, --certificate, --trust, --random, "
         "--engine, --branch, --order, --method, --fingerprint, --stats",
     "it shows one option, which is found by reasons that a person can follow"},
    {"--minimal, --rate", "-n" + picture_options, "it is about the clues of a puzzle"},
    {clue_options,
     "--first, --all, --count, --unique, --hint, --up-to *, --emit, --explain, --checkpoint, "
     "--certificate" +
         search_options,
     "it is about the clues of a puzzle"},
    {"--blank",
     "--first, --all, --count, --unique, --hint, --up-to *, --emit, --explain, --checkpoint, "
     "--certificate, --minimal, --rate, --saved, --apart, --xmpuzzle" +
         given_options + solid_options + search_options,
     "it draws a puzzle without a search"},
    {"--rate, --generate", "--minimal, --random", "it has an order of its own"},
    {"--rate", "--generate", "a new puzzle has the level that --level asks for"},
    {"--random", "--all, --count", "it says which solutions come first, and these are all"},
    {"--random", "--trust T1, --trust T2, --trust T3",
     "it asks for a solution, which is verified in any case"},
    {given_options, kind::puzzle_symmetries,
     "they move the options that are given; --up-to all takes the symmetries that are left"},
    {given_options, kind::walks, "they name options of an exact cover"},
    {"--emit", "--checkpoint", "a checkpoint saves a search, and --emit makes none"},

    {picture_options, "--count", "a picture shows solutions, and a count lists none"},
    {picture_options, "--emit", "a picture shows solutions, and --emit lists none"},
    {picture_options, "--checkpoint",
     "a saved run lists its solutions by several threads, perhaps of several processes, and none "
     "of them sees all",
     "--all"},

    {"--bed", "--stl-pieces", "a file for each piece has nothing to lay out"},

    {"--fingerprint", kind::one_of_each_class, "a fingerprint is of all solutions, not of classes"},
    {"--trust T1", "--up-to",
     "two counts are compared by fingerprints, which are of all solutions; T2 is possible"},
    {"--method sweep, --method memo, --method zdd, --method invariant, --method signs",
     "--all, --first, -n", "they count solutions without visiting them"},
    {"--trust T1", "--checkpoint & --all", "the second count of a saved run lists nothing"},
    {"--trust T1", kind::multiplicities,
     "only one engine takes so large a problem with them, and it is too wide for a sweep; T2 is "
     "possible"},
    {"--trust T1, --trust T2, --trust T3, --certificate", kind::one_of_each_class,
     "what is proved is the number of all solutions: use --count"},
    {"--branch, --order", kind::multiplicities,
     "no engine that takes them branches by a rule or in an order"},
    {"--trust T3", "--up-to", "proofs in LRAT are of all solutions; T2 is possible"},
    {"--trust T3", kind::multiplicities, "LRAT has no words for them; T2 is possible"},
    {"--certificate, --trust T2, --trust T3", "--up-to & --all",
     "what is proved is the number of classes: use --count"},
    {"--certificate, --trust T2, --trust T3", kind::many_symmetries,
     "a certificate of classes lists all members of the group; the count of all solutions has one"},
    {"--method", kind::many_symmetries,
     "a search for one solution of each class and a count by conjugacy classes compete"},
    {"--units", kind::many_symmetries,
     "two units may find solutions of one class, and only a table of all classes would show that"},
    {"--checkpoint & --all", kind::many_symmetries,
     "two units may list solutions of one class, and only a table of all classes would show that"},
    {"--checkpoint", kind::many_symmetries_and_multiplicities,
     "one search tells the classes apart by a table of all, and is not divided into units"},
    {"--certificate, --trust T1, --trust T2, --trust T3", kind::walks,
     "certificates and second counts are of exact covers"},

    {"--method sweep, --method signs", "--unit-nodes",
     "a sweep or a sum is not divided into units"},
    {"--checkpoint & --fingerprint", "--all", "units that list solutions keep no fingerprint"},

    {"--min-cost", "--min-options", "each says which solutions are the best"},
    {best_options, "--unique, --hint", "they look for the best solutions alone"},
    {best_options, "--engine, --branch, --order, --random", "costs have an engine of their own"},
    {"--checkpoint & --certificate, --checkpoint & --trust T2",
     "--min-cost, --min-options, --max-cost",
     "a certificate of the cheapest is of a search without pauses"},
    {"--gzip, --unit-nodes", best_options,
     "a search for the cheapest prints its solutions, and is not divided into units"},
    {"--certificate, --trust T2",
     "--min-cost & --all, --min-options & --all, --min-cost & --count, --min-options & --count",
     "a certificate is of a number of solutions: give it with -n"},
    {"--certificate, --trust T2", "--max-cost",
     "a certificate is of the cheapest of all solutions, whatever they cost"},
    {"--certificate, --trust T2", "--min-cost & --up-to, --min-options & --up-to",
     "a certificate is of solutions, and of no classes of them"},
    {best_options, "--trust T1, --trust T3",
     "there is one engine for costs, and no format for proofs of them; T2 is possible"},

    {"--naive",
     answer_options + given_options + picture_options +
         "--up-to *, --emit, --checkpoint, --certificate, --trust",
     "the race is a report of its own"},
    {"--flat, --tray", "--up-to *, --facts, --formulation",
     "a tray has one way up, and cells only"},
    {"--mix", "--flat, --tray, --facts", "it chooses pieces for a cube"},
    {"--facts",
     answer_options + given_options + picture_options +
         "--json, --emit, --checkpoint, --trust, --certificate",
     "--facts searches nothing"},
    {"--info",
     answer_options + given_options + picture_options +
         "--up-to *, --emit, --xmpuzzle, --saved, --checkpoint, --trust, --certificate",
     "--info searches nothing"},
    {"--explain",
     answer_options + given_options + picture_options +
         "--up-to *, --emit, --checkpoint, --certificate, --trust, --engine, --branch, "
         "--order, --fingerprint, --method, --time-limit",
     "it shows one search, that of dancing links, and lists no solutions"},
    {"--apart-only", "--checkpoint, --saved, --turns, --up-to all",
     "it searches anew for assemblies that slide apart"},
    {"--saved",
     answer_options + given_options +
         "--up-to *, --emit, --xmpuzzle, --checkpoint, --trust, --certificate",
     "--saved searches nothing"},
    {"--xmpuzzle", "--emit, --count, --unique, --hint, --checkpoint",
     "it writes the assemblies that this command lists", "--all"},
    {"--xmpuzzle, --apart, --as-burrtools", given_options,
     "it is about all assemblies of a puzzle"},
    {"--estimate",
     answer_options + picture_options +
         "--forbid, --up-to, --emit, --node-limit, --engine, --stats, --checkpoint, --trust, "
         "--certificate",
     "random probes are not a search"},
    {"--as-burrtools", "--up-to *, --info, --saved",
     "it says which assemblies are the same, and nothing else does"},
    {"--apart",
     "--count, --unique, --hint, --emit, --info, --trust, --certificate, --fingerprint, --method",
     "it analyses each assembly that is found"},
    {"--apart & --checkpoint", "--apart-at-least",
     "a saved run lists its assemblies by several threads, and shows none"},
    {"--lrat", "--veripb, --cpog", "one form at a time"},
    {"--veripb", "--cpog", "one form at a time"},
    {"--json", "--format text, --format csv", "both say how the table is printed"},
    {"--numbers, --csv", "--json", "both say how solutions are printed"},
    {"--numbers", "--csv", "both say how solutions are printed"},
    {"--csv", "--count, --unique, --hint, --checkpoint", "a table has solutions and nothing else"},
    {"--competition", "--json, --up-to *, --fingerprint, --checkpoint",
     "the lines of the competition have one count"},
    {"--numbers", "--count, --hint", "it says how solutions are printed, and none is"},
    {"--installed", "--worker-program", "both say which program workers run"},

    {"--up-to, --fingerprint, --json, --method, --engine, --branch, --order, --checkpoint, "
     "--certificate, --trust",
     kind::unit, "'dlx split' has fixed how it is counted, and 'dlx merge' takes its result"}};

const std::vector<Need> needs = {
    {"--progress-json", "--progress"},
    {"--checkpoint-every, --unit-nodes, --gzip", "--checkpoint"},
    {"--knuth-strict", "--emit"},
    {"--level, --box-height", "--generate"},
    {"--probes, --seed", "--estimate"},
    {"--columns", "--svg"},
    {"--blank", "--svg, --html"},
    {"--paper", "--svg, --html, --cut, --steps"},
    {"--bed, --stl-pieces", "--stl"},
    {"--apart-at-least, --apart-only, --apart-states, --turns", "--apart"},
    {"--checkpoint", "--all, --count, --min-cost, --min-options"},
    {"--certificate, --trust", "--all, --count, --min-cost, --min-options"},
    {"--trust T2 & --checkpoint, --trust T3 & --checkpoint", "--certificate"}};

/// All rows of the table.
const std::vector<Exclusion> exclusions = [] {
  std::vector<Exclusion> all(option_exclusions().begin(), option_exclusions().end());
  all.insert(all.end(), own_exclusions.begin(), own_exclusions.end());
  return all;
}();

bool knows(std::span<const std::string> known, std::string_view condition) {
  const auto options = flags_in(condition);
  return std::all_of(options.begin(), options.end(), [&](std::string_view option) {
    return std::find(known.begin(), known.end(), flag_alone(option)) != known.end();
  });
}

/// Whether a row is for a subcommand that knows these options.
bool is_for(const Exclusion& row, std::span<const std::string> known) {
  return row.where.empty() || knows(known, row.where);
}

bool names_kind(const Exclusion& row, std::string_view kind) {
  return std::find(row.others.begin(), row.others.end(), kind) != row.others.end();
}

std::string alternatives(const Conditions& options, std::span<const std::string> known) {
  std::string text;
  for (const std::string_view option : options) {
    if (!knows(known, option)) continue;
    text += (text.empty() ? "" : " or ") + std::string(option);
  }
  return text;
}

}  // namespace

void check_combinations(const Request& request, std::span<const std::string> known) {
  const auto typed = [&](std::string_view condition) { return holds(request.typed, condition); };
  for (const Exclusion& row : exclusions) {
    if (!is_for(row, known)) continue;
    for (const std::string_view one : row.some) {
      if (!typed(one)) continue;
      const auto other = std::find_if(row.others.begin(), row.others.end(), typed);
      if (other != row.others.end()) throw exclusion(one, *other, row.why);
    }
  }
  for (const Need& row : needs) {
    const std::string wanted = alternatives(row.others, known);
    if (wanted.empty() || std::any_of(row.others.begin(), row.others.end(), typed)) continue;
    const auto one = std::find_if(row.some.begin(), row.some.end(), typed);
    if (one != row.some.end()) {
      throw std::invalid_argument(fmt::format("{} needs {}", condition_in_words(*one), wanted));
    }
  }
}

bool only_typed(const Request& request, const Conditions& options) {
  return std::all_of(request.typed.begin(), request.typed.end(), [&](const auto& typed) {
    return std::find(options.begin(), options.end(), typed.first) != options.end();
  });
}

void check_kind(const Request& request, std::string_view kind) {
  for (const Exclusion& row : exclusions) {
    if (!names_kind(row, kind)) continue;
    for (const std::string_view one : row.some) {
      if (holds(request.typed, one)) throw exclusion(one, kind, row.why);
    }
  }
}

std::invalid_argument not_together(std::string_view option, std::string_view kind) {
  for (const Exclusion& row : exclusions) {
    if (!names_kind(row, kind)) continue;
    if (std::find(row.some.begin(), row.some.end(), option) == row.some.end()) continue;
    return exclusion(option, kind, row.why);
  }
  throw std::logic_error(fmt::format("the table has no row for {} and {}", option, kind));
}

std::vector<std::string> excluded_by(const std::string& option,
                                     std::span<const std::string> known) {
  std::vector<std::string> names;
  const auto add = [&](const Conditions& these, const Conditions& those) {
    if (std::find(these.begin(), these.end(), option) == these.end()) return;
    for (const std::string_view other : those) {
      const bool any_value = other == flag_alone(other) || other.ends_with(" *");
      if (any_value && knows(known, other)) names.emplace_back(flag_alone(other));
    }
  };
  for (const Exclusion& row : exclusions) {
    if (!is_for(row, known)) continue;
    add(row.some, row.others);
    add(row.others, row.some);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::string> needed_by(const std::string& option, std::span<const std::string> known) {
  std::vector<std::string> names;
  for (const Need& row : needs) {
    if (std::find(row.some.begin(), row.some.end(), option) == row.some.end()) continue;
    for (const std::string_view other : row.others) {
      if (knows(known, other)) names.emplace_back(other);
    }
  }
  return names;
}

}  // namespace dlx::app
