// Prints searches with the memory of dancing links after every move, as the engine has it, for the
// test of the page that shows them (viewer/learn/test/memory.mjs): a line of JSON for each search.
//     link_snapshots SEED COUNT

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "dlx/engines/dancing_links.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using Json = nlohmann::json;

Json as_json(const search::LinkMemory& m) {
  return {{"up", m.up},         {"down", m.down},        {"right", m.right},
          {"item", m.item},     {"next", m.next},        {"previous", m.previous},
          {"length", m.length}, {"purified", m.purified}};
}

class Photographer final : public search::LinkWatcher {
 public:
  explicit Photographer(Json& json) : json_(&json) {}
  void start(const search::LinkMemory& memory) override { (*json_)["links"] = as_json(memory); }
  void step(const search::LinkStep& s, const std::function<search::LinkMemory()>& memory) override {
    (*json_)["steps"].push_back({static_cast<int>(s.move), s.at, s.before, s.after});
    (*json_)["memories"].push_back(as_json(memory()));
  }

 private:
  Json* json_;
};

Json search(const Problem& problem, BranchingRule rule) {
  Json json{{"rule", to_string(rule)},
            {"complete", true},
            {"steps", Json::array()},
            {"memories", Json::array()},
            {"items", Json::array()}};
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    json["items"].push_back(
        {{"name", problem.name(ItemId{i})}, {"primary", problem.is_primary(ItemId{i})}});
  }
  json["options"] = Json::array();
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    Json option = Json::array();
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      Json name = nullptr;
      if (colour != Colour::none) name = problem.name(colour);
      option.push_back({index(item), name});
    }
    json["options"].push_back(std::move(option));
  }
  for (int m = 0; m <= static_cast<int>(search::LinkMove::relink); ++m) {
    json["moves"].push_back(to_string(static_cast<search::LinkMove>(m)));
  }
  Photographer photographer(json);
  const auto engine =
      engines::make_watched_dancing_links(problem, {.branching = rule}, photographer);
  while (engine->next()) {
  }
  return json;
}

}  // namespace
}  // namespace dlx::test

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  dlx::test::Random random(std::strtoull(argv[1], nullptr, 10));
  for (int n = std::atoi(argv[2]); n > 0; --n) {
    dlx::test::Shape shape = dlx::test::random_shape(random, 8);
    shape.multiplicities = false;
    const dlx::Problem problem = dlx::test::random_model(random, shape).problem();
    for (const auto rule :
         {dlx::BranchingRule::minimum_remaining, dlx::BranchingRule::first_active}) {
      std::cout << dlx::test::search(problem, rule).dump() << '\n';
    }
  }
}
