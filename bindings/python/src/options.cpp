#include "options.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/runs/threads.hpp"

namespace dlx::python {

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(std::min(seconds, 9e9) * 1e9));
}

void take_off(std::optional<std::chrono::nanoseconds>& time,
              std::chrono::steady_clock::time_point start) {
  if (!time) return;
  *time = std::max(std::chrono::nanoseconds(0), *time - (std::chrono::steady_clock::now() - start));
}

search::SearchOptions Options::search(Job& job, bool progress) const {
  search::SearchOptions options = search::search_options(*this);
  if (item_order) {
    options.branching.rule = BranchingRule::given_order;
    for (const std::uint32_t item : *item_order) options.branching.order.push_back(ItemId{item});
    options.preprocess = false;  // the order is one of the items as they are
  }
  options.control.stop = job.stop();
  if (progress) {
    options.control.on_progress = job.progress_callback();
    options.control.progress_interval = nanoseconds(progress_interval);
  }
  return options;
}

counting::CountOptions Options::count(Job& job, bool progress) const {
  counting::CountOptions options = runs::count_options(*this, search(job, progress));
  options.method = method;  // an engine is for the searches among the methods
  options.preprocess = options.search.preprocess;
  return options;
}

py::int_ to_int(const Natural& number) {
  // In pieces, for Python refuses long texts, of 640 digits at the least.
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

/// A property of Python for a field, with the docstring of its row: enumerators by their names,
/// times in seconds.
template <class Field>
void bind_option(py::class_<Options>& options, const OptionRow& row, Field dlx::Options::*field) {
  const std::string name(row.name), help(row.help);
  if constexpr (Named<Field>) {
    options.def_property(
        name.c_str(), [field](const Options& o) { return std::string(to_string(o.*field)); },
        [&row](Options& o, const std::string& word) { set(o, row, word); }, help.c_str());
  } else if constexpr (std::is_same_v<Field, std::optional<std::chrono::nanoseconds>>) {
    options.def_property(
        name.c_str(),
        [field](const Options& o) -> std::optional<double> {
          if (!(o.*field)) return {};
          return std::chrono::duration<double>(*(o.*field)).count();
        },
        [field](Options& o, std::optional<double> seconds) {
          (o.*field).reset();
          if (seconds) o.*field = nanoseconds(*seconds);
        },
        help.c_str());
  } else if constexpr (!std::is_same_v<Field, std::vector<std::string>>) {
    options.def_property(
        name.c_str(), [field](const Options& o) { return o.*field; },
        [field](Options& o, const Field& value) { o.*field = value; }, help.c_str());
  }
}

}  // namespace

void bind_options(py::module_& module) {
  py::class_<Options> options(module, "Options", "What a search or a count is asked for.");
  options.def(py::init<>())
      .def_readwrite("order", &Options::item_order)
      .def_readwrite("progress_interval", &Options::progress_interval);
  for (const OptionRow& row : option_table()) {
    std::visit([&](auto field) { bind_option(options, row, field); }, row.field);
  }

  py::class_<search::Progress>(module, "Progress", "A look at a count while it goes on.")
      .def_readonly("nodes", &search::Progress::nodes, "Nodes of the search tree so far.")
      .def_property_readonly(
          "solutions",
          [](const search::Progress& p) -> py::object {
            if (!p.solutions_known) return py::none();
            return to_int(p.solutions);
          },
          "Solutions so far, where the method meets them one by one; None while parts of the\n"
          "problem are counted that only make a number together.")
      .def_readonly("states", &search::Progress::states,
                    "States of a sweep, a memo or a diagram, looked at so far; steps of a sum.")
      .def_readonly("share", &search::Progress::share,
                    "The part of the tree that lies behind, from 0 to 1; it never falls.")
      .def_readonly("seconds", &search::Progress::seconds, "Since the start.")
      .def_readonly("threads", &search::Progress::threads, "At work.")
      .def_property_readonly(
          "seconds_left",
          [](const search::Progress& p) -> std::optional<std::pair<double, double>> {
            if (!p.left) return {};
            return std::pair(p.left->low, p.left->high);
          },
          "From and to, where the search can tell; or None.")
      .def("__repr__", [](const search::Progress& p) {
        return py::str("<dlx.Progress: {:.1f} s, {}, {}, {:.1f} %>")
            .format(p.seconds, quantity(p.nodes, "node"),
                    p.solutions_known ? quantity(p.solutions.to_string(), "solution")
                                      : "solutions unknown",
                    100 * p.share);
      });
}

}  // namespace dlx::python
