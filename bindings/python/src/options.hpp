#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "dlx/core/decimal.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/options.hpp"
#include "job.hpp"

/// Declarations that all parts of the module use.
namespace dlx::python {

using ProblemHandle = std::shared_ptr<Problem>;
using GroupHandle = std::shared_ptr<OptionSymmetries>;

/// Checks the options for a search or a count. Adds the stop flag of the job and, if `progress` is
/// set, its progress callback. `problem` is null if solutions are walks. The option `engine` does
/// not determine the counting method. If this method searches, it uses that engine.
[[nodiscard]] Options for_job(const Options& options, Job& job, const Problem* problem,
                              bool progress = false);

[[nodiscard]] std::chrono::nanoseconds nanoseconds(double seconds);

/// Converts a number of any size to a Python int.
[[nodiscard]] py::int_ to_int(const Natural& number);

/// The result of a count as a dict whose keys are the fields of dlx.CountResult. `seconds`: elapsed
/// time.
[[nodiscard]] py::dict to_dict(const counting::CountResult& result, double seconds);

/// A tuple of the numbers of items or options, counted from 0.
template <class Ids>
py::tuple to_tuple(const Ids& ids) {
  py::tuple numbers(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) numbers[i] = index(ids[i]);
  return numbers;
}

/// The index of an option in Python's lists of options. The index is the option's number in the
/// file, counted from 0.
[[nodiscard]] inline std::uint32_t place(const Problem& problem, OptionId option) {
  return problem.number(option) - 1;
}
/// The option at an index of Python's lists, or nullopt if the option was dropped. Throws
/// std::out_of_range.
[[nodiscard]] std::optional<OptionId> option_at(const Problem& problem, std::uint32_t place);

/// A cost as a Python object: a decimal.Decimal if costs have decimal places, otherwise an int.
inline py::object cost_object(std::int64_t units, int places) {
  if (places == 0) return py::int_(units);
  return py::module_::import("decimal").attr("Decimal")(decimal_text(units, places));
}

/// A tuple of the indices of options, see place().
template <class Ids>
py::tuple to_places(const Problem& problem, const Ids& options) {
  py::tuple places(options.size());
  for (std::size_t i = 0; i < options.size(); ++i) places[i] = place(problem, options[i]);
  return places;
}

/// A Python list with a value for each option, in the order of the options' numbers. Options that
/// were dropped get the value `missing`.
template <class Values, class Value>
py::list by_place(const Problem& problem, const Values& values, const Value& missing) {
  py::list list;
  for (std::uint32_t p = 0; p < problem.last_number(); ++p) {
    const auto option = problem.find_option(std::uint64_t{p} + 1);
    if (option) {
      list.append(values[index(*option)]);
    } else {
      list.append(missing);
    }
  }
  return list;
}

void bind_options(py::module_& module);
void bind_problem(py::module_& module);
void bind_search(py::module_& module);
void bind_questions(py::module_& module);
void bind_counts(py::module_& module);
void bind_counter(py::module_& module);
void bind_diagram(py::module_& module);
void bind_puzzles(py::module_& module);
void bind_apart(py::module_& module);
void bind_faces(py::module_& module);
void bind_census(py::module_& module);

}  // namespace dlx::python
