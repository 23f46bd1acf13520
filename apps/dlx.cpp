// The program dlx.

#include "apps/commands/dlx.hpp"

int main(int argc, char** argv) {
  return dlx::app::run_dlx(argc, argv);
}
