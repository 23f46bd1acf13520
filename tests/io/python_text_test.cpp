// Problems as Python shows them: dicts, lists, sets and tuples, and printed arrays.

#include <catch2/catch.hpp>
#include <string>

#include "dlx/core/problem_builder.hpp"
#include "dlx/io/format.hpp"
#include "dlx/io/problem_format.hpp"
#include "tests/io/refusals.hpp"
#include "tests/support/model.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

io::ReadProblem python(const std::string& text, const io::ReadOptions& options = {}) {
  io::Input input = io::Input::from_text(text, "text");
  return io::python_format().read(input, options);
}

TEST_CASE("dicts, lists and sets of rows, as Python shows them") {
  const std::string seven = "1 4 7 2\n1 4 7\n1 4\n2 7\n";
  for (const char* text : {
           "{'A': [1, 4, 7], 'B': [1, 4], 'F': [2, 7]}",
           "{1: {1, 4, 7}, 2: {1, 4}, 3: {2, 7}}",
           "Y = {\n    'A': [1, 4, 7],  # three\n    'B': [1, 4],\n    'F': [2, 7]}\n",
           "[{1, 4, 7}, {1, 4}, {2, 7}]",
           "[frozenset({1, 4, 7}), frozenset({1, 4}), frozenset({2, 7})]",
           "[set([1, 4, 7]), set([1, 4]), set([2, 7])]",
           "({'1', '4', '7'}, {\"1\", \"4\"}, {'2', '7'},)",
           "X = {1, 4, 7, 2}\nY = {'A': [1, 4, 7], 'B': [1, 4], 'F': [2, 7]}",
           "{\"A\": [1, 4, 7], \"B\": [1, 4], \"F\": [2, 7]}",
           "{('A', 0): [1, 4, 7], ('B', 0): [1, 4], ('F', 1): [2, 7]}",
           "[[1, [1, 4, 7]], [2, [1, 4]], [3, [2, 7]]]",
           "# printed\n\n# twice\n[{1, 4, 7}, {1, 4}, {2, 7}]",
           "OrderedDict([('A', (1, 4, 7)), ('B', (1, 4)), ('F', (2, 7))])",
           "OrderedDict({'A': [1, 4, 7], 'B': [1, 4], 'F': [2, 7]})",
           "dict_values([[1, 4, 7], [1, 4], [2, 7]])",
           "dict_items([('A', [1, 4, 7]), ('B', [1, 4]), ('F', [2, 7])])",
           "[{np.int64(1), np.int64(4), 7}, {np.int64(1), 4}, {2, 7}]",
           "{np.int64(1): [np.str_('1'), '4', '7'], 2: list(('1', '4')), 3: tuple(['2', '7'])}",
       }) {
    CAPTURE(text);
    CHECK(canonical_text(python(text).problem) == seven);
    CHECK(to_string(io::format_of_text(text)) == "python");
  }
  CHECK(canonical_text(python("{'a': [('rc', (0, 1)), 'row 2']}").problem) ==
        "(rc,(0,1)) row_2\n(rc,(0,1)) row_2\n");
  CHECK(canonical_text(python("X = [1, 2]\nY = [{1}]").problem) == "1 2\n1\n");
  CHECK(canonical_text(python("[(0, 3), (1, 2), (0,)]").problem) == "0 1 2 3\n0 3\n1 2\n0\n");
  CHECK(python("[]").problem.item_count() == 0);
  const io::ReadProblem dropped =
      python("[{1}, set(), {2}]", {.drop_options_without_primary = true});
  CHECK(dropped.dropped_options == 1);
  CHECK(dropped.problem.option_count() == 2);
}

TEST_CASE("matrices, as numpy and Sage print them") {
  for (const char* text : {
           "[[1 0 1]\n [0 1 0]]",
           "[[1. 0. 1.]\n [0. 1. 0.]]",
           "[[ True False  True]\n [False  True False]]",
           "array([[1, 0, 1],\n       [0, 1, 0]],\n)",
           "m = np.array([[1, 0, 1], [0, 1, 0]], dtype=bool)",
           "[1 0 1]\n[0 1 0]\n",
           "matrix([[1, 0, 1], [0, 1, 0]])",
           "[[1, 0, 1], [0, 1, 0]]",
           "[[True, False, True], [False, True, False]]",
           "[array([1, 0, 1]), array([0, 1, 0])]",
       }) {
    CAPTURE(text);
    CHECK(canonical_text(python(text).problem) == "0 1 2\n0 2\n1\n");
    CHECK(to_string(io::format_of_text(text)) == "python");
  }
  for (const char* text :
       {"array([[1, 0], [0, 1]])", "[array([1, 0]), array([0, 1])]", "[1 0]\n[0 1]",
        "[[np.True_, np.False_], [np.False_, np.True_]]", "[array([1., 0.]), array([0., 1.])]"}) {
    CAPTURE(text);
    CHECK(canonical_text(python(text).problem) == "0 1\n0\n1\n");
    CHECK(to_string(io::format_of_text(text)) == "python");
  }
  CHECK(canonical_text(python("[1 0]\n[1 0]").problem) == "0 1\n0\n0\n");
  CHECK(to_string(io::format_of_text("[1 0] \n[1 0]\n")) == "python");
  // Of different lengths they are columns.
  CHECK(canonical_text(python("[array([0, 1]), array([1])]").problem) == "0 1\n0 1\n1\n");
}

TEST_CASE("Python's text whose second line has words of the first only") {
  for (const char* text : {"# a\n# a\n[{1}]\n", "[(0, 1), (1, 2),\n (1, 2),\n (0, 2)]\n",
                           "[\n  [\n    \"a\"\n  ]\n]\n"}) {
    CAPTURE(text);
    CHECK(to_string(io::format_of_text(text)) == "python");
  }
}

TEST_CASE("texts that can be Knuth's are read as such") {
  for (const char* text :
       {"{1,2} {1,3} {2,3}\n{1,2}\n{1,3} {2,3}\n",
        "[0,0] [0,1] | [1,0]\n| note\n[0,0] [0,1]:b |3\n", "set(1) set(2)\nset(1)\nset(2)\n",
        "matrix(1) b\nb\n", "x = [ y\nx = [ y\n", "x = [ y\n[ y\nx =\n", "[1 0] [0\n[1 0] [0\n",
        "# {1,2} {1,3}\n{1,2}\n# {1,3}\n", "{1,2} {1,3}\r\n{1,3}\r\n",
        "{1,2} {1,3}\n{1,3}\n{1,4}\n"}) {
    CAPTURE(text);
    CHECK(to_string(io::format_of_text(text)) == "knuth");
  }
  // Open brackets in a text that is longer than the window, and is cut within a word.
  std::string long_text = "[(a (b\n";
  while (long_text.size() < io::Input::window) long_text += "(b [(a\n";
  long_text.resize(io::Input::window);
  REQUIRE(!long_text.ends_with('\n'));
  CHECK(to_string(io::format_of_text(long_text)) == "knuth");
}

TEST_CASE("JSON whose first member is a list is JSON") {
  for (const char* text :
       {"{\"comment\": [\"made by hand\"], \"format\": \"dlx-problem/1\", \"items\": []}",
        "{\"comment\": [1], \"items\" : [{\"name\": \"a\"}], \"options\": [{\"items\": [0]}]}"}) {
    CAPTURE(text);
    CHECK(to_string(io::format_of_text(text)) == "json");
  }
  CHECK(to_string(io::format_of_text("{\"a\": [\"items\"], \"b\": [\"options\"]}")) == "python");
}

TEST_CASE("texts that begin like Python's and are others") {
  for (const char* text : {"[[0, 3], [1, 2]]", "[]", "{\"format\": \"dlx-problem/1\"}", "{}",
                           "{\"items\": [1], \"options\": []}", "{a} b\n{a} b\n", "{{a} b\n",
                           "[a] [1]\n[a]\n", "(a b)\n(a\n", "a = b\na\n"}) {
    CAPTURE(text);
    CHECK(to_string(io::format_of_text(text)) != "python");
  }
}

TEST_CASE("what is not a problem of Python, and where") {
  check_refusals(
      {
          {"nothing", " # nothing\n", 0, 0, "", "no rows"},
          {"a word", "rows", 1, 1, "rows", "'rows' is not rows"},
          {"no end", "[{1, 2}\n", 0, 0, "", "ends where ']' should be"},
          {"the wrong end", "[{1, 2]]\n", 1, 7, "]", "']' where ',' or '}' should be"},
          {"no comma", "[{1 2}]", 1, 5, "2", "',' or '}'"},
          {"no value", "{'a': }", 1, 7, "}", "where an item or a row should be"},
          {"a string without end", "['a\n']", 1, 2, "'", "a string without end"},
          {"an item for a row", "[{1, 2},\n 3]", 2, 2, "3", "'3' where a row"},
          {"a string for a row", "{'a': 'bc'}", 1, 8, "bc", "where a row"},
          {"a list as an item", "[{1, [2], 3}]", 1, 6, "[", "where an item should be"},
          {"an item twice", "[{1, 2}, [2, 2]]", 1, 14, "2", "occurs twice"},
          {"a colon in a name", "[{'a:b'}]", 1, 4, "a:b", "separator ':'"},
          {"an empty row", "[{1}, set()]", 1, 10, "(", "no primary item"},
          {"no item above", "X = {1}\nY = {'a': [2]}", 2, 12, "2", "not one of the items above"},
          {"two problems", "[{1}]\n[{2}]", 2, 1, "[", "more than one"},
          {"dots", "[[1 0 ... 1]\n [0 1 ... 0]]", 1, 7, "...", "set_printoptions"},
          {"neither 0 nor 1", "array([[1, 2], [0, 1]])", 1, 12, "2", "'2' is neither 0 nor 1"},
          {"rows of two lengths", "[[1 0]\n [0 1 1]]", 2, 2, "[", "a row of 3 columns"},
          {"too many columns", "[(0, 4194304)]", 1, 6, "4194304", "too many columns"},
          {"a call as an item", "[{P(1, 2)}, {P(1, 3)}]", 1, 3, "P", "a call that is not read"},
          {"a date", "[{datetime.date(2024, 1, 2)}]", 1, 3, "datetime.date", "a call"},
          {"a named tuple", "{'A': [Point(x=0, y=0)]}", 1, 8, "Point", "a call"},
          {"a range", "{'A': [range(0, 3)], 'B': [5]}", 1, 8, "range", "a call"},
          {"a set of a string", "[{1}, set('abc')]", 1, 7, "set", "cannot be made from"},
          {"a number of a list", "[{int64([1])}]", 1, 3, "int64", "cannot be made from"},
          {"two values", "[set([1], [2])]", 1, 11, "[", "')' should be"},
          {"an array of two values", "array([1], [2])", 1, 12, "[", "'=' should be"},
          {"a tuple with a name", "[(a=1, b=2)]", 1, 4, "=", "where ',' or ')' should be"},
          {"not a pair", "OrderedDict([(1, [2]), (3,)])", 1, 24, "(", "not a pair"},
          {"a dict as a row", "{'A': {'x': 3}, 'B': [4]}", 1, 11, ":", "would lose its keys"},
          {"a dict in a tuple", "[{(1, {2: 3})}]", 1, 9, ":", "would lose its keys"},
          {"a tuple and a string", "{'A': [('a', 'b')], 'B': [('a,b',)]}", 1, 27, "(", "'(a,b)'"},
          {"a blank and a bar", "[{'x y'}, {'x_y'}]", 1, 13, "x_y", "would be named 'x_y'"},
          {"a bar and a blank", "X = {'x_y'}\nY = [{'x y'}]", 2, 8, "x y", "would be named 'x_y'"},
          {"objects", "{'A': [<P 1>], 'B': [<P 2>]}", 1, 11, "1>", "a blank where ',' should be"},
          {"objects before a comma", "[[<P 1>, <P 2>]]", 1, 8, ",", "a blank or ']' should be"},
          {"an array of numbers", "array([1, 0])", 1, 8, "1", "'1' where a row"},
          {"many calls", "[set(set(set(set(set(set(set(set(set(set(set(set(set(set(set(set(", 1, 62,
           "set", "16 brackets"},
          {"many brackets", std::string(17, '[') + std::string(17, ']'), 1, 17, "[", "16 brackets"},
      },
      [](io::Input& input) { return io::python_format().read(input, {}); });
}

TEST_CASE("random rows are read from each notation, and no bytes do harm") {
  Random random(4711);
  int refused = 0;
  for (int n = 0; n < 500; ++n) {
    ProblemBuilder b;
    std::string items;
    std::string dict;
    std::string matrix;
    const std::uint32_t count = random.between(2, 6);
    std::vector<ItemId> all;
    for (std::uint32_t i = 0; i < count; ++i) {
      all.push_back(b.primary(std::to_string(i)));
      items += (i == 0 ? "{" : ", ") + std::to_string(i);
    }
    for (std::uint32_t o = random.between(1, 6); o > 0; --o) {
      std::vector<Entry> entries;
      std::string row;
      std::string bits;
      for (std::uint32_t i = 0; i < count; ++i) {
        const bool has = random.chance(0.4) || (i + 1 == count && entries.empty());
        if (has) entries.emplace_back(all[i]);
        if (has) row += (row.empty() ? "'" : ", '") + std::to_string(i) + "'";
        bits += (i == 0 ? "[" : " ") + std::string(has ? "1" : "0");
      }
      b.option(entries);
      dict += (dict.empty() ? "{" : ", ") + std::to_string(o) + ": [" + row + "]";
      matrix += (matrix.empty() ? "[" : "\n ") + bits + "]";
    }
    const std::string wanted = canonical_text(std::move(b).build());
    dict = "X = " + items + "}\nY = " + dict + "}";
    matrix += "]";
    REQUIRE(canonical_text(python(dict).problem) == wanted);
    REQUIRE(canonical_text(python(matrix).problem) == wanted);
    for (std::string* text : {&dict, &matrix}) {
      (*text)[random.below(text->size())] = static_cast<char>(random.below(256));
      if (random.chance(0.3)) text->resize(random.below(text->size()));
      try {
        (void)python(*text);
      } catch (const io::InputError&) {
        ++refused;
      }
    }
  }
  CHECK(refused > 300);
}

}  // namespace
}  // namespace dlx::test
