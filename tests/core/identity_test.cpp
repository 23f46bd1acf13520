#include "dlx/certificate/identity.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "dlx/io/knuth_text.hpp"

namespace dlx::test {
namespace {

std::string identity_of(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  return certificate::identity(read_knuth_text(input).problem);
}

TEST_CASE("the identity is the SHA-256 of the canonical text") {
  // By `printf 'a b 0:2|c | s t\na s:red t\nb c |7\n' | sha256sum`.
  CHECK(identity_of("a b 0:2|c | s t\na s:red t\nb c |7\n") ==
        "c1d2a87b6d1191e59104507129dcc3f2da5bb93229d4d8900561b5aaae4f043a");
  // By `printf '1|\n' | sha256sum` and `printf '1| | s\n' | sha256sum`.
  CHECK(certificate::identity(ProblemBuilder().build()) ==
        "3b2460da4ed2cacd5a1e31171ea378105edc177d5a85db12e09f1e6759a96f77");
  ProblemBuilder b;
  b.secondary("s");
  CHECK(certificate::identity(std::move(b).build()) ==
        "1095057c7d50c7636e6c200990a638216637f41faab07594e2dc2175baf82828");
}

TEST_CASE("the identity does not depend on how a problem is written") {
  const std::string wanted = identity_of("a b 0:2|c | s t\na s:red t\nb c |7\n");
  for (const std::string text : {
           "a b 0:2|c | s t\na s:red t\nb c |7",
           "a b 0:2|c | s t\r\na s:red t\r\nb c |7\r\n",
           "\xEF\xBB\xBF"
           "a b 0:2|c | s t\na s:red t\nb c |7\n",
           "| a comment\n\n  a \t b  0:2|c\t| s t \n|\na  s:red\tt\n  | more\nb c |7\n\n",
           "a b 0:2|c | s t\na s:red t |3 |-3\nb |2 c |5\n",
           "a b 0:2|c | s t\na s:red t\n|9 of comment\nb c |007\n",
           "1|a 1:1|b 00:2|c | s t\na s:red t |0\nb c |7\n",
       }) {
    CAPTURE(text);
    CHECK(identity_of(text) == wanted);
  }
}

TEST_CASE("the identity depends on names, order, bounds, colours and costs") {
  std::set<std::string> seen;
  for (const std::string text : {
           "a b c | s t\na s:red t\nb c |7\n",
           "a b C | s t\na s:red t\nb C |7\n",
           "b a c | s t\na s:red t\nb c |7\n",
           "a b c | t s\na s:red t\nb c |7\n",
           "a b c | s t\nb c |7\na s:red t\n",
           "a b c | s t\na t s:red\nb c |7\n",
           "a b c | s t\na s:blue t\nb c |7\n",
           "a b c | s t\na s t\nb c |7\n",
           "a b c | s t\na s:red t\nb c |8\n",
           "a b c | s t\na s:red t\nb c\n",
           "a b 2|c | s t\na s:red t\nb c |7\n",
           "a b 1:2|c | s t\na s:red t\nb c |7\n",
           "a b c s | t\na s t\nb c |7\n",
       }) {
    CAPTURE(text);
    CHECK(seen.insert(identity_of(text)).second);
  }
}

}  // namespace
}  // namespace dlx::test
