#include "tests/support/random_problems.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace dlx::test {
namespace {

class Maker {
 public:
  Maker(Random& random, const Shape& shape) : random_(random), shape_(shape) {}

  Model make() {
    declare();
    if (model_.primaries == 0) return model_;
    model_.options.resize(random_.between(0, shape_.most_options));
    planted_.assign(model_.options.size(), false);
    if (random_.chance(0.75)) {
      const double share = random_.chance(0.5) ? 0.5 : 0.25;
      for (auto&& p : planted_) p = random_.chance(share);
    }
    use_primaries();
    use_secondaries();
    for (auto& option : model_.options) random_.shuffle(option.uses);
    if (shape_.duplicates && !model_.options.empty() && random_.chance(0.3)) {
      const auto copy = model_.options[random_.below(model_.options.size())];
      model_.options[random_.below(model_.options.size())] = copy;
    }
    if (shape_.costs && random_.chance(0.3)) {
      for (auto& option : model_.options) {
        option.cost = std::int64_t{random_.between(0, 20)} - 10;
      }
    }
    random_.shuffle(model_.options);
    return model_;
  }

 private:
  std::string name(char kind, std::uint32_t number) {
    std::string name = kind + std::to_string(number);
    if (shape_.strange_names) {
      switch (random_.below(6)) {
        case 4: {
          // What would be a comment, a number of another line, or another format if it came first.
          static constexpr const char* starts[] = {"/", "//", "{", "[", "#", "1", "end", "problem"};
          name.insert(0, starts[random_.below(std::size(starts))]);
          break;
        }
        case 0:
          name += "\xC3\xA9\xE2\x99\xA3\xF0\x9F\x82\xA1";  // é♣🂡
          break;
        case 1:
          name += std::string(random_.between(1, 200), '#');
          break;
        case 2:
          name += "/[]{}\"\\,;";
          break;
        default:
          break;
      }
    }
    return name;
  }

  void declare() {
    model_.primaries = shape_.zero_primaries && random_.chance(0.05)
                           ? 0
                           : random_.between(1, shape_.most_primaries);
    for (std::uint32_t i = 0; i < model_.primaries; ++i) model_.items.push_back({name('p', i), {}});
    const std::uint32_t secondaries =
        random_.between(std::min(1U, shape_.most_secondaries), shape_.most_secondaries);
    for (std::uint32_t i = 0; i < secondaries; ++i) model_.items.push_back({name('s', i), {}});
    if (shape_.colours) {
      const std::uint32_t colours = random_.between(1, 3);
      for (std::uint32_t c = 0; c < colours; ++c) model_.colours.push_back(name('c', c));
    }
  }

  void use_primaries() {
    const double density = std::vector{0.15, 0.3, 0.5, 0.8}[random_.below(4)];
    std::vector<std::uint32_t> solution;
    for (std::uint32_t o = 0; o < planted_.size(); ++o) {
      if (planted_[o]) solution.push_back(o);
    }
    for (std::uint32_t i = 0; i < model_.primaries; ++i) {
      // An item without options makes the problem hopeless, unless it need not be covered.
      if (shape_.empty_items && random_.chance(0.02)) continue;
      const bool multiple = shape_.multiplicities && random_.chance(0.5);
      std::uint32_t times = 0;
      for (std::uint32_t o = 0; o < planted_.size(); ++o) {
        if (planted_[o] ? multiple && random_.chance(0.5) : random_.chance(density)) {
          model_.options[o].uses.push_back({i, Model::uncoloured});
          times += planted_[o] ? 1 : 0;
        }
      }
      if (!multiple) {
        if (!solution.empty()) {
          model_.options[solution[random_.below(solution.size())]].uses.push_back(
              {i, Model::uncoloured});
        }
        continue;
      }
      Bounds& bounds = model_.items[i].bounds;
      if (solution.empty()) {
        bounds.at_most = random_.between(1, 4);
        bounds.at_least = random_.between(0, bounds.at_most);
      } else {
        bounds.at_most = random_.between(std::max(1U, times), times + 1);
        bounds.at_least = random_.chance(0.5) ? times : random_.between(0, times);
      }
    }
    for (std::uint32_t o = 0; o < planted_.size(); ++o) {
      if (!model_.options[o].uses.empty()) continue;
      // Every option needs a primary item; this one can then no longer be counted on.
      planted_[o] = false;
      model_.options[o].uses.push_back({random_.below(model_.primaries), Model::uncoloured});
    }
  }

  void use_secondaries() {
    const double density = std::vector{0.1, 0.3, 0.6}[random_.below(3)];
    for (auto s = model_.primaries; s < model_.items.size(); ++s) {
      if (shape_.empty_items && random_.chance(0.05)) continue;
      // In the planted solution the item has one colour, or is used once without.
      const int common = random_.chance(0.8) ? colour() : Model::uncoloured;
      bool used = false;
      for (std::uint32_t o = 0; o < planted_.size(); ++o) {
        if (!random_.chance(density)) continue;
        const int chosen = planted_[o] ? common : random_.chance(0.5) ? common : colour();
        if (planted_[o] && common == Model::uncoloured && used) continue;
        used |= planted_[o];
        model_.options[o].uses.push_back({s, chosen});
      }
    }
  }

  int colour() {
    if (model_.colours.empty() || random_.chance(0.15)) return Model::uncoloured;
    return static_cast<int>(random_.below(model_.colours.size()));
  }

  Random& random_;
  const Shape& shape_;
  Model model_;
  std::vector<bool> planted_;
};

}  // namespace

Model random_model(Random& random, const Shape& shape) {
  return Maker(random, shape).make();
}

Shape random_shape(Random& random, std::uint32_t most_options) {
  Shape shape;
  shape.most_options = most_options;
  shape.most_primaries = random.between(1, 7);
  shape.most_secondaries = random.chance(0.25) ? 0 : random.between(1, 5);
  shape.zero_primaries = true;
  shape.colours = random.chance(0.6);
  shape.multiplicities = random.chance(0.5);
  shape.costs = random.chance(0.3);
  shape.empty_items = random.chance(0.7);
  shape.duplicates = random.chance(0.5);
  return shape;
}

}  // namespace dlx::test
