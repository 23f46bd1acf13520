// An engine cannot be sliced.
#include "dlx/search/engine.hpp"

void replace(dlx::search::Engine& engine, const dlx::search::Engine& other) {
#ifdef CONTROL
  static_cast<void>(engine);
  static_cast<void>(other);
#else
  engine = other;  // refused
#endif
}
