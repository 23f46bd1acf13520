// Symmetries of a problem, as cycles of items and of coloured items.

#include "dlx/symmetry/symmetry_text.hpp"

#include "tests/fuzz/fuzzer.hpp"
#include "tests/support/text_problem.hpp"

using namespace dlx;

DLX_FUZZER(symmetry_text) {
  // Names may look like numbers; some permutations are symmetries and some are not.
  static const Problem problem = test::problem_of(
      "a b c d 1 2 | s t u\na b\nb c\nc d\nd a\na s:x\nb s:x\nc s:x\nd s:x\n1 t\n2 t\n1 2\n1 2\n"
      "a u:x\nb u:y\nc u:x\nd u:y\n");
  fuzz::accepted(bytes, [](io::Input& input) {
    for (const symmetry::MatrixPermutation& permutation :
         dlx::symmetry::read_symmetries(input, problem)) {
      fuzz::require(is_automorphism(problem, permutation), "what was read is no automorphism");
      const std::string text = symmetry_text(problem, permutation);
      fuzz::require(!text.empty(), "a symmetry that moves nothing");
      io::Input again = io::Input::from_text(text + "\n", "written");
      const auto same = dlx::symmetry::read_symmetries(again, problem);
      fuzz::require(same.size() == 1 && same.front().items == permutation.items &&
                        same.front().options == permutation.options,
                    "another symmetry came back");
    }
  });
}
