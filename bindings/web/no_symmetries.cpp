// In place of dlx/symmetry/automorphisms.cpp, which needs nauty: in a browser no symmetries are
// known. What nothing in the page calls is left out.

#include <stdexcept>

#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::symmetry {

Automorphisms automorphisms(const Problem&, const AutomorphismOptions&) {
  Automorphisms unknown;
  unknown.complete = false;
  return unknown;
}

std::optional<OptionSymmetries> members(const Problem&, const Automorphisms&, std::size_t,
                                        const search::Deadline&) {
  return {};
}

struct IsomorphTable::Table {};

IsomorphTable::IsomorphTable(const Problem&) {
  throw std::logic_error("there are no canonical forms without nauty");
}
IsomorphTable::~IsomorphTable() = default;

const Natural& IsomorphTable::order_of_kernel() const noexcept {
  static const Natural one = 1;
  return one;
}
std::size_t IsomorphTable::memory_bytes() const noexcept {
  return 0;
}
std::optional<IsomorphTable::Form> IsomorphTable::form(std::span<const OptionId>,
                                                       const AutomorphismOptions&) const {
  return {};
}
bool IsomorphTable::contains(const Form&) const {
  return false;
}
IsomorphTable::Known IsomorphTable::add(Form) {
  return {};
}
std::optional<IsomorphTable::Known> IsomorphTable::add(std::span<const OptionId>,
                                                       const AutomorphismOptions&) {
  return {};
}

}  // namespace dlx::symmetry
