#include "dlx/names.hpp"

#include <string>

#include "dlx/core/text.hpp"

namespace dlx {

std::invalid_argument unknown_name(std::string_view what, std::string_view word,
                                   const std::vector<std::string_view>& known) {
  std::string text = "unknown " + std::string(what) + " " + in_quotes(word) + "; there are ";
  for (std::size_t k = 0; k < known.size(); ++k) {
    text += (k == 0 ? "'" : k + 1 == known.size() ? " and '" : ", '") + std::string(known[k]) + "'";
  }
  return std::invalid_argument(text);
}

}  // namespace dlx
