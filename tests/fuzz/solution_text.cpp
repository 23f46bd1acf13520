// Solutions of a problem, in all their spellings.

#include "dlx/io/solution_text.hpp"

#include "tests/fuzz/fuzzer.hpp"
#include "tests/support/text_problem.hpp"

using namespace dlx;

DLX_FUZZER(solution_text) {
  static const Problem problem =
      test::problem_of("a b c d | s t\na b s:x\nc s:x\na t\nb c s\nd\nb c d t:y\na b s:x\n");
  fuzz::accepted(bytes, [](io::Input& input) {
    io::SolutionReader reader(problem, input);
    std::vector<std::vector<OptionId>> solutions;
    std::string text;
    while (const auto options = reader.next()) {
      for (const OptionId option : *options) {
        fuzz::require(index(option) < problem.option_count(), "an option that there is not");
      }
      solutions.push_back(*options);
      text += dlx::io::solution_text(problem, std::to_string(solutions.size()), *options);
    }
    io::Input again = io::Input::from_text(text, "written");
    try {
      io::SolutionReader second(problem, again);
      for (const auto& solution : solutions) {
        const auto options = second.next();
        fuzz::require(options && *options == solution, "another solution came back");
      }
      fuzz::require(!second.next(), "more solutions came back");
    } catch (const io::InputError& e) {
      fuzz::found(std::string("written, and not read again: ") + e.what());
    }
  });
}
