#include "options.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/search/options.hpp"

namespace dlx::python {

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(std::min(seconds, 9e9) * 1e9));
}

Options for_job(const Options& options, Job& job, const Problem* problem, bool progress) {
  Options asked = search::checked(options, problem);
  asked.method = options.method;
  asked.stop = job.stop();
  if (progress) asked.on_progress = job.progress_callback();
  return asked;
}

py::int_ to_int(const Natural& number) {
  // The number is converted in parts, because Python may refuse to convert texts of more than 640
  // digits.
  constexpr std::size_t piece = 600;
  const std::string digits = number.to_string();
  const auto part = [&](std::size_t start, std::size_t length) {
    PyObject* value = PyLong_FromString(digits.substr(start, length).c_str(), nullptr, 10);
    if (value == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(value);
  };
  std::size_t end = digits.size() % piece == 0 ? piece : digits.size() % piece;
  py::object value = part(0, end);
  if (end < digits.size()) {
    const py::object power = py::int_(10).attr("__pow__")(piece);
    for (; end < digits.size(); end += piece) value = value * power + part(end, piece);
  }
  return py::reinterpret_borrow<py::int_>(value);
}

namespace {

/// The kind of value that an option takes, as a word that _keywords.py reads.
struct Kind {
  template <class Field>
  std::string operator()(Field Options::*) const {
    if (Named<Field>) return "word";
    if (std::is_same_v<Field, bool> || std::is_same_v<Field, std::optional<bool>>) return "bool";
    if (std::is_same_v<Field, std::string>) return "path";
    if (std::is_same_v<Field, std::vector<std::string>>) return "names";
    if (std::is_same_v<Field, std::optional<std::chrono::nanoseconds>>) return "seconds";
    if (std::is_same_v<Field, std::optional<Decimal>>) return "cost";
    return "number";
  }
};

/// A tuple for each option: name, kind, default value, help, and whether it is accepted by
/// searches, by counts, and by searches for the cheapest solutions.
py::tuple rows() {
  py::list all;
  for (const OptionRow& row : option_rows) {
    std::string help = help_of(row);
    if (row.flag_unit != 1) help += "; " + kind_of_values(row);
    all.append(py::make_tuple(row.name, std::visit(Kind(), row.field), value_of(Options(), row),
                              help, is_for(row.use, Use::search), is_for(row.use, Use::count),
                              is_for(row.use, Use::cheapest)));
  }
  return all;
}

py::object cost_in(const search::Progress& progress,
                   std::optional<std::int64_t> search::CostGap::*cost) {
  if (!progress.costs || !((*progress.costs).*cost)) return py::none();
  return cost_object(*((*progress.costs).*cost), progress.costs->places);
}

}  // namespace

void bind_options(py::module_& module) {
  py::class_<Options>(module, "Options", "The options of a search or a count.")
      .def(py::init<>())
      .def("set", [](Options& options, const std::string& name,
                     const std::string& value) { set(options, name, value); })
      .def_property(
          "progress_interval",
          [](const Options& options) {
            return std::chrono::duration<double>(options.progress_interval).count();
          },
          [](Options& options, double seconds) {
            options.progress_interval = nanoseconds(seconds);
          });
  module.attr("option_rows") = rows();

  py::class_<search::Progress>(module, "Progress",
                               "The progress of a search or a count that is running.")
      .def_readonly("nodes", &search::Progress::nodes,
                    "The number of nodes of the search tree visited so far.")
      .def_property_readonly(
          "solutions",
          [](const search::Progress& p) -> py::object {
            if (!p.solutions_known) return py::none();
            return to_int(p.solutions);
          },
          "The number of solutions found so far. None while parts of the problem are counted\n"
          "whose numbers are combined only at the end.")
      .def_readonly(
          "states", &search::Progress::states,
          "The number of states of a sweep, a memo or a diagram visited so far, or of steps of a\n"
          "sum over signs.")
      .def_readonly(
          "share", &search::Progress::share,
          "The estimated fraction of the search tree that has been searched, from 0 to 1.\n"
          "It never decreases.")
      .def_readonly("seconds", &search::Progress::seconds, "The time in seconds since the start.")
      .def_readonly("threads", &search::Progress::threads, "The number of threads at work.")
      .def_property_readonly(
          "seconds_left",
          [](const search::Progress& p) -> std::optional<std::pair<double, double>> {
            if (!p.left) return {};
            return std::pair(p.left->low, p.left->high);
          },
          "An estimate of the remaining time in seconds: the least and the greatest value.\n"
          "None if there is no estimate.")
      .def_property_readonly(
          "best", [](const search::Progress& p) { return cost_in(p, &search::CostGap::best); },
          "Only for the cheapest solutions: the least cost of a solution found so far. Otherwise\n"
          "None.")
      .def_property_readonly(
          "lower_bound",
          [](const search::Progress& p) { return cost_in(p, &search::CostGap::bound); },
          "Only for the cheapest solutions: no solution that is still to be found costs less.\n"
          "Otherwise None.")
      .def_property_readonly(
          "gap",
          [](const search::Progress& p) {
            return p.costs ? p.costs->share() : std::optional<double>();
          },
          "Only for the cheapest solutions: the relative gap, (best - lower_bound) / abs(best).\n"
          "Otherwise None.")
      .def("__repr__", [](const search::Progress& p) {
        return py::str("<dlx.Progress: {:.1f} s, {}, {}, {:.1f} %>")
            .format(p.seconds, quantity(p.nodes, "node"),
                    p.solutions_known ? quantity(p.solutions.to_string(), "solution")
                                      : "solutions unknown",
                    100 * p.share);
      });
}

}  // namespace dlx::python
