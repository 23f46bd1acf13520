#pragma once

#include <optional>
#include <string>

#include "apps/session.hpp"
#include "dlx/core/wide_real.hpp"
#include "dlx/search/progress.hpp"

/// How a run stands, as a person reads it and as a program does.
namespace dlx::app {

/// A time in seconds, in the unit that a person would use: "90 s", "5 min", "7.7 days".
[[nodiscard]] std::string time_in_words(const WideReal& seconds);
/// From one such time to another, both in the unit of the longer: "5.6 to 7.7 days".
[[nodiscard]] std::string times_in_words(double low, double high);
/// A share from 0 to 1 with the digits that tell something: "13.2 %", "0.0012 %". Never "100.0 %"
/// of what is less than all.
[[nodiscard]] std::string percentage(double share);

/// Turns the looks at one run into lines.
class ProgressLines {
 public:
  /// To be called with each look, also where no line is wanted: the rate is that since the first.
  void look(const Progress& progress);

  /// Of the last look.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] Json json() const;

 private:
  /// Nodes a second, or states a second where there are no nodes.
  [[nodiscard]] std::optional<double> rate() const;

  std::optional<Progress> first_;
  Progress last_;
};

}  // namespace dlx::app
