# Writes OUTPUT, a source that holds the text of FILE as dlx::data::NAME(). Run as a script at build
# time, so that a changed file is built in anew.
file(READ "${FILE}" text)
file(WRITE "${OUTPUT}" "#include \"reductions/data.hpp\"

std::string_view dlx::data::${NAME}() {
  return R\"dlx-data(${text})dlx-data\";
}
")
