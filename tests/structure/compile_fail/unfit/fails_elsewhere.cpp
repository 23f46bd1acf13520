// Unfit on purpose: it fails on another line than the marked one.
#ifndef CONTROL
#include "dlx/there_is_no_such_header.hpp"
#endif

int number() {
  return 1;  // refused
}
