/* dlx in C: exact covers by dancing links, with an ABI that any language can call.
 *
 * Build a problem with a dlx_builder, then take its solutions one at a time (dlx_solver), have a
 * function called for each (dlx_solve), or count them (dlx_count). Ask many questions about it:
 * which solution has these options, and not those (dlx_questions)?
 *
 * Ownership. dlx_..._new, dlx_build, dlx_read_text and dlx_count hand out an object that the caller
 * must release with the function that the comment names. Releasing NULL does nothing. Everything
 * else belongs to the library, and stays valid as long as the comment says. A problem must outlive
 * its solvers and questions; strings and arrays that are passed in are copied.
 *
 * Errors. Every function that can fail returns a dlx_code, and DLX_OK is 0. dlx_last_error() says
 * in words what was wrong. A function that fails leaves its output arguments and its objects as
 * they were, except that a builder may only be released after DLX_OUT_OF_MEMORY. A limit that is
 * reached, or a stop, is not an error but a dlx_status. A required pointer that is NULL is
 * DLX_BAD_INPUT.
 *
 * Threads. One thread at a time may use a builder or a solver; several may use a problem. Every
 * thread has its own last error. No C++ exception leaves the library, and it installs no signal
 * handler. One gap is known: nauty, which finds symmetries for dlx_count, ends the process if
 * malloc() fails there; dlx_set(options, "symmetry", "false") keeps it out.
 *
 * Numbers of items, colours and options count from 0, 1 and 0 in the order of declaration. Messages,
 * like files, number options from 1. */
#ifndef DLX_H
#define DLX_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define DLX_API __attribute__((visibility("default")))
#else
#define DLX_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call. */
typedef enum dlx_code {
  DLX_OK = 0,
  DLX_BAD_INPUT = 1,     /* an argument, a problem or a text is wrong */
  DLX_OUT_OF_MEMORY = 2, /* memory or threads are exhausted */
  DLX_INTERNAL_ERROR = 3 /* a fault of the library */
} dlx_code;

/* The state of a search or a count. */
typedef enum dlx_status {
  DLX_RUNNING = 0,        /* a solution is at hand, or nothing was searched yet */
  DLX_EXHAUSTED = 1,      /* there are no more solutions; a count is exact */
  DLX_SOLUTION_LIMIT = 2, /* the limit on solutions ended it */
  DLX_NODE_LIMIT = 3,
  DLX_TIME_LIMIT = 4,
  DLX_MEMORY_LIMIT = 5,
  DLX_STOPPED = 6 /* a dlx_stop, or the visitor of dlx_solve */
} dlx_status;

typedef struct dlx_builder dlx_builder;
typedef struct dlx_problem dlx_problem;
typedef struct dlx_solver dlx_solver;
typedef struct dlx_questions dlx_questions;
typedef struct dlx_stop dlx_stop;
typedef struct dlx_options dlx_options;

/* The version, such as "0.2.0". */
DLX_API const char *dlx_version(void);

/* The error of the last call of this thread that failed, in words, in UTF-8; "" if none has failed.
 * Valid until the next call of this thread that fails. Long messages are cut. */
DLX_API const char *dlx_last_error(void);

/* Problems: declare primary items, then secondary items, then options. */

/* Release with dlx_builder_free(). */
DLX_API dlx_code dlx_builder_new(dlx_builder **builder);
DLX_API void dlx_builder_free(dlx_builder *builder);

/* An item that each solution covers exactly once, or from `least` to `most` times. A name is UTF-8
 * without blanks, ':' and '|'. `item` gets the number of the item, and may be NULL. */
DLX_API dlx_code dlx_primary(dlx_builder *builder, const char *name, uint32_t *item);
DLX_API dlx_code dlx_primary_bounds(dlx_builder *builder, const char *name, uint32_t least,
                                    uint32_t most, uint32_t *item);

/* An item that a solution may cover once, or any number of times in one colour. */
DLX_API dlx_code dlx_secondary(dlx_builder *builder, const char *name, uint32_t *item);

/* The number of a colour, which is made if it is new; it is never 0. */
DLX_API dlx_code dlx_colour(dlx_builder *builder, const char *name, uint32_t *colour);

/* An item of an option. */
typedef struct dlx_entry {
  uint32_t item;
  uint32_t colour; /* the colour of a secondary item; 0: none */
} dlx_entry;

/* An option of `count` items. `option` gets the number of the option, and may be NULL. */
DLX_API dlx_code dlx_option(dlx_builder *builder, const dlx_entry *entries, size_t count,
                            uint32_t *option);

/* An option with a cost, for dlx_cheapest(): a decimal number such as "5", "-2.50" or "1e-3". */
DLX_API dlx_code dlx_option_at_cost(dlx_builder *builder, const dlx_entry *entries, size_t count,
                                    const char *cost, uint32_t *option);

/* The problem so far. The builder is empty afterwards, and must still be released. Release the
 * problem with dlx_problem_free(). */
DLX_API dlx_code dlx_build(dlx_builder *builder, dlx_problem **problem);

/* A problem in Knuth's text format, of `size` bytes. Release it with dlx_problem_free(). A text
 * without options is refused because it is seldom meant as a problem; dlx_build() makes such a
 * problem. */
DLX_API dlx_code dlx_read_text(const char *text, size_t size, dlx_problem **problem);

DLX_API void dlx_problem_free(dlx_problem *problem);

/* The problem of the solutions that have all options of `fixed`, and none of `forbidden`. Options
 * that cannot be in such a solution are dropped; all others keep their numbers. A fixed option may
 * get a primary item of its own. Release it with dlx_problem_free(). */
DLX_API dlx_code dlx_restrict(const dlx_problem *problem, const uint32_t *fixed, size_t fixed_count,
                              const uint32_t *forbidden, size_t forbidden_count,
                              dlx_problem **restricted);

/* Numbers of items and options, without options that were dropped; 0 for NULL. */
DLX_API uint32_t dlx_item_count(const dlx_problem *problem);
DLX_API uint32_t dlx_primary_count(const dlx_problem *problem);
DLX_API uint32_t dlx_option_count(const dlx_problem *problem);

/* Searches. */

/* A flag that ends searches and counts soon. Release it with dlx_stop_free() after them. */
DLX_API dlx_code dlx_stop_new(dlx_stop **stop);
DLX_API void dlx_stop_free(dlx_stop *stop);
/* Raise it (wanted != 0) or lower it: from any thread, or from a signal handler. */
DLX_API void dlx_stop_set(dlx_stop *stop, int wanted);

/* How to search, and where to end. Where options are asked for, NULL means the usual ones. Release
 * them with dlx_options_free(); a search or a count keeps a copy. */
DLX_API dlx_code dlx_options_new(dlx_options **options);
DLX_API void dlx_options_free(dlx_options *options);

/* Sets an option: dlx_set(options, "time_limit", "2.5"). docs/options.md lists the names with their
 * values: engine, method, threads, node_limit, memory_limit, preprocess and more. DLX_BAD_INPUT for
 * a name that does not exist, or a value that the option cannot have. */
DLX_API dlx_code dlx_set(dlx_options *options, const char *name, const char *value);

/* The flag that ends the work; it must outlive the work. NULL: none. */
DLX_API dlx_code dlx_set_stop(dlx_options *options, const dlx_stop *stop);

/* Called by the working thread about every `seconds`, with `data`: nodes of the search tree and
 * states of tables so far, and the share of the work that is done, from 0 to 1. Must return, and not
 * jump out. NULL: no calls. */
typedef void (*dlx_progress)(void *data, uint64_t nodes, uint64_t states, double share);
DLX_API dlx_code dlx_set_progress(dlx_options *options, dlx_progress progress, void *data,
                                  double seconds);

/* A search for solutions, one at a time. Release it with dlx_solver_free(). */
DLX_API dlx_code dlx_solver_new(const dlx_problem *problem, const dlx_options *options,
                                dlx_solver **solver);
DLX_API void dlx_solver_free(dlx_solver *solver);

/* Goes to the next solution. `options` gets its options, `count` of them, in the order in which they
 * were chosen; they stay valid until the next call with this solver. Without another solution
 * `options` gets NULL, `count` 0, and dlx_solver_status() says why. After a stop or a limit on time
 * or nodes the search may be continued: lower the flag, or call dlx_solver_limits(). */
DLX_API dlx_code dlx_next(dlx_solver *solver, const uint32_t **options, size_t *count);
DLX_API dlx_status dlx_solver_status(const dlx_solver *solver);
/* Nodes of the search tree that were visited; 0 for NULL. */
DLX_API uint64_t dlx_solver_nodes(const dlx_solver *solver);
/* Replaces the limits; all other options stay. Nodes and solutions count from the start of the
 * search, time from its next step. */
DLX_API dlx_code dlx_solver_limits(dlx_solver *solver, const dlx_options *options);

/* Called for a solution, given as by dlx_next(). Returns 0 to go on, anything else to stop. Must
 * return, and not jump out. */
typedef int (*dlx_visitor)(void *data, const uint32_t *options, size_t count);

/* Calls `visit` for each solution, with `data`. `status` gets the way it ended, and may be NULL. */
DLX_API dlx_code dlx_solve(const dlx_problem *problem, const dlx_options *options,
                           dlx_visitor visit, void *data, dlx_status *status);

/* Questions: one search answers many of them about one problem, and keeps what it has learned. So a
 * question usually takes far less time than a new search. */

/* An assumption about solutions: they have an option (chosen != 0), or they do not have it. */
typedef struct dlx_assumption {
  uint32_t option;
  int chosen;
} dlx_assumption;

/* The limits of the options hold for each call of dlx_ask() and dlx_ask_another(), the limit on
 * solutions for each question. Release it with dlx_questions_free(). */
DLX_API dlx_code dlx_questions_new(const dlx_problem *problem, const dlx_options *options,
                                   dlx_questions **questions);
DLX_API void dlx_questions_free(dlx_questions *questions);

/* Asks for a solution for which all assumptions hold. `options` gets its options, `count` of them,
 * as in dlx_next(). Without a solution `options` gets NULL, `count` 0, and dlx_questions_status()
 * says whether there is none (DLX_EXHAUSTED), or which limit ended the search. */
DLX_API dlx_code dlx_ask(dlx_questions *questions, const dlx_assumption *assumptions,
                         size_t assumption_count, const uint32_t **options, size_t *count);
/* The next solution to the last question of dlx_ask(), returned as by dlx_ask(). After a limit on
 * time or nodes the search goes on where it paused. */
DLX_API dlx_code dlx_ask_another(dlx_questions *questions, const uint32_t **options, size_t *count);
DLX_API dlx_status dlx_questions_status(const dlx_questions *questions);

/* After dlx_ask() has shown that there is no solution: assumptions that exclude every solution, in
 * the order in which they were given; they stay valid until the next call with these questions. If
 * `is_minimal` gets 1, all of them are needed; with 0 a limit ended the attempt. Further
 * questions are asked, so dlx_ask_another() fails afterwards. */
DLX_API dlx_code dlx_core(dlx_questions *questions, const dlx_assumption **assumptions,
                          size_t *count, int *is_minimal);

/* The cheapest solutions. The cost of a solution is the sum of the costs of its options. */

/* The result of a search for them. Costs are in units of 10^-places: 25 means 2.5 with 1 place. */
typedef struct dlx_costs {
  dlx_status status; /* DLX_EXHAUSTED: the solutions found are proved to be the cheapest */
  uint64_t count;    /* solutions found, of those wanted */
  int places;        /* digits of costs behind the point */
  int has_best;      /* whether a solution was found; `best` is its cost */
  int64_t best;
  int has_bound; /* whether `bound` is known: no other solution costs less */
  int64_t bound;
  double gap; /* how much less than `best` a solution may cost, as a part of it; -1: not known */
} dlx_costs;

/* Called for a solution as a dlx_visitor is, and gets the solution's cost too. */
typedef int (*dlx_costed_visitor)(void *data, int64_t cost, const uint32_t *options, size_t count);

/* All solutions of the least cost, and all solutions that cost no more than the option "max_cost". */
#define DLX_OF_LEAST_COST 0
#define DLX_EVERY UINT64_MAX

/* Finds the `wanted` cheapest solutions, or those that one of the names above stands for, and calls
 * `visit` for each, the cheapest first. NULL: they are only counted. `costs` gets their number, the
 * best cost and the bound before the first call, also after a limit on time or nodes. Of the
 * options, "max_cost" leaves dearer solutions out, and with "up_to" one solution of each class is
 * found; "engine", "branching" and "threads" do nothing. DLX_BAD_INPUT if the costs are too large.
 */
DLX_API dlx_code dlx_cheapest(const dlx_problem *problem, const dlx_options *options,
                              uint64_t wanted, dlx_costed_visitor visit, void *data,
                              dlx_costs *costs);

/* Counts the solutions by the methods of the library. Long counts use a thread for each core unless
 * the option "threads" says otherwise. `digits` gets the number in decimal, of any size: release it
 * with dlx_string_free(). It is exact if `status` becomes DLX_EXHAUSTED, otherwise a lower bound.
 * With a limit on solutions they are visited one by one. The option "checkpoint" saves the count in
 * a file, from which the same call continues it; "certificate" writes a certificate for dlx-check;
 * with "up_to" the classes are counted. */
DLX_API dlx_code dlx_count(const dlx_problem *problem, const dlx_options *options, char **digits,
                           dlx_status *status);
DLX_API void dlx_string_free(char *string);

#ifdef __cplusplus
}
#endif

#endif
