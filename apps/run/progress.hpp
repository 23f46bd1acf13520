#pragma once

#include <deque>
#include <optional>
#include <string>

#include "apps/cli/console.hpp"
#include "dlx/core/wide_real.hpp"
#include "dlx/search/progress.hpp"

/// How a run stands, as a person reads it and as a program does.
namespace dlx::app {

/// A time in seconds, in the unit that a person would use: "90 s", "5 min", "7.7 days".
[[nodiscard]] std::string time_in_words(const WideReal& seconds);
/// From one such time to another, both in the unit of the longer: "5.6 to 7.7 days".
[[nodiscard]] std::string times_in_words(double low, double high);
/// Two digits that count, or all before the point.
[[nodiscard]] std::string short_number(const WideReal& number);
/// A share from 0 to 1 with enough digits: "13.2 %", "0.0012 %". A share below 1 is never "100.0
/// %".
[[nodiscard]] std::string percentage(double share);

/// `best`, `lower_bound` and `gap`, a number, as far as they are known.
[[nodiscard]] Json to_json(const search::CostGap& costs);

/// Turns the looks at one run into lines.
class ProgressLines {
 public:
  /// To be called with each look, also where no line is wanted: the rate is told from them.
  void look(const search::Progress& progress);

  [[nodiscard]] bool empty() const { return looks_.empty(); }
  /// Of the last look, which there must have been.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] Json json() const;

 private:
  struct Rate {
    double per_second = 0;
    bool counts_nodes = true;  ///< otherwise of states
  };
  /// That of the last seconds, of what has grown more.
  [[nodiscard]] std::optional<Rate> rate() const;

  std::deque<search::Progress> looks_;  // those of the last seconds, and one before
};

}  // namespace dlx::app
