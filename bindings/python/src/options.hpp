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

/// What all parts of the module share.
namespace dlx::python {

using ProblemHandle = std::shared_ptr<Problem>;
using GroupHandle = std::shared_ptr<OptionSymmetries>;

/// The options of a search or a count, checked, with the job's stop flag, and its progress if that
/// is wanted. `problem`: null for walks. A named engine is for the searches among the methods.
[[nodiscard]] Options for_job(const Options& options, Job& job, const Problem* problem,
                              bool progress = false);

[[nodiscard]] std::chrono::nanoseconds nanoseconds(double seconds);

/// An int, however large.
[[nodiscard]] py::int_ to_int(const Natural& number);

/// What a count found, with the names of the fields of dlx.CountResult. `seconds`: by the clock.
[[nodiscard]] py::dict to_dict(const counting::CountResult& result, double seconds);

/// A tuple of numbers from 0.
template <class Ids>
py::tuple to_tuple(const Ids& ids) {
  py::tuple numbers(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) numbers[i] = index(ids[i]);
  return numbers;
}

/// The place of an option in Python's lists of options: its number in the file, counted from 0.
[[nodiscard]] inline std::uint32_t place(const Problem& problem, OptionId option) {
  return problem.number(option) - 1;
}
/// The option at a place; nothing if it was dropped. Throws std::out_of_range.
[[nodiscard]] std::optional<OptionId> option_at(const Problem& problem, std::uint32_t place);

/// A cost: an int, or a decimal.Decimal where costs have digits behind the point.
inline py::object cost_object(std::int64_t units, int places) {
  if (places == 0) return py::int_(units);
  return py::module_::import("decimal").attr("Decimal")(decimal_text(units, places));
}

/// A tuple of the places of options.
template <class Ids>
py::tuple to_places(const Problem& problem, const Ids& options) {
  py::tuple places(options.size());
  for (std::size_t i = 0; i < options.size(); ++i) places[i] = place(problem, options[i]);
  return places;
}

/// Values of options as a list by place; `missing` for options that were dropped.
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
