/* The C ABI: place n queens, none attacking another. Lists the placements of a small board one at a
 * time, and counts those of a larger one.
 *
 *   cc -std=c11 queens.c $(pkg-config --cflags --libs dlx-c) -o queens && ./queens */
#include <dlx.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program if a call has failed. */
static void check(dlx_code code) {
  if (code == DLX_OK) return;
  fprintf(stderr, "queens: %s\n", dlx_last_error());
  exit(EXIT_FAILURE);
}

/* Items: rows and columns, which must be covered; diagonals, which need not be. */
static dlx_problem *queens(uint32_t n) {
  dlx_builder *builder;
  dlx_problem *problem;
  char name[32];
  check(dlx_builder_new(&builder));
  for (uint32_t i = 0; i < 2 * n; ++i) {
    snprintf(name, sizeof name, "%c%u", i < n ? 'r' : 'c', (unsigned)(i % n));
    check(dlx_primary(builder, name, NULL));
  }
  for (uint32_t i = 0; i < 2 * (2 * n - 1); ++i) {
    snprintf(name, sizeof name, "d%u", (unsigned)i);
    check(dlx_secondary(builder, name, NULL));
  }
  for (uint32_t row = 0; row < n; ++row) {
    for (uint32_t column = 0; column < n; ++column) {
      const dlx_entry square[] = {{row, 0},
                                  {n + column, 0},
                                  {2 * n + row + column, 0},
                                  {4 * n - 1 + row + (n - 1 - column), 0}};
      check(dlx_option(builder, square, sizeof square / sizeof *square, NULL));
    }
  }
  check(dlx_build(builder, &problem));
  dlx_builder_free(builder);
  return problem;
}

/* Prints the column of the queen in each row. */
static void list(uint32_t n) {
  dlx_problem *problem = queens(n);
  dlx_solver *solver;
  const uint32_t *options;
  size_t count;
  uint32_t column_of[16] = {0};
  check(dlx_solver_new(problem, NULL, &solver));
  for (;;) {
    check(dlx_next(solver, &options, &count));
    if (options == NULL) break;
    for (size_t i = 0; i < count; ++i) column_of[options[i] / n] = options[i] % n;
    for (uint32_t row = 0; row < n; ++row) printf("%u ", (unsigned)column_of[row]);
    printf("\n");
  }
  if (dlx_solver_status(solver) == DLX_EXHAUSTED) printf("these are all\n");
  dlx_solver_free(solver);
  dlx_problem_free(problem);
}

/* Prints the number of placements, or a lower bound after ten seconds. */
static void count(uint32_t n) {
  dlx_problem *problem = queens(n);
  dlx_options *options;
  dlx_status status;
  char *digits;
  check(dlx_options_new(&options));
  check(dlx_set(options, "time_limit", "10"));
  check(dlx_count(problem, options, &digits, &status));
  printf("%u queens: %s%s\n", (unsigned)n, status == DLX_EXHAUSTED ? "" : "at least ", digits);
  dlx_string_free(digits);
  dlx_options_free(options);
  dlx_problem_free(problem);
}

int main(void) {
  list(5);
  count(10);
  return EXIT_SUCCESS;
}
