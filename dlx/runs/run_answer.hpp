#pragma once

#include <string>

#include "dlx/runs/saved_run.hpp"

namespace dlx::runs {

/// The answer of a Counter or ClassCounter as the file of a run holds it: JSON.
[[nodiscard]] std::string answer_as_text(const RunResult& result);
/// The same read. Throws CheckpointError, which names the file, if the text is damaged.
[[nodiscard]] RunResult answer_from_text(const std::string& file, const std::string& text);

/// The words of a command as the file holds them: a JSON array.
[[nodiscard]] std::string words_as_text(const std::vector<std::string>& words);

}  // namespace dlx::runs
