// Shows the steps of the engine dancing_links as text, JSON or a page. The engine records its steps
// itself (dlx/link_record.hpp). The page also contains the search with the branching rule "first",
// so that the two search trees can be compared. bindings/web/door.cpp makes this page in a browser.

#include "apps/run/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "apps/run/files.hpp"
#include "apps/run/report.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/link_record.hpp"
#include "dlx/link_record_json.hpp"
#include "reductions/drawing/scene.hpp"

namespace dlx::app {
namespace {

/// The search tree as text: one line for each node, and children indented.
std::string as_text(const Problem& problem, const SearchTree& tree) {
  std::string text;
  std::vector<std::size_t> depth(tree.nodes.size());
  std::uint64_t solutions = 0;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const TreeNode& node = tree.nodes[n];
    if (node.parent) depth[n] = depth[*node.parent] + 1;
    text.append(2 * depth[n], ' ');
    if (node.option) text += io::option_text(problem, *node.option) + "  ->  ";
    switch (node.state) {
      case TreeState::branch:
        text += fmt::format("cover {}, {} left\n", problem.name(node.item),
                            quantity(node.choices.size(), "option"));
        break;
      case TreeState::dead:
        text += fmt::format("{} has no option left\n", problem.name(node.item));
        break;
      case TreeState::solution:
        text += fmt::format("solution {}\n", ++solutions);
        break;
      case TreeState::open:
        text += "...\n";
        break;
    }
  }
  return text;
}

}  // namespace

int explain_problem(const Request& request, Console& console, const Problem& problem,
                    const Explained& explained) {
  require_followable(problem);
  if (!explained.html.empty()) check_writable(explained.html);
  const RecordOptions options{.most_nodes = explained.most_nodes};
  const LinkRecord record = record_search(problem, options);
  const SearchTree& tree = record.tree;
  const auto visited = static_cast<std::size_t>(
      std::count_if(tree.nodes.begin(), tree.nodes.end(),
                    [](const TreeNode& node) { return node.state != TreeState::open; }));
  if (request.json || !explained.html.empty()) {
    RecordOptions other = options;
    other.rule = BranchingRule::first_active;
    const std::string json = search_as_json(problem, record, record_search(problem, other),
                                            explained.title, explained.board);
    if (!explained.html.empty()) write_file(explained.html, drawing::scene::search_page(json));
    if (request.json) console.print(json + "\n");
  }
  if (!explained.html.empty()) {
    console.note(fmt::format("{}: {}, {} of the links, {}", explained.html,
                             quantity(visited, "node"), quantity(record.steps.size(), "move"),
                             quantity(tree.solutions, "solution")));
  } else if (!request.json) {
    console.print(as_text(problem, tree));
    if (!tree.complete) console.print(incomplete_line(Status::node_limit));
  }
  if (!tree.complete) {
    console.note(visited < options.most_nodes
                     ? fmt::format("the search was cut off after {}, because at most {} are shown",
                                   quantity(visited, "node"), quantity(options.most_steps, "move"))
                     : fmt::format("the search was cut off after {}; {} N shows up to N nodes",
                                   quantity(visited, "node"),
                                   request.explain.empty() ? "--most" : "--node-limit"));
  }
  console.flush();
  return tree.complete ? success : incomplete;
}

}  // namespace dlx::app
