#pragma once

#include <string>

#include "dlx/count/options.hpp"
#include "options.hpp"

namespace dlx::python {

/// What a count found, with the names of the fields of dlx.CountResult. `seconds`: by the clock.
[[nodiscard]] py::dict to_dict(const CountResult& result, double seconds);

/// Counts in a run that is saved in a file, which is made or continued.
[[nodiscard]] py::dict count_saved(const ProblemHandle& problem, const Options& options,
                                   const py::object& on_progress, const std::string& path);

}  // namespace dlx::python
