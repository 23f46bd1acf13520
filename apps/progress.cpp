#include "apps/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

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
constexpr double twice = 2;  // a unit is used from two of it

Unit unit_for(double seconds) {
  for (const Unit unit : {Unit{year, "years"}, {day, "days"}, {hour, "h"}, {minute, "min"}}) {
    if (seconds >= twice * unit.seconds) return unit;
  }
  return {1, "s"};
}

/// Two digits that count, or all before the point.
std::string short_number(const WideReal& number) {
  const double value = number.to_double();
  return value < 10 || value >= 1e6 ? number.to_string(2) : fmt::format("{:.0f}", value);
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
  return (from == to ? to : from + " to " + to) + ' ' + unit.name;
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

void ProgressLines::look(const Progress& progress) {
  if (!first_) first_ = progress;
  last_ = progress;
}

std::optional<double> ProgressLines::rate() const {
  if (!first_) return {};
  const auto done = [](const Progress& p) {
    return static_cast<double>(p.nodes == 0 ? p.states : p.nodes);
  };
  const double seconds = last_.seconds - first_->seconds;
  const double more = done(last_) - done(*first_);
  if (seconds <= 0 || more <= 0) return {};
  return more / seconds;
}

std::string ProgressLines::text() const {
  const Progress& p = last_;
  std::string text = time_in_words(std::floor(p.seconds)) + ':';
  const auto add = [&](const std::string& words) {
    text += (text.back() == ':' ? " " : ", ") + words;
  };
  if (p.nodes != 0 || p.states == 0) add(fmt::format("{} nodes", p.nodes));
  if (p.states != 0) add(fmt::format("{} states", p.states));
  if (const auto a_second = rate()) add(short_number(*a_second) + " a second");
  if (p.solutions_known) add(p.solutions.to_string() + " solutions");
  if (p.share > 0) add(fmt::format("about {} of the tree", percentage(p.share)));
  if (p.threads > 1) add(fmt::format("{} threads", p.threads));
  if (p.left) add(times_in_words(p.left->low, p.left->high) + " left");
  return text;
}

Json ProgressLines::json() const {
  const Progress& p = last_;
  Json line = Json::object();
  line["seconds"] = p.seconds;
  line["nodes"] = p.nodes;
  if (p.states != 0) line["states"] = p.states;
  if (const auto a_second = rate()) line["per_second"] = *a_second;
  if (p.solutions_known) line["solutions"] = p.solutions.to_string();
  line["share"] = p.share;
  line["threads"] = p.threads;
  if (p.left) line["seconds_left"] = {p.left->low, p.left->high};
  return line;
}

}  // namespace dlx::app
