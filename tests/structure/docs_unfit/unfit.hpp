#pragma once

namespace dlx {

/// A struct with a member that nothing is said about.
struct Unfit {
  int named;
};

/// An enumeration with such an enumerator.
enum class Kind { known };

}  // namespace dlx
