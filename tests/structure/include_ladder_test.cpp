#include <catch2/catch.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "include_ladder.hpp"

namespace {

namespace fs = std::filesystem;
using dlx::test::check_include_ladder;

/// A small made-up source tree in a folder of its own.
class Tree {
 public:
  Tree() {
    std::string name = (fs::temp_directory_path() / "dlx-ladder-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    root_ = name;
    // What the files under test may include.
    for (const char* header :
         {"dlx/core/a.hpp", "dlx/core/b.hpp", "dlx/search/a.hpp", "dlx/preprocess/a.hpp",
          "dlx/io/a.hpp", "dlx/engines/a.hpp", "dlx/tables/a.hpp", "dlx/symmetry/a.hpp",
          "dlx/solver.hpp", "dlx/classes.hpp", "dlx/version.hpp", "dlx/dlx.hpp", "dlx/runs/a.hpp",
          "dlx/core/text.inc", "reductions/a.hpp", "reductions/lattice/a.hpp", "apps/cli/a.hpp",
          "apps/run/a.hpp", "apps/commands/a.hpp"}) {
      write(header, {"#pragma once"});
    }
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  void write(const std::string& file, const std::vector<std::string>& lines) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream out(root_ / file);
    for (const std::string& line : lines) out << line << '\n';
  }

  [[nodiscard]] std::vector<std::string> faults() const {
    return check_include_ladder(root_).faults;
  }

 private:
  fs::path root_;
};

TEST_CASE("every include of the library keeps to the ladder", "[structure]") {
  const auto report = check_include_ladder(DLX_SOURCE_ROOT);
  // A wrong path or a broken pattern must not pass for a clean tree.
  CHECK(report.files >= 40);
  CHECK(report.includes >= 100);
  for (const std::string& fault : report.faults) FAIL_CHECK(fault);
}

TEST_CASE("the ladder check lets pass what is allowed", "[structure]") {
  const Tree tree;
  const std::vector<std::pair<std::string, std::vector<std::string>>> allowed = {
      {"dlx/core/x.cpp", {"dlx/core/a.hpp", "dlx/core/b.hpp"}},
      {"dlx/search/x.hpp", {"dlx/core/a.hpp", "dlx/search/a.hpp", "dlx/version.hpp"}},
      {"dlx/engines/a.cpp", {"dlx/engines/a.hpp", "dlx/search/a.hpp", "dlx/preprocess/a.hpp"}},
      {"dlx/classes.cpp",
       {"dlx/classes.hpp", "dlx/solver.hpp", "dlx/engines/a.hpp", "dlx/io/a.hpp"}},
      {"dlx/runs/x.cpp", {"dlx/runs/a.hpp", "dlx/solver.hpp", "dlx/core/a.hpp"}},
      {"dlx/dlx.hpp", {"dlx/runs/a.hpp", "dlx/classes.hpp", "dlx/core/a.hpp"}},
      {"apps/run/x.cpp",
       {"apps/run/a.hpp", "apps/cli/a.hpp", "dlx/classes.hpp", "reductions/a.hpp"}},
      {"apps/commands/x.cpp", {"apps/commands/a.hpp", "apps/run/a.hpp", "apps/cli/a.hpp"}},
      {"apps/x.cpp", {"apps/commands/a.hpp"}},
      {"reductions/lattice/x.cpp",
       {"reductions/lattice/a.hpp", "reductions/a.hpp", "dlx/core/a.hpp", "dlx/version.hpp"}},
  };
  for (const auto& [file, headers] : allowed) {
    std::vector<std::string> lines = {"#pragma once", "#include <vector>"};
    for (const std::string& header : headers) lines.push_back("#include \"" + header + "\"");
    tree.write(file, lines);
  }
  tree.write("dlx/core/boost.cpp", {"#include <boost/container/vector.hpp>"});
  tree.write("dlx/preprocess/components.cpp", {"#include <boost/graph/adjacency_list.hpp>"});
  tree.write("reductions/graph.cpp", {"#include <boost/graph/adjacency_list.hpp>"});
  tree.write("dlx/runs/threads.cpp", {"#include <thread>"});
  tree.write("dlx/names.cpp", {"namespace dlx {", "namespace dlx::detail {"});
  tree.write("reductions/classics/x.cpp", {"namespace dlx::classics::queens {"});
  CHECK(tree.faults().empty());
}

TEST_CASE("the ladder check finds every violation", "[structure]") {
  struct Violation {
    std::string file, line, rule;
  };
  const auto [file, line, rule] = GENERATE(values<Violation>({
      {"dlx/tables/x.hpp", "namespace dlx {", "this folder's namespace is dlx::tables"},
      {"dlx/core/x.hpp", "namespace dlx::core {", "this folder's namespace is dlx"},
      {"reductions/snake/x.hpp", "namespace dlx::faces {", "this folder's namespace is dlx::snake"},
      {"dlx/core/x.hpp", "#include \"dlx/search/a.hpp\"", "nothing includes upward"},
      {"dlx/core/x.cpp", "#include \"dlx/io/a.hpp\"", "nothing includes upward"},
      {"dlx/search/x.cpp", "#include \"dlx/engines/a.hpp\"", "nothing includes upward"},
      {"dlx/io/x.cpp", "#include \"dlx/solver.hpp\"", "nothing includes upward"},
      {"dlx/engines/x.cpp", "#include \"dlx/classes.hpp\"", "nothing includes upward"},
      {"dlx/tables/x.cpp", "#include \"dlx/runs/a.hpp\"", "nothing includes upward"},
      {"dlx/solver.cpp", "#include \"dlx/runs/a.hpp\"", "nothing includes upward"},
      {"dlx/search/x.cpp", "#include \"dlx/io/a.hpp\"", "no folder includes its neighbour"},
      {"dlx/search/x.cpp", "#include \"dlx/preprocess/a.hpp\"", "nothing includes upward"},
      {"dlx/certificate/x.cpp", "#include \"dlx/runs/a.hpp\"", "nothing includes upward"},
      {"dlx/tables/x.cpp", "#include \"dlx/engines/a.hpp\"", "no folder includes its neighbour"},
      {"dlx/engines/x.cpp", "#include \"dlx/symmetry/a.hpp\"", "no folder includes its neighbour"},
      {"dlx/engines/x.cpp", "#include \"dlx/engines/a.hpp\"", "no engine includes another"},
      {"dlx/runs/x.cpp", "#include \"dlx/dlx.hpp\"", "dlx/dlx.hpp is for users"},
      {"apps/cli/x.cpp", "#include \"apps/run/a.hpp\"", "nothing includes upward"},
      {"apps/run/x.cpp", "#include \"apps/commands/a.hpp\"", "nothing includes upward"},
      {"apps/cluster/x.cpp", "#include \"apps/commands/a.hpp\"",
       "no folder includes its neighbour"},
      {"reductions/x.cpp", "#include \"dlx/dlx.hpp\"", "reductions see nothing of dlx but"},
      {"reductions/x.cpp", "#include \"dlx/solver.hpp\"", "reductions see nothing of dlx but"},
      {"reductions/lattice/x.hpp", "#include \"dlx/io/a.hpp\"",
       "reductions see nothing of dlx but"},
      {"dlx/core/x.cpp", "#include \"reductions/a.hpp\"", "the engine knows no puzzle"},
      {"dlx/dlx.hpp", "#include \"reductions/a.hpp\"", "the engine knows no puzzle"},
      {"dlx/core/x.hpp", "#include <boost/container/vector.hpp>", "Boost stands in no header"},
      {"reductions/x.hpp", "#include <boost/graph/graph_traits.hpp>", "Boost stands in no header"},
      {"dlx/io/x.hpp", "#include \"boost/config.hpp\"", "Boost stands in no header"},
      {"dlx/core/x.cpp", "#include <boost/graph/adjacency_list.hpp>", "Boost.Graph is for"},
      {"dlx/preprocess/x.cpp", "#include <boost/graph/adjacency_list.hpp>", "Boost.Graph is for"},
      {"dlx/engines/x.cpp", "#include <thread>", "WebAssembly lacks this header"},
      {"dlx/core/x.hpp", "#include <ranges>", "WebAssembly lacks this header"},
      {"dlx/core/x.cpp", "#include \"a.hpp\"", "own headers are included as"},
      {"dlx/core/x.cpp", "#include \"dlx/core/../search/a.hpp\"", "own headers are included as"},
      {"dlx/core/x.cpp", "#include <dlx/search/a.hpp>", "own headers are included as"},
      {"dlx/core/x.cpp", "#include \"apps/a.hpp\"", "own headers are included as"},
      {"dlx/core/x.cpp", "  #  include  \"dlx/search/a.hpp\"  // why", "nothing includes upward"},
      {"dlx/core/x.cpp", "#include \"dlx/core/gone.hpp\"", "no such file"},
      {"dlx/core/x.cpp", "#include \"dlx/core/text.inc\"", "only .hpp files are included"},
      {"dlx/core/x.cpp", "#include HEADER", "an include is a plain path"},
      {"dlx/core/x.h", "#include \"dlx/search/a.hpp\"", "nothing includes upward"},
  }));
  const Tree tree;
  tree.write(file, {"#pragma once", "#include <vector>", line});
  const std::vector<std::string> faults = tree.faults();
  INFO(file << ": " << line);
  REQUIRE(faults.size() == 1);
  CHECK_THAT(faults[0], Catch::StartsWith(file + ":3: " + rule));
}

TEST_CASE("the ladder check refuses a header that may be included twice", "[structure]") {
  const Tree tree;
  tree.write("dlx/core/x.hpp", {"// #pragma once"});
  CHECK(tree.faults() ==
        std::vector<std::string>{"dlx/core/x.hpp:1: a header without #pragma once"});
}

TEST_CASE("the ladder check refuses a folder without a rung", "[structure]") {
  const Tree tree;
  tree.write("dlx/misc/x.cpp", {});
  CHECK(tree.faults() ==
        std::vector<std::string>{"dlx/misc/x.cpp:1: a folder without a rung in the ladder"});
}

}  // namespace
