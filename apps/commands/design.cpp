#include "reductions/design/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/pieces.hpp"
#include "apps/run/design.hpp"
#include "apps/run/design_records.hpp"
#include "apps/run/files.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/input.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/runs/threads.hpp"
#include "reductions/design/set_space.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/cell_words.hpp"
#include "reductions/polycube/formats.hpp"

namespace dlx::app {
namespace {

using design::Design;
using design::Measure;
using design::Set;
using design::Want;

struct DesignArguments {
  std::string file;
  DesignMethod method = DesignMethod::automatic;
  std::string format;
  std::string xmpuzzle;
  polycube::Turning freest = polycube::Turning::rotations;
  std::string problem;
  bool as_text = false;
  /// Statements that command-line options add to the text of the design (the description of the
  /// wanted sets of pieces), each with its value. An empty value means that the option was not
  /// given.
  std::map<std::string, std::string> wishes = {{"want", ""}, {"apart", ""}, {"hardest", ""}};
};

/// The text of the design, which describes the sets of pieces to find, and its name for errors. A
/// continued run takes the text from its checkpoint. Otherwise the text is that of the file,
/// followed by the statements of the command line. A file of puzzles is converted to the text of a
/// design, a description of wanted sets of pieces.
std::pair<std::string, std::string> read_text(const Request& request, Console& console,
                                              const DesignArguments& a) {
  if (const auto text = request.resumed.find("text"); text != request.resumed.end()) {
    return {text->second, request.options.checkpoint};
  }
  constexpr std::uint64_t largest_file = std::uint64_t{16} << 20;
  io::Input input = io::Input::open(a.file, {.bytes = largest_file, .line_bytes = largest_file});
  std::string text;
  const std::string_view start = input.ahead();
  if (polycube::sign_of(start) || !design::is_design(start)) {
    const polycube::Collection puzzles = read_puzzles(input, polycube::format_of(start));
    for (const std::string& note : puzzles.notes) console.note(note);
    polycube::Puzzle puzzle = choose(puzzles, a.file, a.problem).puzzle;
    puzzle.turning = std::max(puzzle.turning, a.freest);
    try {
      design::DesignText made = design::design_text_of(puzzle);
      for (const std::string& merged : made.merged) console.note(merged);
      text = std::move(made.text);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(input.name() + ": " + e.what());
    }
  } else if (a.problem.empty()) {
    text = input.rest();
  } else {
    throw std::invalid_argument("--problem: " + input.name() +
                                " is a design, not a file of puzzles");
  }
  for (const auto& [statement, value] : a.wishes) {
    if (value.empty()) continue;
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += fmt::format("{} {}\n", statement, value);
  }
  return {std::move(text), input.name()};
}

Design parse(const std::string& text, const std::string& name, polycube::Turning freest) {
  return io::parsed(text, name,
                    [&](const std::string& all) { return design::read_design(all, freest); });
}

/// How the wanted sets of pieces must fill their boxes, in words.
std::string want_in_words(const Design& design) {
  return std::string(design::want_names[static_cast<std::size_t>(design.want)].help);
}

/// The condition that assemblies of a set of pieces can be taken apart, in words; empty if the
/// design has no such condition.
std::string apart_in_words(const Design& design) {
  if (!design.apart) return "";
  return *design.apart == 1 ? "apart" : fmt::format("apart at level {} or more", *design.apart);
}

/// Whether the outcome counts the sets of pieces that meet all conditions except that they can be
/// taken apart.
bool knows_whole(const Design& design, const design::Outcome& outcome) {
  return design.apart &&
         (outcome.found.empty() || design.want == Want::unique || design.want == Want::any);
}

/// The end of the last line of output, which says how many sets of pieces cannot be taken apart as
/// the design requires. The last line begins with the number of sets found.
std::string whole_in_words(const Design& design, const design::Outcome& outcome) {
  if (knows_whole(design, outcome) && outcome.whole > 0) {
    return fmt::format("; {} more fill{} {}, but do{} not come {}", outcome.whole,
                       outcome.whole == 1 ? "s" : "",
                       design.boxes.size() == 1 ? "it so" : "them so",
                       outcome.whole == 1 ? "es" : "", apart_in_words(design));
  }
  const bool none = std::all_of(
      outcome.found.begin(), outcome.found.end(),
      [](const design::FoundSet& each) { return each.measure.level == design::SetMeasure::whole; });
  if (!none || outcome.found.empty()) return "";
  return outcome.found.size() == 1 ? "; it does not come apart" : "; none of them comes apart";
}

/// The name of a measure of difficulty, with `between` in place of the hyphens between its words.
std::string name_of(Measure hardest, char between) {
  std::string name(to_string(hardest));
  std::replace(name.begin(), name.end(), '-', between);
  return name;
}

std::string in_words(Measure hardest, const design::SetMeasure& measure) {
  std::string text;
  if (measure.number) text += fmt::format(", {} {}", *measure.number, name_of(hardest, ' '));
  if (!measure.level) return text;
  if (*measure.level == design::SetMeasure::whole) return text + ", does not come apart";
  if (*measure.level == design::SetMeasure::undecided)
    return text + ", not known whether it comes apart";
  if (*measure.level == design::SetMeasure::single) return text + ", a single piece";
  return text + ", level " + *measure.level;
}

/// The names of the columns for measures of difficulty; an empty list if the design asks for no
/// measure.
std::vector<std::string> measured_columns(const Design& design) {
  std::vector<std::string> names;
  const bool by_number = design.hardest != Measure::none && design.hardest != Measure::level;
  if (by_number) names.push_back(name_of(design.hardest, '_'));
  if (design.apart || design.hardest == Measure::level) names.push_back("level");
  return names;
}

void print_csv(Console& console, const Design& design, const design::Outcome& outcome) {
  std::string head = "set,pieces,assemblies";
  for (const std::string& name : measured_columns(design)) head += "," + name;
  console.print(head + "\n");
  for (const design::FoundSet& each : outcome.found) {
    std::string line = fmt::format("{},{},{}", in_words(design, each.set),
                                   design::pieces_of(each.set), each.assemblies);
    const auto& [number, level] = each.measure;
    for (const std::string& name : measured_columns(design)) {
      line += "," + (name == "level" ? level.value_or("") : number ? std::to_string(*number) : "");
    }
    console.print(line + "\n");
  }
}

void print_json(const Request& request, Console& console, const Design& design,
                const design::Outcome& outcome) {
  const std::string key = name_of(design.hardest, '_');
  for (const design::FoundSet& each : outcome.found) {
    Json line = Json::object();
    line["set"] = line["cells"] = Json::object();
    for (std::size_t k = 0; k < each.set.size(); ++k) {
      if (each.set[k] == 0) continue;
      const design::Kind& kind = design.kinds[k];
      line["set"][kind.name] = each.set[k];
      line["cells"][kind.name] = polycube::words_of_cells(kind.cells);
    }
    line["assemblies"] = std::to_string(each.assemblies);
    if (each.measure.number) line[key] = *each.measure.number;
    if (each.measure.level) line["level"] = *each.measure.level;
    console.print_json(line);
  }
  Json object = {{"sets", std::to_string(outcome.found.size())},
                 {"allowed", std::to_string(outcome.allowed)},
                 {"tested", std::to_string(outcome.tested)},
                 {"want", to_string(design.want)}};
  if (design.apart) object["apart"] = *design.apart;
  if (knows_whole(design, outcome)) object["not_apart"] = std::to_string(outcome.whole);
  if (outcome.undecided > 0) object["undecided"] = std::to_string(outcome.undecided);
  object["method"] = outcome.method;
  object["up_to"] = to_string(request.options.up_to);
  object["complete"] = outcome.status == Status::exhausted;
  if (cut_short(outcome.status)) mark_incomplete(object, outcome.status);
  console.print_json(object);
}

void print_text(const Request& request, Console& console, const Design& design,
                const design::Outcome& outcome) {
  for (const design::FoundSet& each : outcome.found) {
    std::string line =
        in_words(design, each.set) + ": " + quantity(each.assemblies, "assembly", "assemblies");
    if (design.boxes.size() > 1) line += fmt::format(" in {} boxes", design.boxes.size());
    line += in_words(design.hardest, each.measure);
    console.print(line + "\n");
  }
  const std::size_t sets = outcome.found.size();
  const std::string box =
      design.boxes.size() == 1 ? "the box" : fmt::format("each of {} boxes", design.boxes.size());
  const char* const s = sets == 1 ? "s" : "";
  const std::string apart =
      design.apart ? fmt::format(" and come{} {}", s, apart_in_words(design)) : "";
  std::string text = fmt::format("{} of {} fill{} {} {}{}", quantity(sets, "set"), outcome.allowed,
                                 s, box, want_in_words(design), apart);
  if (request.options.up_to != UpTo::none)
    text += fmt::format(", up to {}", to_string(request.options.up_to));
  text += whole_in_words(design, outcome);
  if (sets == 0 && outcome.several > 0 && !cut_short(outcome.status)) {
    text += fmt::format("; {} fill{} it in several ways, which --want any lists", outcome.several,
                        outcome.several == 1 ? "s" : "");
  }
  if (outcome.status == Status::solution_limit) {
    text += fmt::format("; stopped as asked after {}, there may be others",
                        quantity(outcome.tested, "set"));
  }
  console.print(text + "\n");
  if (cut_short(outcome.status)) console.print(incomplete_line(outcome.status));
}

/// The best set of pieces for a box: the model of its puzzle, and one of its assemblies.
struct BestSet {
  polycube::Model model;
  std::vector<OptionId> options;

  [[nodiscard]] polycube::Assembly assembly() const { return decode(model, options); }
};

OptionSymmetries symmetries_of_set(const polycube::Model& model, UpTo up_to) {
  if (up_to == UpTo::reflections) up_to = as_burrtools(model);
  return polycube::symmetries(model, up_to);
}

std::optional<BestSet> best_in(const Request& request, const Watch& control, const Design& design,
                               const design::Box& box, const Set& set) {
  BestSet best{polycube::build(puzzle_of(design, box, set)), {}};
  Options options = control.options();
  options.on_progress = {};
  Representatives classes(best.model.problem, symmetries_of_set(best.model, request.options.up_to),
                          options);
  if (!classes.next()) return std::nullopt;
  best.options.assign(classes.solution().begin(), classes.solution().end());
  return best;
}

/// Writes a certificate for the number of assemblies of the best set of pieces. The certificate
/// counts classes of assemblies under symmetry, unless some piece has several copies (see
/// dlx/classes.hpp). If a piece has several copies, the certificate counts all assemblies. If there
/// is only one class, all assemblies are images of one assembly.
Status certify(const Request& request, Console& console, const Watch& control, const BestSet& best,
               Want want) {
  const Problem& problem = best.model.problem;
  const OptionSymmetries group = symmetries_of_set(best.model, request.options.up_to);
  const bool by_classes = !problem.has_multiplicities();
  certificate::CertificateFile certificate(request.options.certificate, problem, {},
                                           by_classes ? certificate::about_classes : "");
  Options options = control.options(&problem);
  options.on_progress = {};
  options.method = CountMethod::automatic;
  options.trace = certificate.trace();
  const Answer answer =
      by_classes ? answer_of(count_classes(problem, symmetry::SymmetryGroup(group), options,
                                           runs::resources(options)))
                 : answer_of(counting::count(problem, options, runs::resources(options)));
  if (!answer.complete()) return answer.status;
  certificate.finish(claims_of(answer, by_classes ? claimed_classes(answer, group) : ""));
  if (by_classes) return answer.status;
  const std::size_t images = group.images(best.options).size();
  const bool all = answer.count == std::to_string(images);
  if (want == Want::unique && !all) {
    throw std::logic_error("a set with one class of assemblies has others");
  }
  console.note(fmt::format("{}: counts all {} assemblies{}", request.options.certificate,
                           answer.count, all ? ", which are the images of one" : ""));
  return answer.status;
}

/// Writes the output files that show the best set of pieces.
Status write_best(const Request& request, Console& console, const DesignArguments& a,
                  const Design& design, const Set& set) {
  const Watch control(request, console);
  polycube::Collection collection;
  for (std::size_t b = 0; b < design.boxes.size(); ++b) {
    const auto best = best_in(request, control, design, design.boxes[b], set);
    if (!best) return stop_requested() ? Status::stopped : Status::time_limit;
    const polycube::Assembly assembly = best->assembly();
    collection.puzzles.push_back(
        {.name = in_words(design, set), .puzzle = best->model.puzzle, .saved = {assembly}});
    if (b > 0) continue;
    const Pictures& pictures = request.pictures;
    const drawing::Picture picture = catalogue::picture(best->model, assembly);
    if (a.format.empty() && !request.json) {
      console.print(drawing::text(picture));
      console.flush();
      note_drawings(console, *picture.frame);
    }
    if (!pictures.svg.empty()) {
      write_drawings(
          pictures, drawing::drawings(std::span(&picture, 1)),
          {.title = in_words(design, set), .subtitle = drawing::layers_in_words(*picture.frame)});
    }
    if (pictures.in_space()) {
      const std::vector<polycube::Assembly> assemblies = {assembly};
      drawing::scene::Scene scene = to_scene(best->model, assemblies, in_words(design, set));
      scene.subtitle = "fills the box " + want_in_words(design);
      write_scene(pictures, scene);
    }
    if (!request.options.certificate.empty()) {
      const Status status = certify(request, console, control, *best, design.want);
      if (status != Status::exhausted) return status;
    }
  }
  if (!a.xmpuzzle.empty()) write_file(a.xmpuzzle, write_xmpuzzle(collection));
  return Status::exhausted;
}

/// Prints that no set of pieces was found that could be written to the requested files.
void note_missing_files(const Request& request, Console& console, const DesignArguments& a) {
  std::vector<const std::string*> all = request.pictures.files();
  all.insert(all.begin(), &a.xmpuzzle);
  all.push_back(&request.options.certificate);
  std::string files;
  for (const std::string* file : all) {
    if (!file->empty()) files += (files.empty() ? "" : ", ") + *file;
  }
  if (!files.empty()) console.note("not written, because there is no set to show: " + files);
}

/// Checks before the search that the output files can be written. Throws an error if a file cannot
/// be written.
void check_files(const Request& request, const DesignArguments& a, const Design& design) {
  if (request.pictures.wanted()) check(request.pictures);
  if (!request.options.certificate.empty()) {
    check_writable(request.options.certificate);
    if (design.boxes.size() > 1) {
      throw std::invalid_argument("--certificate is for designs of one box");
    }
  }
  if (a.xmpuzzle.empty()) return;
  check_writable(a.xmpuzzle);
  if (design.turning != polycube::Turning::rotations) {
    throw std::invalid_argument(
        "--xmpuzzle: BurrTools turns pieces in every way, flat ones over as well, and its files "
        "cannot say otherwise");
  }
  const polycube::Puzzle bag = bag_of(design, design.boxes.front());
  const bool two_shapes =
      std::any_of(bag.pieces.begin(), bag.pieces.end(),
                  [](const polycube::Piece& piece) { return !piece.alternatives.empty(); });
  if (two_shapes) {
    throw std::invalid_argument(
        "--xmpuzzle: the format has no pieces that may be their mirror images; use one-sided "
        "pieces instead of free ones");
  }
}

/// The answer in the form that `dlx status` and `dlx resume` read from the file of the run.
std::string answer_in_file(const design::Outcome& outcome) {
  return Json{{"count", std::to_string(outcome.found.size())},
              {"method", outcome.method},
              {"why", "wanted sets"}}
      .dump();
}

/// The symmetries under which assemblies count as one. If pieces may not be turned, every assembly
/// counts.
UpTo up_to_of(const Request& request, const Design& design) {
  if (design.turning != polycube::Turning::none) return request.options.up_to;
  if (request.options.up_to == UpTo::reflections) {
    throw std::invalid_argument(
        "--up-to reflections: these pieces may not be turned, so no assembly is taken for another");
  }
  return UpTo::none;
}

/// Counts the assemblies of sets of pieces by the chosen method. Does not search if no set of
/// pieces has the volume of the boxes.
design::Outcome count_assemblies(const Request& request, Console& console, const DesignArguments& a,
                                 const DesignTask& task, std::vector<design::Bag>& bags) {
  const Design& design = task.design;
  for (const std::string& remark : remarks(bag_of(design, design.boxes.front()))) {
    console.warning(remark);
  }
  // If the user named a method that cannot be used, this is an error even if no search turns out to
  // be needed.
  if (a.method != DesignMethod::automatic) static_cast<void>(choose_method(task, a.method));
  for (const design::Box& box : design.boxes) {
    if (const auto fault = volume_fault(bag_of(design, box))) {
      console.note(*fault + ", so no set exists");
      return {.method = "set by set"};
    }
  }
  if (design::SetSpace(design).count() == 0) {
    console.note("no set within the limits on pieces, copies and volume has as many cells as " +
                 std::string(design.boxes.size() == 1 ? "the box" : "the boxes"));
    return {.method = "set by set"};
  }
  for (const design::Box& box : design.boxes) bags.emplace_back(design, box);
  const MethodChoice choice = choose_method(task, a.method);
  const bool graded = choice.method == DesignMethod::graded;
  console.note(fmt::format("{}, because {}", graded ? "graded" : "set by set", choice.why));
  return graded ? count_graded(request, console, task) : count_sets(request, console, task);
}

int run_design(const Request& given, Console& console, const DesignArguments& a) {
  const auto [text, name] = read_text(given, console, a);
  const Design design = parse(text, name, a.freest);
  if (a.as_text) {
    console.print(text);
    console.flush();
    return success;
  }
  check_files(given, a, design);
  Request request = given;
  request.options.up_to = up_to_of(given, design);
  const runs::BegunRun begun(
      request.options.checkpoint, [&, &text = text] { return begun_design(request, design, text); },
      runs::nodes_of_first_unit);
  std::vector<design::Bag> bags;
  const DesignTask task{design, bags, request.options.up_to, request.wanted.n, text};
  design::Outcome outcome = count_assemblies(request, console, a, task, bags);
  drop_unwanted(design, outcome);
  if (!design.apart) choose_best(design, outcome.found);
  if (!cut_short(outcome.status)) {
    DesignRecords measures(request, design, text, outcome.method, "measures");
    measure(request, console, task, measures, outcome);
    std::erase_if(outcome.found, [&](const design::FoundSet& each) {
      return !is_apart_as_asked(design, each.measure, outcome);
    });
    if (design.apart) choose_best(design, outcome.found);
    if (!cut_short(outcome.status)) measures.record_answer(answer_in_file(outcome));
  }
  if (cut_short(outcome.status) && !request.options.checkpoint.empty()) {
    console.warning("saved; to continue: " + command_to_resume(request.options.checkpoint));
  }
  sort_by_measure(outcome.found);
  if (request.json) {
    print_json(request, console, design, outcome);
  } else if (a.format == "csv") {
    print_csv(console, design, outcome);
    if (cut_short(outcome.status)) console.print(incomplete_line(outcome.status));
  } else {
    print_text(request, console, design, outcome);
  }
  Status status = outcome.status;
  if (outcome.undecided > 0) {
    console.warning(fmt::format(
        "{} set{} left out, because it is not known whether {} apart so: there are too many "
        "positions; raise --memory-limit",
        outcome.undecided, outcome.undecided == 1 ? "" : "s",
        outcome.undecided == 1 ? "it comes" : "they come"));
  }
  if (!outcome.found.empty() && !cut_short(status)) {
    const Status written = write_best(request, console, a, design, outcome.found.front().set);
    if (written != Status::exhausted) status = written;
  } else if (outcome.found.empty()) {
    note_missing_files(request, console, a);
  }
  return exit_code(status);
}

/// Adds the command-line options that override statements in the text of the design.
void add_wishes(CLI::App& command, DesignArguments& a) {
  const auto add = [&](const char* flag, const char* statement, const std::string& help) {
    return command.add_option(flag, a.wishes[statement], help + "; overrides the design");
  };
  add("--want", "want",
      "Which sets are wanted: those with exactly one assembly (unique), those with the fewest or "
      "the most assemblies, or any that fill the box")
      ->check(one_of(words_of(names<design::Want>)))
      ->type_name("HOW");
  add("--hardest", "hardest", "The measure of difficulty by which sets are sorted")
      ->check(one_of(words_of(names<Measure>.subspan(1))))  // all measures except Measure::none
      ->type_name("HOW");
  add("--come-apart", "apart", "Find only sets that come apart: yes, or the least level wanted")
      ->check(CLI::Validator(
          [](std::string& word) {
            const auto level = to_number<std::uint32_t>(word);
            return word == "yes" || (level.value_or(0) > 0 && *level <= design::most_moves)
                       ? std::string()
                       : in_quotes(word) + " is not yes, and not a level from 1 to 1000000";
          },
          ""))
      ->type_name("{yes,LEVEL}");
}

void add_design_options(CLI::App& command, Request& request, DesignArguments& a) {
  add_choice<DesignMethod>(command, "--method HOW", a.method,
                           {{"auto", DesignMethod::automatic},
                            {"graded", DesignMethod::graded},
                            {"sets", DesignMethod::sets}},
                           "How to search. graded: one search with the entire bag, in which each "
                           "assembly is counted for the set of pieces that it uses; sets: one "
                           "search for each set; auto: chooses by size, and says which");
  add_value(command, "--problem WHICH", a.problem,
            "Which puzzle of a file of puzzles: a number from 1, or a name");
  add_wishes(command, a);
  command.add_flag("--as-text", a.as_text,
                   "Print the design as text, without a search. A file of puzzles is printed as a "
                   "design that can be edited");
  add_number<std::uint64_t>(command, "-n", request.wanted.n, "Stop after N wanted sets", 1);
  add_up_to_option(command, request, {UpTo::rotations, UpTo::reflections});
  add_choice<std::string>(command, "--format HOW", a.format, {{"text", ""}, {"csv", "csv"}},
                          "Format of the table");
  add_value(command, "--xmpuzzle FILE", a.xmpuzzle,
            "Write the first set of the table, with one of its assemblies, as a BurrTools file");
  add_value(command, "--certificate FILE", request.options.certificate,
            "Write a certificate of the number of assemblies of the first set of the table")
      ->check(not_empty);
  add_turning_options(command, a.freest);
  add_time_options(command, request);
  add_rows(command, request, {"threads", "memory_limit"});
  add_value(command, "--checkpoint FILE", request.options.checkpoint,
            "Save the run in this file, or continue the run that is saved in it. The run can be "
            "interrupted at any moment. A graded search saves its counts in FILE.solutions/")
      ->check(not_empty)
      ->group("Long runs");
  add_picture_options(command, request, PictureKind::solid);
  add_general_options(command, request);
}

}  // namespace

void add_design(CLI::App& command, CommandLine& line) {
  auto& a = set_action(command, line, run_design);
  line.request.options.up_to = UpTo::rotations;
  command
      .add_option(
          "FILE", a.file,
          "A design; or a puzzle of BurrTools or of another format, whose pieces become the bag "
          "and whose target becomes the box. The file may be compressed by gzip or zstd; - is "
          "standard input")
      ->required();
  add_design_options(command, line.request, a);
  command.footer(
      "A design names a box, a bag of pieces and what is wanted; docs/formats.md describes it. A\n"
      "file of puzzles can be used as a design: each piece may be used as often as the puzzle\n"
      "has it, or less often. --as-text prints this design, so that it can be edited.\n\n"
      "Assemblies count as the same if a rotation of the box maps one to the other. With --up-to\n"
      "reflections, sets that are mirror images count as one. If a set contains the mirror image\n"
      "of each of its pieces, mirrored assemblies count as the same too.\n\n"
      "Pieces are turned in space, so a flat piece may be turned over, which gives its mirror\n"
      "image in a flat box. --no-flip, or the line 'turning no-flip' in the design, forbids\n"
      "this. With --no-turn, pieces are moved but not turned, and every assembly counts.\n\n"
      "Without -n, all wanted sets are found, or the answer is INCOMPLETE. Pictures, --xmpuzzle\n"
      "and --certificate are about the first set of the table, in the first box.\n\n"
      "Examples:\n"
      "  printf 'box 3x3x1\\nall 3 one-sided 0..3\\n' | dlx design -\n"
      "  dlx design bag.design --format csv\n"
      "  dlx design bag.design --want any --come-apart 3\n"
      "  printf '[0-2][0-2]0\\n3*I XXX\\n' | dlx design - --as-text\n"
      "  dlx design bag.design -n 1 --xmpuzzle unique.xmpuzzle --certificate unique.cert\n"
      "  dlx design bag.design --method sets --checkpoint design.dlxr\n");
}

}  // namespace dlx::app
