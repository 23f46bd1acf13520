#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/files.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/search_tree.hpp"
#include "reductions/draw/scene.hpp"

namespace dlx::app {
namespace {

struct ExplainArguments {
  std::string html;
  std::size_t most_nodes = 500;
};

std::string_view to_string(TreeState state) {
  switch (state) {
    case TreeState::branch:
      return "branch";
    case TreeState::dead:
      return "dead";
    case TreeState::solution:
      return "solution";
    case TreeState::open:
      return "open";
  }
  return "";
}

Json to_json(const Problem& problem, const SearchTree& tree, const std::string& title) {
  Json json = Json::object();
  json["format"] = "dlx-tree/1";
  json["title"] = title;
  json["complete"] = tree.complete;
  json["solutions"] = tree.solutions;
  json["items"] = Json::array();
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    json["items"].push_back(
        {{"name", problem.name(ItemId{i})}, {"primary", problem.is_primary(ItemId{i})}});
  }
  json["options"] = Json::array();
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto items = problem.items(OptionId{o});
    const auto colours = problem.colours(OptionId{o});
    Json option = Json::array();
    for (std::size_t k = 0; k < items.size(); ++k) {
      const Colour colour = colours.empty() ? Colour::none : colours[k];
      Json name = nullptr;
      if (colour != Colour::none) name = problem.name(colour);
      option.push_back(Json::array({index(items[k]), name}));
    }
    json["options"].push_back(std::move(option));
  }
  json["nodes"] = Json::array();
  for (const TreeNode& node : tree.nodes) {
    Json line = Json::object();
    line["parent"] = node.parent ? Json(*node.parent) : Json(-1);
    line["option"] = node.option ? Json(index(*node.option)) : Json();
    line["state"] = to_string(node.state);
    if (node.state == TreeState::branch || node.state == TreeState::dead) {
      line["item"] = index(node.item);
    }
    if (node.state == TreeState::branch) {
      line["choices"] = Json::array();
      for (const OptionId o : node.choices) line["choices"].push_back(index(o));
    }
    json["nodes"].push_back(std::move(line));
  }
  return json;
}

/// The tree with a line a node, children further to the right.
std::string as_text(const Problem& problem, const SearchTree& tree) {
  std::string text;
  std::vector<std::size_t> depth(tree.nodes.size());
  std::uint64_t solutions = 0;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const TreeNode& node = tree.nodes[n];
    if (node.parent) depth[n] = depth[*node.parent] + 1;
    text.append(2 * depth[n], ' ');
    if (node.option) text += option_text(problem, *node.option) + "  ->  ";
    switch (node.state) {
      case TreeState::branch:
        text += fmt::format("cover {}, {} option{} left\n", problem.name(node.item),
                            node.choices.size(), node.choices.size() == 1 ? "" : "s");
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

int explain(const Request& request, Console& console, const ExplainArguments& a) {
  const Problem problem = read_problem(request, console);
  if (problem.item_count() > 200 || problem.option_count() > 500) {
    throw std::invalid_argument(
        fmt::format("{} items and {} options; what people can follow has at most 200 and 500",
                    problem.item_count(), problem.option_count()));
  }
  const SearchTree tree = search_tree(problem, a.most_nodes);
  const std::string title = request.read.file.substr(request.read.file.rfind('/') + 1);
  if (!a.html.empty()) {
    write_file(a.html, scene::search_page(to_json(problem, tree, title).dump()));
  }
  if (request.json) {
    console.print(to_json(problem, tree, title).dump() + "\n");
  } else {
    console.print(as_text(problem, tree));
  }
  if (!tree.complete) {
    if (!request.json) console.print(incomplete_line(Status::node_limit));
    console.note(fmt::format("the tree was cut off at {} nodes (--most)", a.most_nodes));
  }
  console.flush();
  return tree.complete ? success : incomplete;
}

}  // namespace

void add_explain(CLI::App& app, CommandLine& line) {
  CLI::App* command =
      app.add_subcommand("explain", "Show the search of a small problem step by step");
  add_read_options(*command, line.request);
  const auto a = std::make_shared<ExplainArguments>();
  command->add_option("--html", a->html, "Write a page to go through the search step by step")
      ->type_name("FILE");
  add_number<std::size_t>(*command, "--most", a->most_nodes,
                          "Visit at most N nodes; 500 unless given");
  add_general_options(*command, line.request);
  command->footer(
      "dlx explain shows the search tree of Knuth's Algorithm X. Each node covers the first of\n"
      "the items with the fewest options left, and tries each of these options in turn. An\n"
      "option is shown by its number and its items.\n\n"
      "Examples:\n"
      "  printf 'a b c\\na b\\nc\\na\\nb c\\n' | dlx explain -\n"
      "  dlx queens 4 --emit | dlx explain - --html queens.html\n");
  command->callback([&line, a] {
    line.action = [a](const Request& request, Console& console) {
      return explain(request, console, *a);
    };
  });
}

}  // namespace dlx::app
