// The program dlx.

#include "apps/cli/program.hpp"

int main(int argc, char** argv) {
  return dlx::app::run_program("dlx", argc, argv, dlx::app::run_command);
}
