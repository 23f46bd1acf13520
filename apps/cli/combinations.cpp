#include "apps/cli/combinations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dlx/exclusions.hpp"

namespace dlx::app {
namespace {

/// Each option of `some` needs at least one option of `others`. The rule is checked only in
/// subcommands that have at least one of `others`.
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
const Conditions written_files =
    picture_options + "--explain, --certificate, --xmpuzzle, --checkpoint, OUT";
const Conditions answer_options = number_options + "--unique, --hint";

/// Exclusions between options that the command dlx has and the library does not have. Exclusions
/// between options of the library are in option_exclusions().
const std::vector<Exclusion> own_exclusions = {
    {"--first", "-n, --all, --count", "each says how many solutions are wanted"},
    {"-n", "--all, --count", "each says how many solutions are wanted"},
    {"--all", "--count", "each says how many solutions are wanted"},
    {"--unique", number_options + "--emit, --checkpoint, --certificate, --trust, --random",
     "--unique only says whether there is exactly one solution"},
    {"--hint",
     number_options + picture_options +
         "--unique, --up-to *, --emit, --checkpoint, --certificate, --trust, --random, "
         "--engine, --branch, --order, --method, --fingerprint, --stats",
     "--hint shows one option, found by conclusions that a person can follow"},
    {"--minimal, --rate", "-n" + picture_options,
     "--minimal and --rate work on the clues of a puzzle"},
    {clue_options,
     "--first, --all, --count, --unique, --hint, --csv, --up-to *, --emit, --explain, "
     "--checkpoint, --certificate" +
         given_options + search_options,
     "--minimal, --rate and --generate work on the clues of a puzzle"},
    {"--blank",
     "--first, --all, --count, --unique, --hint, --up-to *, --emit, --explain, --checkpoint, "
     "--certificate, --minimal, --rate, --saved, --apart, --xmpuzzle, --forbid" +
         solid_options + search_options,
     "--blank draws a puzzle without a search"},
    {"--rate, --generate", "--minimal, --random",
     "--rate and --generate choose the order of clues themselves"},
    {"--rate", "--generate", "a new puzzle has the level that --level asks for"},
    {"--random", "--all, --count",
     "--random chooses which solutions are found first, but --all and --count find all"},
    {"--random", "--trust T1, --trust T2, --trust T3",
     "--random lists solutions, and every solution listed is verified in any case"},
    {given_options, kind::puzzle_symmetries,
     "rotations and reflections may move the given options; --up-to all uses all symmetries of the "
     "problem that is left, which may be more than those of the board"},
    {given_options, kind::walks, "--fix and --forbid name options of an exact cover"},
    {"--emit", "--checkpoint", "a checkpoint saves a search, and --emit does not search"},

    {picture_options, "--count", "a picture shows solutions, and a count lists none"},
    {picture_options, "--emit", "a picture shows solutions, and --emit lists none"},
    {picture_options, "--checkpoint",
     "the solutions of a saved run are listed by several threads or processes, and none of them "
     "has all solutions",
     "--all"},

    {"--bed", "--stl-pieces", "a file with a single piece needs no layout"},

    {"--fingerprint", kind::one_of_each_class,
     "a fingerprint is computed from all solutions, not from classes"},
    {"--trust T1", "--up-to",
     "T1 compares fingerprints, which are computed from all solutions; T2 is possible"},
    {"--method sweep, --method memo, --method zdd, --method invariant, --method signs",
     "--all, --first, -n", "these methods count solutions without visiting them"},
    {"--trust T1", "--checkpoint & --all",
     "T1 counts again, and the second count lists no solutions"},
    {"--trust T1", kind::multiplicities,
     "only one engine accepts so large a problem with multiplicities, and a sweep would need too "
     "many states; T2 is possible"},
    {"--trust T1, --trust T2, --trust T3, --certificate", kind::one_of_each_class,
     "only the number of all solutions can be proved: use --count"},
    {"--branch weighted", kind::multiplicities,
     "engines that accept multiplicities learn no weights"},
    {"--trust T3", "--up-to",
     "a proof in LRAT is about all solutions, not about classes; T2 is possible"},
    {"--trust T3", kind::multiplicities, "LRAT cannot express multiplicities; T2 is possible"},
    {"--certificate, --trust T2, --trust T3", "--up-to & --all",
     "only the number of classes can be proved: use --count"},
    {"--certificate, --trust T2, --trust T3", kind::many_symmetries,
     "a certificate of classes must list all symmetries; a count of all solutions can have a "
     "certificate"},
    {"--method", kind::many_symmetries,
     "two methods compete here: a search for one solution of each class, and a count by conjugacy "
     "classes"},
    {"--units", kind::many_symmetries,
     "two units may find solutions of the same class, and only a table of all classes would reveal "
     "this"},
    {"--checkpoint & --all", kind::many_symmetries,
     "two units may list solutions of the same class, and only a table of all classes would reveal "
     "this"},
    {"--checkpoint", kind::many_symmetries_and_multiplicities,
     "a single search stores all classes in one table, so it is not divided into units"},
    {"--certificate, --trust T1, --trust T2, --trust T3", kind::walks,
     "certificates and second counts exist only for exact covers"},

    {"--method sweep, --method signs", "--unit-nodes",
     "a sweep or a sum over signs is not divided into units"},
    {"--units", "--method sweep, --method fold, --method memo, --method zdd, --method invariant",
     "only a search or a sum over signs is divided into units"},
    {"--units & --method signs", "--engine, --up-to *",
     "a sum over signs counts all solutions, without an engine"},
    {"--checkpoint & --fingerprint", "--all", "units that list solutions compute no fingerprint"},

    {"--min-cost", "--min-options", "each says which solutions are the best"},
    {best_options, "--hint", "a search for the best solutions does not look at other solutions"},
    {best_options, "--engine, --branch, --order, --random",
     "searches for the best solutions use an engine of their own"},
    {"--gzip, --unit-nodes", best_options,
     "a search for the best solutions prints them itself, and is not divided into units"},
    {best_options, "--trust T1",
     "another engine would have to visit all solutions to prove a least cost; T2 is possible"},
    {best_options, "--trust T3",
     "LRAT consists of clauses, which cannot express sums of costs; T2 is possible"},

    {"--naive",
     answer_options + given_options + picture_options +
         "--up-to *, --emit, --checkpoint, --certificate, --trust",
     "--naive only compares the times of two searches"},
    {"--flat, --tray", "--up-to *, --facts, --formulation",
     "a tray lies one way up, and its problem always has items for cells"},
    {"--mix", "--flat, --tray, --facts", "--mix chooses the pieces of a cube"},
    {"--facts",
     answer_options + given_options + picture_options +
         "--json, --emit, --checkpoint, --trust, --certificate",
     "--facts searches nothing"},
    {"--info",
     answer_options + given_options + picture_options +
         "--gaps, --place, --up-to *, --emit, --xmpuzzle, --saved, --checkpoint, --trust, "
         "--certificate",
     "--info searches nothing"},
    {"--explain",
     answer_options + given_options + picture_options +
         "--up-to *, --emit, --checkpoint, --certificate, --trust, --engine, --branch, "
         "--order, --fingerprint, --method, --time-limit",
     "--explain shows one search, by dancing links, and lists no solutions"},
    {"--apart-only", "--checkpoint, --saved, --turns, --half-cells, --up-to all",
     "--apart-only makes a new search, for assemblies that slide apart"},
    {"--saved",
     answer_options + given_options +
         "--up-to *, --emit, --xmpuzzle, --checkpoint, --trust, --certificate",
     "--saved searches nothing"},
    {"--xmpuzzle", "--emit, --count, --unique, --hint, --checkpoint",
     "--xmpuzzle writes the assemblies that the command lists", "--all"},
    {"--xmpuzzle, --apart, --as-burrtools", given_options,
     "this option is about all assemblies of a puzzle"},
    {"--estimate",
     answer_options + picture_options +
         "--forbid, --up-to, --emit, --node-limit, --engine, --stats, --checkpoint, --trust, "
         "--certificate",
     "--estimate makes random probes instead of a search"},
    {"--as-burrtools", "--up-to *, --info, --saved",
     "--as-burrtools determines which assemblies of a search count as the same"},
    {"--apart",
     "--count, --unique, --hint, --emit, --info, --trust, --certificate, --fingerprint, --method",
     "--apart analyses each assembly that a search finds"},
    {"--apart & --checkpoint", "--apart-at-least",
     "a saved run finds its assemblies by several threads, and shows none of them"},
    {"--lrat", "--veripb, --cpog", "each run writes one form of proof"},
    {"--veripb", "--cpog", "each run writes one form of proof"},
    {"--json", "--format text, --format csv", "both say how the table is printed"},
    {"--numbers, --csv", "--json", "both say how solutions are printed"},
    {"--numbers", "--csv", "both say how solutions are printed"},
    {"--csv",
     "--count, --unique, --hint, --checkpoint, --emit, --explain, --blank, --apart, "
     "--saved, --info, --estimate, --facts, --list, --naive",
     "the table contains only solutions"},
    {"--competition", "--json, --up-to *, --fingerprint, --checkpoint",
     "the format of the competition has room for one count only"},
    {"--numbers", "--count, --hint", "--numbers prints solutions, and here no solution is printed"},
    {"--installed", "--worker-program", "both say which program workers run"},

    {"--up-to, --fingerprint, --json, --method, --engine, --branch, --order, --checkpoint, "
     "--certificate, --trust, --fix, --forbid, --cover, --secondary, --from, --drop-unreachable, "
     "--competition, --no-preprocess, --no-symmetry",
     kind::unit, "'dlx split' has already determined how this unit is counted"}};

const std::vector<Need> needs = {
    {"--checkpoint-every, --unit-nodes, --gzip", "--checkpoint"},
    {"--knuth-strict", "--emit"},
    {"--level, --box-height", "--generate"},
    {"--probes, --seed", "--estimate"},
    {"--columns", "--svg"},
    {"--blank", "--svg, --html"},
    {"--paper", "--svg, --html, --cut, --steps"},
    {"--bed, --stl-pieces", "--stl"},
    {"--cell", "--cut, --stl, --obj, --scad"},
    {"--gap", "--stl, --obj, --scad"},
    {"--apart-at-least, --apart-only, --apart-states, --turns, --half-cells", "--apart"},
    {"--checkpoint, --certificate, --trust",
     "--all, --count, --min-cost, --min-options, --max-cost"},
    {"--trust T2 & --checkpoint, --trust T3 & --checkpoint", "--certificate"}};

/// All exclusions: those of the library's options, then those of the command's own options.
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

/// Whether a row of the table of exclusions applies to a subcommand with the command-line options
/// `known`.
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

bool writes_file(std::string_view option) {
  return std::find(written_files.begin(), written_files.end(), option) != written_files.end();
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
