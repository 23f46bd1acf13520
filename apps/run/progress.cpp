#include "apps/run/progress.hpp"
#include "dlx/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace dlx::app {
namespace {

struct Unit {
  double seconds;
  const char* name;
};

constexpr double minute = 60;
constexpr double hour = 60 * minute;
constexpr double day = 24 * hour;
constexpr double year = 365.25 * day;
constexpr double twice = 2;  // a time is printed in a unit if it is at least two of these units

Unit unit_for(double seconds) {
  for (const Unit unit : {Unit{year, "years"}, {day, "days"}, {hour, "h"}, {minute, "min"}}) {
    if (seconds >= twice * unit.seconds) return unit;
  }
  return {1, "s"};
}

}  // namespace

std::string time_in_words(const WideReal& seconds) {
  const Unit unit = unit_for(seconds.to_double());
  return short_number(seconds / unit.seconds) + ' ' + unit.name;
}

std::string times_in_words(double low, double high) {
  const Unit unit = unit_for(high);
  const std::string from = short_number(low / unit.seconds);
  const std::string to = short_number(high / unit.seconds);
  // A range prints no lower end below this fraction of its upper end.
  constexpr double nothing = 1e-3;
  if (low < nothing * high) return "at most " + to + ' ' + unit.name;
  return (from == to ? to : from + " to " + to) + ' ' + unit.name;
}

std::string short_number(const WideReal& number) {
  const double value = number.to_double();
  return value < 10 || value >= 1e6 ? number.to_string(2) : fmt::format("{:.0f}", value);
}

std::string percentage(double share) {
  const double percent = 100 * share;
  if (percent == 0 || percent >= 100) return fmt::format("{:.0f} %", percent);
  if (percent >= 1) return fmt::format("{:.1f} %", std::floor(10 * percent) / 10);
  const int zeros = -static_cast<int>(std::floor(std::log10(percent)));
  constexpr int most_zeros = 9;
  if (zeros > most_zeros) return fmt::format("{:.1e} %", percent);
  return fmt::format("{:.{}f} %", percent, zeros + 1);
}

Json to_json(const search::CostGap& costs) {
  Json json = Json::object();
  if (costs.best) json["best"] = decimal_text(*costs.best, costs.places);
  if (costs.bound) json["lower_bound"] = decimal_text(*costs.bound, costs.places);
  if (const auto share = costs.share()) json["gap"] = *share;
  return json;
}

void ProgressLines::look(const search::Progress& progress) {
  constexpr double window = 10;  // length in seconds of the period whose rate is shown
  // If the number of nodes or states has decreased, the reports are now about another counting
  // method. Earlier reports are dropped, because a rate must be computed from the reports of a
  // single method.
  const bool other_way = !looks_.empty() && (progress.nodes < looks_.back().nodes ||
                                             progress.states < looks_.back().states);
  if (other_way) looks_.clear();
  looks_.push_back(progress);
  while (looks_.size() > 2 && looks_[1].seconds <= progress.seconds - window) looks_.pop_front();
}

std::optional<ProgressLines::Rate> ProgressLines::rate() const {
  if (looks_.size() < 2) return {};
  const search::Progress& from = looks_.front();
  const search::Progress& to = looks_.back();
  const double seconds = to.seconds - from.seconds;
  if (seconds <= 0) return {};
  const auto grown = [](std::uint64_t before, std::uint64_t after) {
    return after > before ? static_cast<double>(after - before) : 0;
  };
  const double nodes = grown(from.nodes, to.nodes);
  const double states = grown(from.states, to.states);
  if (nodes == 0 && states == 0) return {};
  return Rate{std::max(nodes, states) / seconds, nodes >= states};
}

std::string ProgressLines::text() const {
  const search::Progress& p = looks_.back();
  std::string text = time_in_words(std::floor(p.seconds)) + ':';
  const auto add = [&](const std::string& words) {
    text += (text.back() == ':' ? " " : ", ") + words;
  };
  const auto a_second = rate();
  const auto add_number = [&](std::uint64_t number, const char* thing, bool counts_nodes) {
    add(quantity(number, thing));
    if (a_second && a_second->counts_nodes == counts_nodes) {
      add(short_number(a_second->per_second) + " a second");
    }
  };
  if (p.nodes != 0 || p.states == 0) add_number(p.nodes, "node", true);
  if (p.states != 0) add_number(p.states, "state", false);
  if (p.solutions_known) add(quantity(p.solutions.to_string(), "solution"));
  if (p.share > 0) add(fmt::format("about {} done", percentage(p.share)));
  if (p.costs) {
    const search::CostGap& costs = *p.costs;
    if (costs.best) add("best " + decimal_text(*costs.best, costs.places));
    if (costs.bound) add("bound " + decimal_text(*costs.bound, costs.places));
    if (const auto share = costs.share()) add("gap " + percentage(*share));
  }
  if (p.threads > 1) add(fmt::format("{} threads", p.threads));
  if (p.left) add(times_in_words(p.left->low, p.left->high) + " left");
  return text;
}

Json ProgressLines::json() const {
  const search::Progress& p = looks_.back();
  Json line = {{"seconds", p.seconds}, {"nodes", p.nodes}};
  if (p.states != 0) line["states"] = p.states;
  if (const auto a_second = rate()) {
    line[a_second->counts_nodes ? "nodes_per_second" : "states_per_second"] = a_second->per_second;
  }
  if (p.solutions_known) line["solutions"] = p.solutions.to_string();
  line["share"] = p.share;
  if (p.costs) line.update(to_json(*p.costs));
  line["threads"] = p.threads;
  if (p.left) line["seconds_left"] = {p.left->low, p.left->high};
  return line;
}

}  // namespace dlx::app
