#include "dlx/core/problem_builder.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/version.hpp"
#include "options.hpp"

namespace dlx::python {
namespace {

py::object exception_type(const char* name) {
  return py::module_::import("dlx._errors").attr(name);
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const io::InputError& e) {
    const io::InputError::Place& place = e.place();
    const py::object type = exception_type("InputError");
    std::string message = e.what();
    if (!place.excerpt.empty()) message += "\n" + place.excerpt;
    const bool has_line = place.line != 0;
    const py::object error =
        type(message, place.file, has_line ? py::object(py::int_(place.line)) : py::none(),
             has_line ? py::object(py::int_(place.column)) : py::none());
    PyErr_SetObject(type.ptr(), error.ptr());
  } catch (const io::InputLimitError& e) {
    PyErr_SetString(exception_type("InputError").ptr(), e.what());
  } catch (const runs::CheckpointError& e) {
    PyErr_SetString(exception_type("CheckpointError").ptr(), e.what());
  } catch (const io::SystemError& e) {
    PyErr_SetString(PyExc_OSError, e.what());
  } catch (const ProblemError& e) {
    PyErr_SetString(exception_type("ProblemError").ptr(), e.what());
  }
}

}  // namespace
}  // namespace dlx::python

PYBIND11_MODULE(_dlx, module) {
  using namespace dlx::python;
  module.doc() =
      "The compiled part of dlx. Items and options are numbers here; the package dlx names them.";
  module.attr("version") = DLX_VERSION;
  pybind11::register_exception_translator(&translate);
  // A class must be bound before the functions that use it. Otherwise the docstrings of the
  // functions contain C++ names instead of Python names.
  bind_options(module);
  bind_problem(module);
  bind_puzzles(module);
  bind_search(module);
  bind_questions(module);
  bind_counts(module);
  bind_counter(module);
  bind_diagram(module);
}
