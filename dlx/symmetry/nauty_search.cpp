#include "dlx/symmetry/nauty_search.hpp"

#include <limits>
#include <mutex>
#include <optional>
#include <utility>

namespace dlx::symmetry {
namespace {

// The library nauty uses static variables. If nauty was built with thread-local storage, as
// Debian's package is, several threads can search at once. HAVE_TLS in nauty's header, which is
// generated with the library, tells whether nauty has thread-local storage.
constexpr bool searches_in_threads = HAVE_TLS != 0;
std::mutex one_only;  // NOLINT: held by a search if nauty has no thread-local storage

// The library nauty has a single flag, nauty_kill_request, that ends the searches in all threads. A
// search that has to end sets the flag, ends, and resets the flag, and holds this mutex meanwhile.
// If a search in another thread is ended by this flag, it is repeated afterwards.
std::mutex one_ends;  // NOLINT

/// The search that runs in this thread. The callbacks that nauty calls need this object, because
/// nauty passes no user data to them.
struct Search {
  const ProblemGraph* graph = nullptr;
  search::Deadline deadline = {};
  Found* found = nullptr;
  Refinement* refinement = nullptr;
  std::vector<int> splitting = {};
  // The lock on the mutex one_ends. The search owns the lock once it has to end.
  std::unique_lock<std::mutex> ending = {};
};
thread_local Search current;  // NOLINT: nauty allows one search at a time in each thread

/// An object that frees nauty's working memory when a thread ends.
struct WorkingMemory {
  WorkingMemory() = default;
  WorkingMemory(const WorkingMemory&) = delete;
  WorkingMemory& operator=(const WorkingMemory&) = delete;
  ~WorkingMemory() {
    nauty_freedyn();
    nautil_freedyn();
    nausparse_freedyn();
  }
};

void request_end(int requested) {
  // A compiler builtin is used, because the compiler for browsers does not have std::atomic_ref.
  __atomic_store_n(const_cast<int*>(&nauty_kill_request), requested, __ATOMIC_SEQ_CST);
}

void end_search() {
  if (current.ending.owns_lock()) return;
  current.ending = std::unique_lock(one_ends);
  request_end(1);
}

/// Whether the deadline has been reached. `work` is the number of vertices or neighbours visited
/// since the last call.
bool must_end(std::size_t work) {
  // The estimated seconds for each vertex or neighbour that is visited.
  constexpr double seconds = 6e-9;
  current.found->work += work;
  return current.deadline.reached(seconds * static_cast<double>(work));
}

template <class Action>
void keep_what_it_throws(Action action) {
  if (current.found->thrown) return;
  try {
    action();
  } catch (...) {
    current.found->thrown = std::current_exception();
    end_search();
  }
}

extern "C" {

void on_automorphism(int, int* images, int*, int, int, int) {
  keep_what_it_throws(
      [&] { current.found->generators.push_back(current.graph->permutation(images)); });
}

/// The order of the group is the product of the indices of stabilisers along the first path of
/// nauty's search tree.
void on_level(int*, int*, int, int*, statsblk*, int, int stabiliser_index, int, int, int, int) {
  keep_what_it_throws(
      [&] { current.found->order *= static_cast<std::uint64_t>(stabiliser_index); });
}

void on_node(graph*, int*, int*, int, int, int, int, int, int) {
  // The fixed cost of a node of nauty's search, in units of one visit of a vertex.
  constexpr std::size_t overhead = 200;
  if (must_end(current.graph->size() + overhead)) end_search();
}

void refine_for_nauty(graph*, int* lab, int* ptn, int level, int* cells, int*, ::set* active,
                      int* code, int m, int) {
  *code = 0;
  keep_what_it_throws([&] {
    current.splitting.clear();
    for (int k = nextelement(active, m, -1); k >= 0; k = nextelement(active, m, k)) {
      current.splitting.push_back(k);
    }
    const Refinement::Result result =
        current.refinement->refine(lab, ptn, level, *cells, current.splitting);
    *cells = result.cells;
    *code = result.code;
    if (result.ended) end_search();
  });
  EMPTYSET(active, m);
}

}  // extern "C"

std::uint64_t hash_of(const sparsegraph& graph) {
  // The hash function is FNV-1a, applied to one word at a time.
  std::uint64_t hash = 0xCBF29CE484222325U;
  const auto add = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0x100000001B3U;
    hash ^= hash >> 29;
  };
  for (int v = 0; v < graph.nv; ++v) {
    add(static_cast<std::uint64_t>(graph.d[v]));
    for (int k = 0; k < graph.d[v]; ++k) {
      add(static_cast<std::uint64_t>(graph.e[graph.v[v] + static_cast<std::size_t>(k)]));
    }
  }
  return hash;
}

// For graphs with at most this many vertices, nauty's own refinement is used instead of class
// Refinement. On such graphs it takes only milliseconds, and executes only two thirds as many
// instructions. The speed matters because thousands of canonical forms are needed.
constexpr std::size_t most_for_nauty = 2'000;

optionblk settings_for(const ProblemGraph& graph, bool labels) {
  DEFAULTOPTIONS_SPARSEGRAPH(settings);
  settings.defaultptn = FALSE;
  settings.userlevelproc = on_level;
  settings.usernodeproc = on_node;
  settings.userautomproc = on_automorphism;
  if (graph.is_directed()) settings.digraph = TRUE;
  if (graph.size() > most_for_nauty) settings.userrefproc = refine_for_nauty;
  if (labels) {
    settings.getcanon = TRUE;
    // Nauty then branches on the first cell, which contains the marked options.
    settings.tc_level = 0;
  }
  return settings;
}

/// A search by nauty for the automorphisms that satisfy the conditions in `options`. With `labels`,
/// the search also computes a canonical form of the graph.
class NautySearch {
 public:
  NautySearch(const ProblemGraph& of, const AutomorphismOptions& options, bool labels)
      : graph_(of),
        options_(options),
        deadline_(options.control),
        labels_(labels),
        settings_(settings_for(of, labels)),
        orbit_(of.size()) {
    SG_INIT(canonical_);
  }
  NautySearch(const NautySearch&) = delete;
  NautySearch& operator=(const NautySearch&) = delete;
  ~NautySearch() { SG_FREE(canonical_); }

  Found run() {
    if constexpr (searches_in_threads) static thread_local const WorkingMemory until_thread_ends;
    std::unique_lock lock(one_only, std::defer_lock);
    if (!searches_in_threads) lock.lock();
    while (is_ended_by_another()) {
      const std::lock_guard wait(one_ends);
      request_end(0);
    }
    if (found_.thrown) std::rethrow_exception(found_.thrown);
    return std::move(found_);
  }

  /// The canonical form of the graph. It is valid after a complete run.
  [[nodiscard]] Labelling labelling() && {
    sortlists_sg(&canonical_);
    return {std::move(vertices_), hash_of(canonical_)};
  }

 private:
  /// Runs the search once. Returns true if the request of another thread ended the search.
  bool is_ended_by_another() {
    graph_.classes({options_.marked, options_.kept, labels_, options_.marked_in_order}, vertices_,
                   goes_on_);
    found_ = {};
    std::optional<Refinement> refinement;
    if (settings_.userrefproc != nullptr) refinement.emplace(graph_.refinement(must_end));
    current = {&graph_, deadline_, &found_, refinement ? &*refinement : nullptr};
    sparsegraph sparse = graph_.sparse();
    statsblk statistics;
    sparsenauty(&sparse, vertices_.data(), goes_on_.data(), orbit_.data(), &settings_, &statistics,
                labels_ ? &canonical_ : nullptr);
    const bool has_ended = current.ending.owns_lock();
    if (has_ended) request_end(0);
    current = {};
    found_.complete = !has_ended && statistics.errstatus == 0;
    found_.orbits = orbit_;
    return !has_ended && statistics.errstatus == NAUKILLED;
  }

  const ProblemGraph& graph_;
  const AutomorphismOptions& options_;
  search::Deadline deadline_;
  bool labels_;
  optionblk settings_;
  std::vector<int> vertices_, goes_on_, orbit_;
  sparsegraph canonical_;
  Found found_;
};

}  // namespace

Found search_by_nauty(const ProblemGraph& graph, const AutomorphismOptions& options,
                      Labelling* labelling) {
  Found found;
  if (graph.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 2) {
    found.complete = false;
    return found;
  }
  if (graph.size() == 0) return found;
  NautySearch by_nauty(graph, options, labelling != nullptr);
  found = by_nauty.run();
  if (labelling != nullptr && found.complete) *labelling = std::move(by_nauty).labelling();
  return found;
}

}  // namespace dlx::symmetry
