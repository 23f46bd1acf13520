/* The C ABI: the cheapest crews for an airline. Every flight needs one crew; a tour has a cost, and a
 * crew that flies it. Lists the three cheapest plans, and counts those that cost 8.5 or less.
 *
 *   cc -std=c11 cheapest.c $(pkg-config --cflags --libs dlx-c) -o cheapest && ./cheapest */
#include <dlx.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program if a call has failed. */
static void check(dlx_code code) {
  if (code == DLX_OK) return;
  fprintf(stderr, "cheapest: %s\n", dlx_last_error());
  exit(EXIT_FAILURE);
}

struct tour {
  const char *cost;
  const char *flights;
};
static const struct tour tours[] = {{"4.10", "ABC"}, {"3.80", "DEF"}, {"3", "AD"}, {"2.90", "BE"},
                                    {"2.80", "CF"},  {"2.60", "AB"},  {"4.50", "CDEF"}};

static dlx_problem *airline(void) {
  dlx_builder *builder;
  dlx_problem *problem;
  check(dlx_builder_new(&builder));
  for (char name[] = "A"; name[0] <= 'F'; ++name[0]) check(dlx_primary(builder, name, NULL));
  for (size_t t = 0; t < sizeof tours / sizeof *tours; ++t) {
    dlx_entry flights[6] = {{0, 0}};
    size_t count = 0;
    for (const char *f = tours[t].flights; *f != '\0'; ++f) {
      flights[count++].item = (uint32_t)(*f - 'A');
    }
    check(dlx_option_at_cost(builder, flights, count, tours[t].cost, NULL));
  }
  check(dlx_build(builder, &problem));
  dlx_builder_free(builder);
  return problem;
}

static int show(void *data, int64_t cost, const uint32_t *options, size_t count) {
  const dlx_costs *found = data;
  double unit = 1;
  for (int place = 0; place < found->places; ++place) unit /= 10;
  printf("%.2f:", (double)cost * unit);
  for (size_t i = 0; i < count; ++i) printf(" %s", tours[options[i]].flights);
  printf("\n");
  return 0;
}

int main(void) {
  dlx_problem *problem = airline();
  dlx_options *options;
  dlx_costs found;
  check(dlx_cheapest(problem, NULL, 3, show, &found, &found));
  if (found.status == DLX_EXHAUSTED) printf("no others cost less\n");
  check(dlx_options_new(&options));
  check(dlx_set(options, "max_cost", "8.5"));
  check(dlx_cheapest(problem, options, DLX_EVERY, NULL, NULL, &found));
  printf("%" PRIu64 " cost 8.50 or less\n", found.count);
  dlx_options_free(options);
  dlx_problem_free(problem);
  return EXIT_SUCCESS;
}
