#include "dlx/core/text.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace dlx::test {
namespace {

TEST_CASE("one of a thing, and several") {
  CHECK(quantity(0, "set") == "0 sets");
  CHECK(quantity(1, "set") == "1 set");
  CHECK(quantity(2U, "set") == "2 sets");
  CHECK(quantity("1", "assembly", "assemblies") == "1 assembly");
  CHECK(quantity("11", "assembly", "assemblies") == "11 assemblies");
  CHECK(quantity(std::uint64_t{1}, "comes", "come") == "1 comes");
}

TEST_CASE("parts of a text") {
  using Parts = std::vector<std::string_view>;
  CHECK(split_at("", "\n") == Parts{});
  CHECK(split_at("\n", "\n") == Parts{""});
  CHECK(split_at("a\n\nb\n", "\n") == Parts{"a", "", "b"});
  CHECK(split_at("a, b,c, ", ", ") == Parts{"a", "b,c"});
}

TEST_CASE("characters that are seen, of one to four bytes") {
  for (const std::string text :
       {"a", "~", "\xC2\xA1", "\xDF\xBF", "\xE1\x9A\x81", "\xE2\x80\x90", "\xE2\x80\xA7",
        "\xE2\x80\xB0", "\xE2\x81\x9E", "\xE2\x81\xB0", "\xE3\x80\x81", "\xED\x9F\xBF",
        "\xEE\x80\x80", "\xEF\xBF\xBC", "\xEF\xBF\xBD", "\xF0\x9F\xA7\xA9", "\xF4\x8F\xBF\xBD"}) {
    CAPTURE(text);
    CHECK(visible_length(text + "x") == text.size());
    CHECK(character_length(text + "x") == text.size());
  }
}

TEST_CASE("characters that are not seen, or turn what is seen about") {
  for (const std::string text : {" ",
                                 "\t",
                                 "\x1F",
                                 "\x7F",
                                 "\xC2\x80",
                                 "\xC2\xA0",
                                 "\xC2\xAD",
                                 "\xD8\x9C",
                                 "\xE1\x9A\x80",
                                 "\xE1\xA0\x8E",
                                 "\xE2\x80\x80",
                                 "\xE2\x80\x8F",
                                 "\xE2\x80\xA8",
                                 "\xE2\x80\xAF",
                                 "\xE2\x81\x9F",
                                 "\xE2\x81\xAF",
                                 "\xE3\x80\x80",
                                 "\xEF\xBB\xBF",
                                 "\xEF\xBF\xB9",
                                 "\xEF\xBF\xBB",
                                 "\xEF\xBF\xBE",
                                 "\xF4\x8F\xBF\xBF"}) {
    CAPTURE(text);
    CHECK(visible_length(text + "x") == 0);
    CHECK(character_length(text + "x") == text.size());
  }
}

TEST_CASE("bytes that are no character") {
  for (const std::string text :
       {"", "\x80", "\xBF", "\xC2", "\xC2x", "\xE2\x80", "\xE2x\x80", "\xF0\x9F\xA7",
        "\xF8\x88\x80\x80\x80", "\xFF", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF",
        "\xED\xA0\x80", "\xED\xBF\xBF", "\xF4\x90\x80\x80"}) {
    CAPTURE(text);
    CHECK(visible_length(text) == 0);
    CHECK(character_length(text) == 0);
  }
}

TEST_CASE("a quotation shows all bytes, and is not long") {
  CHECK(in_quotes("a b") == "'a b'");
  CHECK(in_quotes("") == "''");
  CHECK(in_quotes("\x1B[31m\xC2\xA0") == "'\\x1b[31m\\xc2\\xa0'");
  CHECK(in_quotes(std::string(60, 'x')) == "'" + std::string(60, 'x') + "'");
  CHECK(in_quotes(std::string(61, 'x')) == "'" + std::string(60, 'x') + "...'");
}

TEST_CASE("printable text cannot change a terminal, and stays as it is otherwise") {
  for (const char* plain :
       {"", "a b", "B\xC3\xA4ume \xE6\x9C\xA8 \xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB",
        "\\x1b", "\xC2\xA0", "\xE3\x80\x80"}) {
    CHECK(printable(plain) == plain);
    CHECK(printable(plain, Escapes::json) == plain);
  }
  CHECK(printable("\x1B[31m\n\r\t\x7F") == "\\x1b[31m\\x0a\\x0d\\x09\\x7f");
  CHECK(printable(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(printable("\xC2\x9B"
                  "31m") == "\\xc2\\x9b31m");
  CHECK(printable("\xE2\x80\xAE") == "\\xe2\\x80\\xae");  // writes from right to left
  CHECK(printable("a\xFF\xC3") == "a\\xff\\xc3");
  CHECK(printable("\xC0\x9B\xED\xA0\x80") == "\\xc0\\x9b\\xed\\xa0\\x80");
  CHECK(printable("\"\x7F\xC2\x9B\xE2\x81\xA6\"", Escapes::json) == "\"\\u007f\\u009b\\u2066\"");
}

}  // namespace
}  // namespace dlx::test
