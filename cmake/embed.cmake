# Writes OUTPUT, a source file with the function dlx::data::NAME(), which returns the text of FILE.
# The build runs this script again when FILE has changed. The text is divided into several string
# literals, because compilers need not accept literals longer than 64 KiB.
file(READ "${FILE}" text)
string(LENGTH "${text}" length)
set(pieces)
set(start 0)
while(start LESS length)
  string(SUBSTRING "${text}" ${start} 32000 piece)
  string(APPEND pieces "    R\"dlx-data(${piece})dlx-data\",\n")
  string(LENGTH "${piece}" taken)
  math(EXPR start "${start} + ${taken}")
endwhile()
file(WRITE "${OUTPUT}" "#include \"reductions/data.hpp\"

#include <string>

std::string_view dlx::data::${NAME}() {
  static constexpr const char* pieces[] = {
${pieces}  };
  static const std::string whole = [] {
    std::string text;
    for (const char* const piece : pieces) text += piece;
    return text;
  }();
  return whole;
}
")
