#pragma once

#include <cstddef>
#include <list>
#include <utility>

namespace dlx {

/// First come, first served; what was taken can be put back without memory, so that nothing is
/// lost where memory has run out.
template <class Value>
class WaitingLine {
 public:
  /// Who comes next. The line must not be empty.
  [[nodiscard]] const Value& front() const { return waiting_.front(); }
  /// How many wait.
  [[nodiscard]] std::size_t size() const noexcept { return waiting_.size(); }
  /// Whether nobody waits.
  [[nodiscard]] bool empty() const noexcept { return waiting_.empty(); }

  /// The first leaves the line; its place is kept until give_back() or replace().
  [[nodiscard]] Value take() noexcept {
    Value value = std::move(waiting_.front());
    places_.splice(places_.begin(), waiting_, waiting_.begin());
    return value;
  }
  /// What was taken is the first again.
  void give_back(Value value) noexcept {
    places_.front() = std::move(value);
    waiting_.splice(waiting_.begin(), places_, places_.begin());
  }
  /// Somebody who was taken does not come back, and others come last.
  void replace(std::list<Value>&& others) noexcept {
    if (!places_.empty()) places_.pop_front();
    append(std::move(others));
  }
  /// All of them, last.
  void append(std::list<Value>&& others) noexcept { waiting_.splice(waiting_.end(), others); }

 private:
  std::list<Value> waiting_;
  std::list<Value> places_;  // of those that were taken
};

}  // namespace dlx
