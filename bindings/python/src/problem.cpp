// Builds problems from numbers, and reads and writes problems.

#include <tuple>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/likely_meaning.hpp"
#include "dlx/io/problem_format.hpp"
#include "options.hpp"

namespace dlx::python {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// The parts of a problem as Python passes them, in this order: names of primary items and names of
/// secondary items, as in the text format; bounds of the primary items; names of colours; options,
/// each a list of item numbers; colours of these items, where colours are numbered from 1 and 0
/// means no colour; costs, each an int or a Decimal; numbers, from 1, of options that were dropped;
/// names of options.
using ProblemParts =
    std::tuple<std::vector<std::string>, std::vector<std::string>,
               std::optional<std::vector<std::pair<std::uint32_t, std::uint32_t>>>,
               std::vector<std::string>, std::vector<Numbers>, std::optional<std::vector<Numbers>>,
               std::optional<std::vector<py::object>>, Numbers,
               std::optional<std::vector<std::string>>>;

Decimal cost_of(const py::object& cost) {
  const auto number = to_decimal(std::string(py::str(cost)));
  if (!number) throw std::invalid_argument("a cost that does not fit into 64 bits");
  return *number;
}

ProblemHandle make_problem(const ProblemParts& parts) {
  const auto& [primary, secondary, bounds, colours, options, colours_of_options, costs, dropped,
               option_names] = parts;
  ProblemBuilder builder;
  for (std::size_t i = 0; i < primary.size(); ++i) {
    Bounds item_bounds;
    if (bounds) item_bounds = {bounds->at(i).first, bounds->at(i).second};
    builder.primary(primary[i], item_bounds);
  }
  for (const std::string& name : secondary) builder.secondary(name);
  std::vector<Colour> ids = {Colour::none};
  for (const std::string& name : colours) ids.push_back(builder.colour(name));
  std::vector<Entry> entries;
  for (std::size_t o = 0; o < options.size(); ++o) {
    entries.clear();
    for (std::size_t i = 0; i < options[o].size(); ++i) {
      entries.emplace_back(ItemId{options[o][i]}, colours_of_options
                                                      ? ids.at(colours_of_options->at(o).at(i))
                                                      : Colour::none);
    }
    builder.option(entries, costs ? cost_of(costs->at(o)) : Decimal{});
  }
  Problem problem = ProblemBuilder::with_dropped(std::move(builder).build(), dropped);
  if (option_names) {
    problem = ProblemBuilder::with_option_names(std::move(problem), *option_names);
  }
  return std::make_shared<Problem>(std::move(problem));
}

/// A problem that was read, the number of options that the reader dropped, and a note for the user,
/// which may be empty.
using Read = std::tuple<ProblemHandle, std::uint64_t, std::string>;

Read read_from(io::Input& input, ProblemFormat format, const io::ReadOptions& options) {
  const std::string start(input.ahead());
  io::ReadProblem read = read_problem(input, format, options);
  std::string note =
      read.dropped_options != 0 ? "" : io::note_without_options(read.problem, start, format);
  for (const std::string& each : read.notes) note += (note.empty() ? "" : "; ") + each;
  return {std::make_shared<Problem>(std::move(read.problem)), read.dropped_options,
          std::move(note)};
}

Read read_file(const std::string& path, const std::optional<std::string>& format,
               const Numbers& secondary, bool drop) {
  const auto by_name_of_file = io::format_of_name(path);
  const bool is_named = format || (by_name_of_file && io::can_read(*by_name_of_file));
  return run_job([=](Job&) {
    io::Input input = io::Input::open(path);
    const ProblemFormat file_format =
        format ? by_name<ProblemFormat>("format", *format) : io::format_of(path, input.ahead());
    return read_from(input, file_format,
                     {.secondary = secondary,
                      .drop_options_without_primary = drop,
                      .refuse_without_options = !is_named});
  });
}

Read read_text(std::string text, const std::string& name, const std::string& format,
               const Numbers& secondary, bool drop) {
  const auto file_format = by_name<ProblemFormat>("format", format);
  return run_job([=, text = std::move(text)](Job&) mutable {
    io::Input input = io::Input::from_text(std::move(text), name);
    return read_from(input, file_format,
                     {.secondary = secondary, .drop_options_without_primary = drop});
  });
}

std::pair<std::string, std::vector<std::string>> to_text(const ProblemHandle& problem,
                                                         const std::string& format, bool strict) {
  const auto file_format = by_name<ProblemFormat>("format", format);
  if (strict && file_format != ProblemFormat::knuth) {
    throw std::invalid_argument("strict is for the format 'knuth'");
  }
  return run_job([=](Job&) {
    std::pair<std::string, std::vector<std::string>> written;
    const TextSink sink = [&](std::string_view text) { written.first += text; };
    written.second = file_format == ProblemFormat::knuth
                         ? io::write_knuth_text(*problem, sink, {.strict = strict})
                         : io::write_problem(*problem, file_format, sink);
    return written;
  });
}

/// The indices of several items or options, as a list.
template <class Ids>
Numbers numbers(const Ids& ids) {
  Numbers all;
  all.reserve(ids.size());
  for (const auto id : ids) all.push_back(index(id));
  return all;
}

std::vector<std::string> names_of_items(const Problem& p) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < p.item_count(); ++i) names.emplace_back(p.name(ItemId{i}));
  return names;
}

/// The name of each option by its place, or None if no option has a name. A place whose option was
/// dropped, and an option without a name, have an empty name.
std::optional<std::vector<std::string>> names_of_options(const Problem& p) {
  if (!p.has_option_names()) return {};
  std::vector<std::string> names(p.last_number());
  for (std::uint32_t o = 0; o < p.option_count(); ++o) {
    names[p.number(OptionId{o}) - 1] = p.name(OptionId{o});
  }
  return names;
}

std::vector<std::string> names_of_colours(const Problem& p) {
  std::vector<std::string> names;
  for (std::uint32_t c = 1; c <= p.colour_count(); ++c) names.emplace_back(p.name(Colour{c}));
  return names;
}

ItemId checked_primary(const Problem& p, std::uint32_t item) {
  if (item >= p.primary_count()) throw std::out_of_range("no such primary item");
  return ItemId{item};
}

}  // namespace

std::optional<OptionId> option_at(const Problem& problem, std::uint32_t place) {
  if (place >= problem.last_number()) throw std::out_of_range("no such option");
  return problem.find_option(std::uint64_t{place} + 1);
}

void bind_problem(py::module_& module) {
  py::class_<Problem, ProblemHandle>(module, "Problem",
                                     "A problem whose items and options are numbers.")
      .def_property_readonly("primary_count", &Problem::primary_count)
      .def_property_readonly("option_count", &Problem::option_count)
      .def_property_readonly("option_places", &Problem::last_number)
      .def_property_readonly("dropped_numbers",
                             [](const Problem& p) {
                               const auto dropped = p.dropped_numbers();
                               return Numbers(dropped.begin(), dropped.end());
                             })
      .def_property_readonly("has_colours", &Problem::has_colours)
      .def_property_readonly("has_costs", &Problem::has_costs)
      .def_property_readonly("has_multiplicities", &Problem::has_multiplicities)
      .def("names", &names_of_items)
      .def("colour_names", &names_of_colours)
      .def("option_names", &names_of_options)
      .def("items",
           [](const Problem& p, std::uint32_t place) {
             const auto option = option_at(p, place);
             return option ? numbers(p.items(*option)) : Numbers();
           })
      .def("colours",
           [](const Problem& p, std::uint32_t place) {
             const auto option = option_at(p, place);
             return option ? numbers(p.colours(*option)) : Numbers();
           })
      .def("cost",
           [](const Problem& p, std::uint32_t place) {
             const auto option = option_at(p, place);
             return cost_object(option ? p.cost(*option) : 0, p.cost_places());
           })
      .def("bounds",
           [](const Problem& p, std::uint32_t i) {
             const Bounds bounds = p.bounds(checked_primary(p, i));
             return std::pair(bounds.at_least, bounds.at_most);
           })
      .def("identity", [](const Problem& p) { return certificate::identity(p); });
  module.def("make_problem", &make_problem);
  module.def("read_file", &read_file);
  module.def("read_text", &read_text);
  module.def("to_text", &to_text);
  module.def("format_of_name", [](const std::string& path) {
    const auto format = io::format_of_name(path);
    return std::string(
        dlx::to_string(format && io::can_write(*format) ? *format : ProblemFormat::knuth));
  });

  std::vector<std::string> readable, writable;
  for (const auto& [format, word, help] : names<ProblemFormat>) {
    if (io::can_read(format)) readable.emplace_back(word);
    if (io::can_write(format)) writable.emplace_back(word);
  }
  module.attr("readable_formats") = py::tuple(py::cast(readable));
  module.attr("writable_formats") = py::tuple(py::cast(writable));
}

}  // namespace dlx::python
