// Any sequence of calls of a ProblemBuilder: what is refused is refused for a reason, and changes
// nothing; what is taken is in the problem.

#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <rapidcheck/state.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "tests/support/model.hpp"

namespace dlx::test {
namespace {

using Kind = ProblemError::Kind;
using Kinds = std::set<Kind>;

const std::string too_long(ProblemBuilder::longest_name + 1, 'x');
const std::string longest(ProblemBuilder::longest_name, 'y');

/// Why a name is refused.
Kinds faults_of(const std::string& name) {
  if (name.empty()) return {Kind::empty_name};
  Kinds kinds;
  if (name.size() > ProblemBuilder::longest_name) kinds.insert(Kind::name_too_long);
  // Of the names that are drawn, these.
  for (const char* bad : {"a b", "a:b", "|", "x\x01", "\xff"}) {
    if (name == bad) kinds.insert(Kind::illegal_character);
  }
  return kinds;
}

rc::Gen<std::string> a_name() {
  return rc::gen::weightedElement<std::string>({{8, "a"},
                                                {8, "b"},
                                                {8, "c"},
                                                {8, "d"},
                                                {4, "\xC3\xA9"},
                                                {4, "/"},
                                                {1, longest},
                                                {1, too_long},
                                                {1, ""},
                                                {1, "a b"},
                                                {1, "a:b"},
                                                {1, "|"},
                                                {1, "x\x01"},
                                                {1, "\xff"}});
}

std::string shown(const std::string& name) {
  return name.size() < 20 ? "'" + name + "'" : std::to_string(name.size()) + " bytes";
}

using Call = rc::state::Command<Model, ProblemBuilder>;

/// `call()` does what it should: nothing but throw, for one of these reasons, if there are any.
template <class Function>
void require_refused_for(const Kinds& kinds, Function call) {
  std::optional<Kind> kind;
  try {
    call();
  } catch (const ProblemError& e) {
    kind = e.kind();
  }
  RC_ASSERT(kind.has_value() == !kinds.empty());
  if (kind) RC_ASSERT(kinds.contains(*kind));
}

struct Declare : Call {
  std::string name = *a_name();
  bool primary = *rc::gen::weightedElement<bool>({{3, true}, {2, false}});
  std::uint32_t least = *rc::gen::inRange<std::uint32_t>(0, 4);
  std::uint32_t most = *rc::gen::weightedElement<std::uint32_t>({{3, 1}, {2, 3}, {1, 0}});

  [[nodiscard]] Kinds faults(const Model& model) const {
    Kinds kinds = faults_of(name);
    for (const auto& item : model.items) {
      if (item.name == name) kinds.insert(Kind::duplicate_name);
    }
    if (!model.options.empty() || (primary && model.items.size() > model.primaries)) {
      kinds.insert(Kind::wrong_order);
    }
    if (primary && (most == 0 || least > most)) kinds.insert(Kind::bad_bounds);
    return kinds;
  }
  void apply(Model& model) const override {
    if (!faults(model).empty()) return;
    if (primary) {
      model.add_primary(name, {least, most});
    } else {
      model.add_secondary(name);
    }
  }
  void run(const Model& model, ProblemBuilder& builder) const override {
    require_refused_for(faults(model), [&] {
      const ItemId item = primary ? builder.primary(name, {least, most}) : builder.secondary(name);
      RC_ASSERT(index(item) == model.items.size());
    });
    const auto known = std::find_if(model.items.begin(), model.items.end(),
                                    [&](const auto& item) { return item.name == name; });
    const auto found = builder.find_item(name);
    if (known != model.items.end()) {
      RC_ASSERT(found.has_value());
      RC_ASSERT(index(*found) == static_cast<std::uint32_t>(known - model.items.begin()));
    } else {
      RC_ASSERT(found.has_value() == faults(model).empty());
    }
  }
  void show(std::ostream& out) const override {
    out << (primary ? "primary(" : "secondary(") << shown(name);
    if (primary) out << ", {" << least << ", " << most << "}";
    out << ")";
  }
};

struct MakeColour : Call {
  std::string name = *a_name();

  void apply(Model& model) const override {
    if (!faults_of(name).empty()) return;
    if (std::find(model.colours.begin(), model.colours.end(), name) == model.colours.end()) {
      model.add_colour(name);
    }
  }
  void run(const Model& model, ProblemBuilder& builder) const override {
    const auto known = std::find(model.colours.begin(), model.colours.end(), name);
    require_refused_for(faults_of(name), [&] {
      RC_ASSERT(index(builder.colour(name)) ==
                static_cast<std::uint32_t>(known - model.colours.begin()) + 1);
    });
  }
  void show(std::ostream& out) const override { out << "colour(" << shown(name) << ")"; }
};

struct AddOption : Call {
  /// Items and colours as numbers, also of those that there are not; colours from 1.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> uses = *rc::gen::resize(
      5, rc::gen::container<std::vector<std::pair<std::uint32_t, std::uint32_t>>>(rc::gen::pair(
             rc::gen::inRange<std::uint32_t>(0, 6),
             rc::gen::weightedElement<std::uint32_t>({{6, 0}, {2, 1}, {1, 2}, {1, 9}}))));
  std::int64_t cost = *rc::gen::arbitrary<std::int64_t>();

  [[nodiscard]] Kinds faults(const Model& model) const {
    Kinds kinds;
    std::set<std::uint32_t> items;
    bool primary = false;
    for (const auto& [item, colour] : uses) {
      if (item >= model.items.size()) {
        kinds.insert(Kind::unknown_item);
      } else if (!items.insert(item).second) {
        kinds.insert(Kind::duplicate_item);
      } else {
        primary = primary || model.is_primary(item);
      }
      if (colour > model.colours.size()) kinds.insert(Kind::unknown_colour);
      if (item < model.primaries && colour != 0) kinds.insert(Kind::colour_on_primary);
    }
    if (!primary) kinds.insert(Kind::no_primary_item);
    return kinds;
  }
  void apply(Model& model) const override {
    if (!faults(model).empty()) return;
    Model::Option option;
    option.cost = cost;
    for (const auto& [item, colour] : uses) {
      option.uses.push_back({item, static_cast<int>(colour) - 1});
    }
    model.options.push_back(option);
  }
  void run(const Model& model, ProblemBuilder& builder) const override {
    std::vector<Entry> entries;
    for (const auto& [item, colour] : uses) entries.emplace_back(ItemId{item}, Colour{colour});
    require_refused_for(faults(model), [&] {
      RC_ASSERT(index(builder.option(entries, cost)) == model.options.size());
    });
    RC_ASSERT(builder.option_count() == model.options.size() + (faults(model).empty() ? 1 : 0));
  }
  void show(std::ostream& out) const override {
    out << "option({";
    for (const auto& [item, colour] : uses) {
      out << " " << item;
      if (colour != 0) out << ":" << colour;
    }
    out << " }, " << cost << ")";
  }
};

struct Build : Call {
  void apply(Model& model) const override { model = {}; }
  void run(const Model& model, ProblemBuilder& builder) const override {
    const Problem problem = std::move(builder).build();
    Model built = model_of(problem);
    // Of colours that no option has the problem need not know.
    RC_ASSERT(built.items == model.items);
    RC_ASSERT(built.primaries == model.primaries);
    RC_ASSERT(built.options.size() == model.options.size());
    for (std::size_t o = 0; o < built.options.size(); ++o) {
      RC_ASSERT(built.options[o].cost == model.options[o].cost);
      RC_ASSERT(built.options[o].uses.size() == model.options[o].uses.size());
      for (std::size_t u = 0; u < built.options[o].uses.size(); ++u) {
        const Model::Use& use = built.options[o].uses[u];
        const Model::Use& wanted = model.options[o].uses[u];
        RC_ASSERT(use.item == wanted.item);
        RC_ASSERT((use.colour == Model::uncoloured) == (wanted.colour == Model::uncoloured));
        if (use.colour == Model::uncoloured) continue;
        RC_ASSERT(built.colours.at(static_cast<std::size_t>(use.colour)) ==
                  model.colours.at(static_cast<std::size_t>(wanted.colour)));
      }
    }
    RC_ASSERT(builder.option_count() == 0U);  // as new
    RC_ASSERT(!builder.find_item("a"));
  }
  void show(std::ostream& out) const override { out << "build()"; }
};

TEST_CASE("any sequence of calls of a builder gives the problem that was told, or reasons") {
  rc::prop("calls", [] {
    ProblemBuilder builder;
    rc::state::check(Model(), builder,
                     rc::state::gen::execOneOfWithArgs<Declare, Declare, Declare, MakeColour,
                                                       AddOption, AddOption, AddOption, Build>());
  });
}

}  // namespace
}  // namespace dlx::test
