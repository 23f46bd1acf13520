// Uses the counts of dlx alone: what it is linked with has neither SQLite nor OpenSSL.
#include <cstdio>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"

int main() {
  dlx::ProblemBuilder builder;
  const auto a = builder.primary("a");
  const auto b = builder.primary("b");
  builder.option({a, b});
  builder.option({a});
  builder.option({b});
  const dlx::counting::CountResult result = dlx::counting::count(std::move(builder).build());
  std::printf("%s\n", result.value.to_string().c_str());
  return result.value == 2 ? 0 : 1;
}
