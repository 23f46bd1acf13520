#pragma once

#include <deque>
#include <optional>
#include <string>

#include "apps/cli/console.hpp"
#include "dlx/core/wide_real.hpp"
#include "dlx/search/progress.hpp"

/// The progress of a run, in words and as JSON.
namespace dlx::app {

/// A time given in seconds, printed in a unit of readable size, such as "90 s", "5 min" or "7.7
/// days".
[[nodiscard]] std::string time_in_words(const WideReal& seconds);
/// A range of times given in seconds, printed in the unit suited to the longer time: "5.6 to 7.7
/// days".
[[nodiscard]] std::string times_in_words(double low, double high);
/// A number with two significant digits. From 10 to a million, all digits before the decimal point
/// are printed.
[[nodiscard]] std::string short_number(const WideReal& number);
/// A fraction from 0 to 1 as a percentage with enough digits, such as "13.2 %" or "0.0012 %". A
/// fraction below 1 is never printed as "100.0 %".
[[nodiscard]] std::string percentage(double share);

/// The cost gap as JSON, with the fields `best`, `lower_bound` and `gap`. Unknown fields are left
/// out.
[[nodiscard]] Json to_json(const search::CostGap& costs);

/// Converts the progress reports of a run to lines of text or JSON.
class ProgressLines {
 public:
  /// Records a report. Call look() for every report, even if no line is printed, because the rate
  /// is computed from all reports.
  void look(const search::Progress& progress);

  [[nodiscard]] bool empty() const { return looks_.empty(); }
  /// The line for the latest report. At least one report must have been recorded.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] Json json() const;

 private:
  struct Rate {
    double per_second = 0;
    bool counts_nodes = true;  ///< whether per_second is a number of nodes; false: of states
  };
  /// The rate of nodes or of states during the last seconds, whichever has increased more.
  [[nodiscard]] std::optional<Rate> rate() const;

  // Progress reports of the last 10 seconds, and the report before these.
  std::deque<search::Progress> looks_;
};

}  // namespace dlx::app
