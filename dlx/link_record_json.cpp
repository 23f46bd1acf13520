#include "dlx/link_record_json.hpp"
#include "dlx/core/text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace dlx {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_items = 300;
constexpr std::size_t most_options = 500;

std::string_view to_string(TreeState state) {
  constexpr std::array<std::string_view, 4> names = {"branch", "dead", "solution", "open"};
  return names[static_cast<std::size_t>(state)];
}

Json items_of(const Problem& problem) {
  Json items = Json::array();
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    items.push_back(
        {{"name", problem.name(ItemId{i})}, {"primary", problem.is_primary(ItemId{i})}});
  }
  return items;
}

/// The index of an option in the list of options. Option numbers begin at 1, and indices begin at
/// 0.
std::uint32_t place(const Problem& problem, OptionId option) {
  return problem.number(option) - 1;
}

/// The options in the order of their numbers. An option that was dropped when the problem was read
/// is an empty list.
Json options_of(const Problem& problem) {
  Json options(problem.last_number(), Json::array());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    Json& option = options[place(problem, OptionId{o})];
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      Json name = nullptr;
      if (colour != Colour::none) name = problem.name(colour);
      option.push_back(Json::array({index(item), name}));
    }
  }
  return options;
}

/// Adds the record of a search to a JSON object.
void add_search(Json& json, const Problem& problem, const LinkRecord& record) {
  json["complete"] = record.tree.complete;
  json["solutions"] = record.tree.solutions;
  json["nodes"] = Json::array();
  for (std::size_t n = 0; n < record.tree.nodes.size(); ++n) {
    const TreeNode& node = record.tree.nodes[n];
    Json line = Json::object();
    line["parent"] = node.parent ? Json(*node.parent) : Json(-1);
    line["option"] = node.option ? Json(place(problem, *node.option)) : Json();
    line["state"] = to_string(node.state);
    if (node.state == TreeState::branch || node.state == TreeState::dead) {
      line["item"] = index(node.item);
    }
    if (node.state == TreeState::branch) {
      line["choices"] = Json::array();
      for (const OptionId o : node.choices) line["choices"].push_back(place(problem, o));
    }
    line["arrival"] = record.arrivals[n];
    json["nodes"].push_back(std::move(line));
  }
  json["steps"] = Json::array();
  for (const search::LinkStep& step : record.steps) {
    json["steps"].push_back({static_cast<int>(step.move), step.at, step.before, step.after});
  }
}

}  // namespace

void require_followable(const Problem& problem) {
  if (problem.item_count() <= most_items && problem.last_number() <= most_options) return;
  throw std::invalid_argument(quantity(problem.item_count(), "item") + " and " +
                              quantity(problem.last_number(), "option") +
                              "; a search that people can follow has at most " +
                              std::to_string(most_items) + " and " + std::to_string(most_options));
}

std::string search_as_json(const Problem& problem, const LinkRecord& minimum,
                           const LinkRecord& first, const std::string& title,
                           const std::string& board) {
  Json json = Json::object();
  json["format"] = "dlx-tree/1";
  json["title"] = title;
  json["items"] = items_of(problem);
  json["options"] = options_of(problem);
  if (problem.has_option_names()) {
    json["names"] = Json(problem.last_number(), "");
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      json["names"][place(problem, OptionId{o})] = problem.name(OptionId{o});
    }
  }
  if (!board.empty()) json["board"] = Json::parse(board);
  json["moves"] = Json::array();
  for (int m = 0; m <= static_cast<int>(search::LinkMove::relink); ++m) {
    json["moves"].push_back(to_string(static_cast<search::LinkMove>(m)));
  }
  const search::LinkMemory& start = minimum.start;
  json["links"] = {{"up", start.up},     {"down", start.down}, {"right", start.right},
                   {"item", start.item}, {"next", start.next}, {"previous", start.previous}};
  json["rule"] = "minimum";
  add_search(json, problem, minimum);
  json["compared"] = {{"rule", "first"}};
  add_search(json["compared"], problem, first);
  return json.dump();
}

}  // namespace dlx
