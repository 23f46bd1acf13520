#pragma once

#include <string>

#include "dlx/io/input.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::app {

/// A region named on the command line: "ROWSxCOLUMNS", "LAYERSxROWSxCOLUMNS", or a file with a
/// picture: X or # for a cell, . or _ or a blank for none, an empty line between layers. Throws
/// InputError, std::invalid_argument, and what Input throws.
[[nodiscard]] lattice::Cells region(const std::string& word);

/// What pictures call it: the word, or the name of the file.
[[nodiscard]] std::string name_of_region(const std::string& word);

}  // namespace dlx::app
