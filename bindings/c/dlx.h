/* dlx in C: exact covers by dancing links, with an ABI that any language can call.
 *
 * Build a problem with a dlx_builder. Then take its solutions one at a time (dlx_solver), have a
 * function called for each solution (dlx_solve), or count the solutions (dlx_count). To ask many
 * questions about one problem, use dlx_questions. A question asks for a solution that contains some
 * options and does not contain others.
 *
 * Ownership. dlx_..._new, dlx_build, dlx_read_text, dlx_restrict and dlx_count create an object
 * that the caller must release. The comment of each function names the function that releases the
 * object. Releasing NULL does nothing. All other pointers that are returned belong to the library.
 * The comment of each function says how long they are valid. A problem must outlive its solvers and
 * questions. Strings and arrays that are passed in are copied.
 *
 * Errors. Every function that can fail returns a dlx_code; DLX_OK is 0. dlx_last_error() describes
 * the error in words. A function that fails does not change its output arguments or its objects.
 * The exception is a builder for which a function returned DLX_OUT_OF_MEMORY: it may only be
 * released. Reaching a limit, or being stopped, is not an error; a dlx_status reports it. If a
 * required pointer is NULL, the code is DLX_BAD_INPUT.
 *
 * Threads. Only one thread at a time may use a builder, a solver or questions. Several threads may
 * use one problem at the same time. Every thread has its own last error. The library throws no C++
 * exception to the caller and installs no signal handler. One exception is known: nauty, which
 * finds symmetries for dlx_count, ends the process if malloc() fails in it. dlx_set(options,
 * "symmetry", "false") prevents the use of nauty.
 *
 * Numbering. Items, colours and options are numbered in the order of declaration. Items and options
 * begin with 0, and colours with 1. Error messages and files number options from 1. */
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

/* The result code of a call. */
typedef enum dlx_code {
  DLX_OK = 0,
  DLX_BAD_INPUT = 1,     /* an argument, a problem or a text is wrong */
  DLX_OUT_OF_MEMORY = 2, /* memory or threads are exhausted */
  DLX_INTERNAL_ERROR = 3 /* a bug in the library */
} dlx_code;

/* The state of a search or of a count. */
typedef enum dlx_status {
  DLX_RUNNING = 0,        /* a solution was just found, or the search has not begun */
  DLX_EXHAUSTED = 1,      /* there are no more solutions; a count is exact */
  DLX_SOLUTION_LIMIT = 2, /* the limit on solutions was reached */
  DLX_NODE_LIMIT = 3,
  DLX_TIME_LIMIT = 4,
  DLX_MEMORY_LIMIT = 5,
  DLX_STOPPED = 6 /* a dlx_stop or the visitor of dlx_solve stopped the search */
} dlx_status;

typedef struct dlx_builder dlx_builder;
typedef struct dlx_problem dlx_problem;
typedef struct dlx_solver dlx_solver;
typedef struct dlx_questions dlx_questions;
typedef struct dlx_stop dlx_stop;
typedef struct dlx_options dlx_options;

/* The version, such as "0.2.0". */
DLX_API const char *dlx_version(void);

/* The message of the last call in this thread that failed, in UTF-8; "" if no call has failed. The
 * string is valid until the next call in this thread that fails. Long messages are truncated. */
DLX_API const char *dlx_last_error(void);

/* Problems. Declare primary items first, then secondary items, then options. */

/* Creates a builder. Release the builder with dlx_builder_free(). */
DLX_API dlx_code dlx_builder_new(dlx_builder **builder);
DLX_API void dlx_builder_free(dlx_builder *builder);

/* Declares a primary item. dlx_primary() declares an item that each solution covers exactly once,
 * dlx_primary_bounds() an item that each solution covers from `least` to `most` times. A name is
 * UTF-8 without blanks, ':' and '|'. `item` receives the number of the item, and may be NULL. */
DLX_API dlx_code dlx_primary(dlx_builder *builder, const char *name, uint32_t *item);
DLX_API dlx_code dlx_primary_bounds(dlx_builder *builder, const char *name, uint32_t least,
                                    uint32_t most, uint32_t *item);

/* Declares a secondary item. A solution covers the item at most once, or any number of times in one
 * colour. */
DLX_API dlx_code dlx_secondary(dlx_builder *builder, const char *name, uint32_t *item);

/* `colour` receives the number of the colour with this name. The number is never 0. A new name gets
 * a new number. */
DLX_API dlx_code dlx_colour(dlx_builder *builder, const char *name, uint32_t *colour);

/* An item in an option, with a colour if it has one. */
typedef struct dlx_entry {
  uint32_t item;
  uint32_t colour; /* the colour of a secondary item; 0 for no colour */
} dlx_entry;

/* Adds an option with `count` items. `option` receives the number of the option, and may be
 * NULL. */
DLX_API dlx_code dlx_option(dlx_builder *builder, const dlx_entry *entries, size_t count,
                            uint32_t *option);

/* Adds an option with a cost, for dlx_cheapest(). The cost is a decimal number such as "5", "-2.50"
 * or "1e-3". */
DLX_API dlx_code dlx_option_at_cost(dlx_builder *builder, const dlx_entry *entries, size_t count,
                                    const char *cost, uint32_t *option);

/* Makes a problem of everything declared so far. The builder is empty afterwards, and must still be
 * released. Release the problem with dlx_problem_free(). */
DLX_API dlx_code dlx_build(dlx_builder *builder, dlx_problem **problem);

/* Reads a problem from `size` bytes in Knuth's text format. Release the problem with
 * dlx_problem_free(). A text without options is refused, because it is usually a mistake. To make a
 * problem without options, use dlx_build(). */
DLX_API dlx_code dlx_read_text(const char *text, size_t size, dlx_problem **problem);

DLX_API void dlx_problem_free(dlx_problem *problem);

/* Makes the problem whose solutions are the solutions of `problem` that contain all options of
 * `fixed` and no option of `forbidden`. Options that cannot be in such a solution are dropped. The
 * other options keep their numbers. A fixed option may get an additional primary item. Release the
 * new problem with dlx_problem_free(). */
DLX_API dlx_code dlx_restrict(const dlx_problem *problem, const uint32_t *fixed, size_t fixed_count,
                              const uint32_t *forbidden, size_t forbidden_count,
                              dlx_problem **restricted);

/* The numbers of items, primary items and options. Options that were dropped are not counted. These
 * functions return 0 for NULL. */
DLX_API uint32_t dlx_item_count(const dlx_problem *problem);
DLX_API uint32_t dlx_primary_count(const dlx_problem *problem);
DLX_API uint32_t dlx_option_count(const dlx_problem *problem);

/* Searches. */

/* A flag. Setting it makes searches and counts that use it end soon. Release the flag with
 * dlx_stop_free() after the searches and counts that use it. */
DLX_API dlx_code dlx_stop_new(dlx_stop **stop);
DLX_API void dlx_stop_free(dlx_stop *stop);
/* Sets the flag (wanted != 0) or clears it. The function may be called from any thread and from a
 * signal handler. */
DLX_API void dlx_stop_set(dlx_stop *stop, int wanted);

/* Options say how to search and when to end. Every function with a parameter for options accepts
 * NULL, which means the default options. Searches and counts copy their options. Release options
 * with dlx_options_free(). */
DLX_API dlx_code dlx_options_new(dlx_options **options);
DLX_API void dlx_options_free(dlx_options *options);

/* Sets an option, for example dlx_set(options, "time_limit", "2.5"). docs/options.md lists all
 * names with their values, such as engine, method, threads, node_limit, memory_limit and
 * preprocess. The code is DLX_BAD_INPUT if the name does not exist or the option cannot have the
 * value. */
DLX_API dlx_code dlx_set(dlx_options *options, const char *name, const char *value);

/* Sets the flag that ends the search or count. The flag must outlive the search or count. NULL: no
 * flag. */
DLX_API dlx_code dlx_set_stop(dlx_options *options, const dlx_stop *stop);

/* Sets a function that the working thread calls about every `seconds`. The function gets `data`,
 * the number of nodes of the search tree so far, the number of states in tables so far, an estimate
 * (`share`) of the fraction of the work that is done, from 0 to 1, and the relative gap between the
 * best cost and its lower bound, see dlx_costs. The gap is -1 while it is unknown, and always -1 in
 * functions other than dlx_cheapest(). The function must return; longjmp() is not allowed. NULL: no
 * calls. */
typedef void (*dlx_progress)(void *data, uint64_t nodes, uint64_t states, double share, double gap);
DLX_API dlx_code dlx_set_progress(dlx_options *options, dlx_progress progress, void *data,
                                  double seconds);

/* Creates a search for solutions, one at a time. Release the solver with dlx_solver_free(). */
DLX_API dlx_code dlx_solver_new(const dlx_problem *problem, const dlx_options *options,
                                dlx_solver **solver);
DLX_API void dlx_solver_free(dlx_solver *solver);

/* Searches for the next solution. `options` receives a pointer to the `count` options of the
 * solution, in the order in which the search chose them. The pointer is valid until the next call
 * with this solver. If there is no other solution, `options` receives NULL, `count` receives 0, and
 * dlx_solver_status() returns the reason. After a stop, clear the flag to continue the search.
 * After a limit on time or nodes, call dlx_solver_limits() to continue. */
DLX_API dlx_code dlx_next(dlx_solver *solver, const uint32_t **options, size_t *count);
DLX_API dlx_status dlx_solver_status(const dlx_solver *solver);
/* The number of nodes of the search tree visited so far; 0 for NULL. */
DLX_API uint64_t dlx_solver_nodes(const dlx_solver *solver);
/* Replaces the limits of the search. The other options stay unchanged. Nodes and solutions are
 * counted from the start of the search, and time from the next call of dlx_next(). */
DLX_API dlx_code dlx_solver_limits(dlx_solver *solver, const dlx_options *options);

/* A function that is called for each solution. `options` are the `count` options of the solution,
 * as in dlx_next(). Returns 0 to continue, or another value to stop the search. The function must
 * return; longjmp() is not allowed. */
typedef int (*dlx_visitor)(void *data, const uint32_t *options, size_t count);

/* Calls `visit` with `data` for each solution. `status` receives the reason why the search ended,
 * and may be NULL. */
DLX_API dlx_code dlx_solve(const dlx_problem *problem, const dlx_options *options,
                           dlx_visitor visit, void *data, dlx_status *status);

/* Questions. A single search answers many questions about one problem, and reuses what it has
 * learned from earlier questions. Therefore a question usually takes far less time than a new
 * search. */

/* An assumption about a solution: it contains the option (chosen != 0), or does not contain the
 * option (chosen == 0). */
typedef struct dlx_assumption {
  uint32_t option;
  int chosen;
} dlx_assumption;

/* Creates a search that answers questions. Limits in the options apply to each call of dlx_ask()
 * and dlx_ask_another(). The limit on solutions applies to each question. Release the search with
 * dlx_questions_free(). */
DLX_API dlx_code dlx_questions_new(const dlx_problem *problem, const dlx_options *options,
                                   dlx_questions **questions);
DLX_API void dlx_questions_free(dlx_questions *questions);

/* Asks for a solution in which all assumptions hold. `options` and `count` receive the options of
 * the solution, as in dlx_next(). If no solution is found, they receive NULL and 0.
 * dlx_questions_status() then returns DLX_EXHAUSTED if no such solution exists, otherwise the limit
 * that ended the search. */
DLX_API dlx_code dlx_ask(dlx_questions *questions, const dlx_assumption *assumptions,
                         size_t assumption_count, const uint32_t **options, size_t *count);
/* Asks for another solution to the last question of dlx_ask(), and returns it as dlx_ask() does. If
 * dlx_ask() has not been called, asks for a solution without assumptions. After a limit on time or
 * nodes, the search continues where it paused. */
DLX_API dlx_code dlx_ask_another(dlx_questions *questions, const uint32_t **options, size_t *count);
DLX_API dlx_status dlx_questions_status(const dlx_questions *questions);

/* A core: assumptions of the last question that together exclude every solution. A core exists only
 * after dlx_ask() has shown that no solution exists. The assumptions have the order in which they
 * were given. The pointer is valid until the next call with these questions. `is_minimal` receives
 * 1 if no assumption of the core can be left out, and 0 if a limit ended the attempt to prove this.
 * dlx_core() asks further questions, so dlx_ask_another() fails afterwards. */
DLX_API dlx_code dlx_core(dlx_questions *questions, const dlx_assumption **assumptions,
                          size_t *count, int *is_minimal);

/* The cheapest solutions. The cost of a solution is the sum of the costs of its options. */

/* The result of dlx_cheapest(). Costs are given in units of 10^-places. For example, 25 means 2.5
 * if places is 1. */
typedef struct dlx_costs {
  dlx_status status; /* DLX_EXHAUSTED: the solutions found are proved to be the cheapest */
  uint64_t count;    /* number of solutions found */
  int places;        /* number of decimal places of costs */
  int has_best;      /* whether a solution was found; `best` is its cost */
  int64_t best;
  int has_bound; /* whether `bound` is known: no other solution costs less */
  int64_t bound;
  double gap; /* relative gap: (best - bound) / abs(best); -1: unknown */
} dlx_costs;

/* A function that is called for each solution, like a dlx_visitor, with the cost of the solution as
 * an additional argument. */
typedef int (*dlx_costed_visitor)(void *data, int64_t cost, const uint32_t *options, size_t count);

/* Values of the argument `wanted` of dlx_cheapest(): all solutions of the least cost, or all
 * solutions that cost no more than the option "max_cost". */
#define DLX_OF_LEAST_COST 0
#define DLX_EVERY UINT64_MAX

/* Finds the cheapest solutions, as many as `wanted` says. `wanted` may also be DLX_OF_LEAST_COST or
 * DLX_EVERY. Calls `visit` for each solution, in order of increasing cost. If `visit` is NULL, the
 * solutions are only counted. Before the first call of `visit`, `costs` receives the number of
 * solutions, the best cost and the lower bound, even if a limit on time or nodes ended the search.
 * The option "max_cost" excludes solutions that cost more. With "up_to", one solution of each class
 * is found. A long search uses as many threads as the option "threads" says if `wanted` is one of
 * the macros, otherwise one thread. The option "certificate" writes a certificate for dlx-check,
 * and "checkpoint" saves the search in a file, from which the same call continues it. The options
 * "engine" and "branching" have no effect. The code is DLX_BAD_INPUT if the costs are too large. */
DLX_API dlx_code dlx_cheapest(const dlx_problem *problem, const dlx_options *options,
                              uint64_t wanted, dlx_costed_visitor visit, void *data,
                              dlx_costs *costs);

/* Counts the solutions, by the counting method that the library chooses. Long counts use a thread
 * for each core unless the option "threads" gives another number. `digits` receives the count as a
 * decimal number of any length; release it with dlx_string_free(). The count is exact if `status`
 * receives DLX_EXHAUSTED. Otherwise the count is a lower bound. If the options limit the number of
 * solutions, the solutions are visited one by one. The option "checkpoint" saves the count in a
 * file, and the same call continues the count from that file. The option "certificate" writes a
 * certificate for dlx-check. With "up_to", classes are counted. */
DLX_API dlx_code dlx_count(const dlx_problem *problem, const dlx_options *options, char **digits,
                           dlx_status *status);
DLX_API void dlx_string_free(char *string);

#ifdef __cplusplus
}
#endif

#endif
