// An engine cannot be sliced.
#include "dlx/search/engine.hpp"

void replace(dlx::Engine& engine, const dlx::Engine& other) {
#ifdef CONTROL
  static_cast<void>(engine);
  static_cast<void>(other);
#else
  engine = other;  // refused
#endif
}
