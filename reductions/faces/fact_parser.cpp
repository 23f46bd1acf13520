#include "reductions/faces/fact_parser.hpp"

#include <cctype>

#include "dlx/core/text.hpp"
#include "reductions/faces/facts.hpp"

namespace dlx::faces {
namespace {

class FactParser {
 public:
  FactParser(std::string_view line, std::size_t number) : rest_(line), number_(number) {}

  Fact parse() {
    Fact fact;
    fact.name = atom();
    expect('(', "after the fact's name");
    fact.arguments = terms(')');
    skip_blanks();
    if (rest_.starts_with('.')) rest_.remove_prefix(1);
    skip_blanks();
    if (!rest_.empty()) fail("one fact a line; this is left over", rest_);
    return fact;
  }

 private:
  [[noreturn]] void fail(const std::string& message, std::string_view word) const {
    throw TextError(message + (word.empty() ? "" : ": " + in_quotes(word)), number_, word);
  }

  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) {
      rest_.remove_prefix(1);
    }
  }

  void expect(char c, const char* where) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != c) {
      fail(
          std::string("wanted '") + c + "' " + where + (rest_.empty() ? ", and the line ends" : ""),
          rest_.substr(0, 1));
    }
    rest_.remove_prefix(1);
  }

  std::vector<Term> terms(char end) {
    std::vector<Term> list;
    for (;;) {
      list.push_back(term());
      skip_blanks();
      if (!rest_.empty() && rest_.front() == ',') {
        rest_.remove_prefix(1);
        continue;
      }
      expect(end, "or a comma");
      return list;
    }
  }

  Term term() {
    skip_blanks();
    if (!rest_.starts_with('[')) return atom();
    const std::string_view from = rest_;
    rest_.remove_prefix(1);
    Term list;
    list.is_list = true;
    if (++depth_ > 3) fail("lists too deep in each other", from.substr(0, 1));
    list.items = terms(']');
    --depth_;
    list.where = from.substr(0, from.size() - rest_.size());
    return list;
  }

  Term atom() {
    skip_blanks();
    Term result;
    if (rest_.starts_with('\'')) {
      std::size_t end = 1;  // a doubled quote is one quote in the name
      for (; end < rest_.size(); ++end) {
        if (rest_[end] == '\'' && !(rest_.substr(end + 1).starts_with('\'') && ++end != 0)) break;
        result.text += rest_[end];
      }
      if (end == rest_.size()) fail("a quote without its end", rest_);
      result.where = rest_.substr(0, end + 1);
    } else {
      std::size_t n = 0;
      while (n < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[n])) != 0 ||
                                  rest_[n] == '_' || (n == 0 && rest_[n] == '-'))) {
        ++n;
      }
      result.where = rest_.substr(0, n);
      result.text = result.where;
      if (n > 0 && std::isupper(static_cast<unsigned char>(rest_.front())) != 0) {
        fail("names are small letters, numbers or 'quoted'; this is a variable", result.where);
      }
    }
    if (result.text.empty()) {
      fail(rest_.empty() ? "a name is missing at the end of the line" : "wanted a name",
           rest_.substr(0, 1));
    }
    rest_.remove_prefix(result.where.size());
    return result;
  }

  std::string_view rest_;
  std::size_t number_;
  int depth_ = 0;
};

}  // namespace

Fact parse_fact(std::string_view line, std::size_t number) {
  return FactParser(line, number).parse();
}

}  // namespace dlx::faces
