// Texts whose format is told by their first lines, also behind a byte order mark or with CR.

#include "dlx/io/likely_meaning.hpp"
#include "dlx/io/problem_format.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/support/model.hpp"

using namespace dlx;

DLX_FUZZER(any_problem) {
  if (fuzz::names_millions(bytes)) return;
  std::string canonical;
  const bool plain = fuzz::accepted(bytes, [&](io::Input& input) {
    const ProblemFormat format = dlx::io::format_of_text(input.ahead());
    fuzz::require(dlx::io::can_read(format), "a format that cannot be read");
    (void)dlx::io::could_be_matrix(input.ahead());
    for (const auto& any : names<ProblemFormat>) (void)io::likely_meaning(input.ahead(), any.value);
    canonical = test::canonical_text(read_problem(input, format).problem);
  });
  if (!plain || bytes.find('\r') != std::string_view::npos) return;
  std::string other = "\xEF\xBB\xBF";
  if (bytes.starts_with(other)) return;
  for (const char c : bytes) other += c == '\n' ? std::string("\r\n") : std::string(1, c);
  io::Input input = io::Input::from_text(other, "other");
  try {
    fuzz::require(
        test::canonical_text(read_problem(input, dlx::io::format_of_text(input.ahead())).problem) ==
            canonical,
        "another problem with a byte order mark and CRLF");
  } catch (const io::InputError& e) {
    fuzz::found(std::string("refused with a byte order mark and CRLF: ") + e.what());
  }
}
