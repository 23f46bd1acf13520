#pragma once

#include <deque>
#include <optional>
#include <string>

#include "apps/cli/console.hpp"
#include "dlx/core/wide_real.hpp"
#include "dlx/search/progress.hpp"

/// The progress of a run, in words and as JSON.
namespace dlx::app {

/// A time in seconds, in the unit that a person would use: "90 s", "5 min", "7.7 days".
[[nodiscard]] std::string time_in_words(const WideReal& seconds);
/// From one such time to another, both in the unit of the longer: "5.6 to 7.7 days".
[[nodiscard]] std::string times_in_words(double low, double high);
/// A number with two significant digits, or with all digits before the point.
[[nodiscard]] std::string short_number(const WideReal& number);
/// A share from 0 to 1 with enough digits: "13.2 %", "0.0012 %". A share below 1 is never "100.0
/// %".
[[nodiscard]] std::string percentage(double share);

/// The cost gap as JSON: `best`, `lower_bound` and `gap`, each if it is known.
[[nodiscard]] Json to_json(const search::CostGap& costs);

/// Turns progress reports of one run into lines.
class ProgressLines {
 public:
  /// Records a report. Call it with each report, even if no line is wanted, because the rate needs
  /// them.
  void look(const search::Progress& progress);

  [[nodiscard]] bool empty() const { return looks_.empty(); }
  /// The line for the latest report. There must have been a report.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] Json json() const;

 private:
  struct Rate {
    double per_second = 0;
    bool counts_nodes = true;  ///< otherwise the rate counts states
  };
  /// The rate in the last seconds, of nodes or of states, whichever has grown more.
  [[nodiscard]] std::optional<Rate> rate() const;

  std::deque<search::Progress> looks_;  // reports of the last seconds, and one before
};

}  // namespace dlx::app
