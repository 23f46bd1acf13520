#include "dlx/io/problem_format.hpp"

#include <stdexcept>
#include <utility>

#include "dlx/io/exchange.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/or_library.hpp"

namespace dlx {

bool can_read(ProblemFormat format) noexcept {
  return format == ProblemFormat::knuth || format == ProblemFormat::or_library ||
         format == ProblemFormat::sage || format == ProblemFormat::matrix;
}

bool can_write(ProblemFormat format) noexcept {
  return format != ProblemFormat::or_library;
}

std::optional<ProblemFormat> format_of_name(std::string_view path) noexcept {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  const std::pair<std::string_view, ProblemFormat> ends[] = {
      {".dlx", ProblemFormat::knuth}, {".sage", ProblemFormat::sage},
      {".opb", ProblemFormat::opb},   {".cnf", ProblemFormat::cnf},
      {".lp", ProblemFormat::lp},     {".mzn", ProblemFormat::minizinc},
  };
  for (const auto& [end, format] : ends) {
    if (path.ends_with(end)) return format;
  }
  return {};
}

Rows read_problem(Input& input, ProblemFormat format, const RowsReadOptions& options) {
  const bool rows = format == ProblemFormat::sage || format == ProblemFormat::matrix;
  if (!rows && !options.secondary.empty()) {
    throw std::invalid_argument("columns can be made secondary in rows only");
  }
  switch (format) {
    case ProblemFormat::knuth: {
      KnuthText text = read_knuth_text(
          input, {.drop_options_without_primary = options.drop_options_without_primary});
      return {std::move(text.problem), text.dropped_options};
    }
    case ProblemFormat::or_library:
      return {read_or_library(input), 0};
    case ProblemFormat::sage:
      return read_row_lists(input, options);
    case ProblemFormat::matrix:
      return read_matrix(input, options);
    default:
      throw std::invalid_argument(std::string(to_string(format)) + " is not read");
  }
}

std::vector<std::string> write_problem(const Problem& problem, ProblemFormat format,
                                       const TextSink& sink) {
  switch (format) {
    case ProblemFormat::knuth:
      return write_knuth_text(problem, sink);
    case ProblemFormat::sage:
      return write_row_lists(problem, sink);
    case ProblemFormat::matrix:
      return write_matrix(problem, sink);
    case ProblemFormat::opb:
      return write_opb(problem, sink);
    case ProblemFormat::cnf:
      return write_cnf(problem, sink);
    case ProblemFormat::lp:
      return write_lp(problem, sink);
    case ProblemFormat::minizinc:
      return write_minizinc(problem, sink);
    default:
      throw std::invalid_argument(std::string(to_string(format)) + " is not written");
  }
}

}  // namespace dlx
