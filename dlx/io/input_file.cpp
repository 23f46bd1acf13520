// This file is separate from input.cpp, so that programs that only read text from memory need
// neither files nor libraries for compression.

#include <memory>

#include "dlx/io/input.hpp"
#include "dlx/io/packed_file.hpp"
#include "dlx/io/problem_format.hpp"

namespace dlx::io {

Input::Input(const std::string& path, const InputLimits& limits)
    : name_(path == "-" ? "<stdin>" : path), limits_(limits) {
  const auto file =
      std::make_shared<PackedFile>(path == "-" ? nullptr : path.c_str(), name_,
                                   [this](const std::string& message) { return error(message); });
  read_ = [file](char* to, std::size_t size) { return file->read(to, size); };
}

Problem read(const std::string& path) {
  Input input = Input::open(path);
  const auto named = format_of_name(path);
  const bool is_named = named && can_read(*named);
  return read_problem(input, format_of(path, input.ahead()), {.refuse_without_options = !is_named})
      .problem;
}

}  // namespace dlx::io
