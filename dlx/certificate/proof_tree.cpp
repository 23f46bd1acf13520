#include "dlx/certificate/proof_tree.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "dlx/certificate/certificate_input.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/certificate/proof_state.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::certificate {
namespace {

/// A node that was added to the tree, and the number of solutions below this node.
struct Built {
  std::uint32_t node = 0;
  Natural value = 1;
};
using Known = std::unordered_map<ProofState, Built, ProofState::Hash>;

// The number of a node whose piece of the certificate has not been read yet.
constexpr std::uint32_t nowhere = 0xFFFF'FFFF;

/// A search that the certificate contains in pieces, because the search was paused or divided. The
/// pieces are joined into one tree.
struct Search {
  struct Open {
    ProofState state;
    // Index in ProofTree::children at which the piece of the search will be stored.
    std::size_t slot;
  };
  // Pieces of the search that are not read yet; the key is the list of choices from the root to the
  // piece.
  std::map<std::vector<std::uint64_t>, Open> open;
  std::vector<std::uint64_t> path;  // list of choices from the root to the current node
  bool paused = false;
};

class Reader : private ProofStates {
 public:
  Reader(const Problem& problem, const Conflicts& conflicts, const std::string& path,
         ProofLimit& limit, bool with_nogoods)
      : ProofStates(problem, conflicts),
        in_(path),
        limit_(limit),
        with_nogoods_(with_nogoods),
        weight_(problem.option_count(), Natural(1)) {
    make(ProofStep::solution, 0, 0, 0);
  }

  ProofTree read() {
    if (in_.line() != "dlx-certificate 1") throw in_.error("no certificate of version 1");
    require(in_.line() == "problem " + identity(problem_), "a certificate of another problem");
    const std::string seed = in_.line();
    require(seed.starts_with("seed ") && seed.find_first_not_of("0123456789", 5) == seed.npos,
            "its seed is missing");
    require(in_.line().empty(), "a proof is made of a plain count, not of classes or of costs");
    Built root = node(start(), 0);
    require(in_.line() == "count " + root.value.to_string(), "another count is claimed");
    const std::string mark = in_.line();
    require(mark == "fingerprint none" || (mark.starts_with("fingerprint ") && mark.size() > 12 &&
                                           mark.find_first_not_of("0123456789", 12) == mark.npos),
            "its fingerprint is missing");
    require(in_.line() == "complete" && in_.at_end(), "another end is claimed");
    tree_.root = root.node;
    tree_.count = std::move(root.value);
    tree_.uses.resize(tree_.nodes.size());
    for (const ProofTree::Child& child : tree_.children) ++tree_.uses[child.node];
    return std::move(tree_);
  }

 private:
  // The functions below make the tree.

  void require(bool holds, const char* what) const {
    if (!holds) throw in_.error(what);
  }
  /// Limits the depth of the tree, because the recursion uses stack space for each level.
  static void check_depth(unsigned depth) {
    constexpr unsigned deepest = 1'000;
    if (depth > deepest) {
      throw ProofLimitError("the proof's tree is more than " + std::to_string(deepest) + " deep");
    }
  }
  std::uint32_t make(ProofStep step, std::uint32_t a, std::uint32_t b, std::size_t children) {
    limit_.take(1 + children);
    tree_.nodes.push_back({.step = step,
                           .a = a,
                           .b = b,
                           .first = static_cast<std::uint32_t>(tree_.children.size()),
                           .count = static_cast<std::uint32_t>(children)});
    tree_.children.resize(tree_.children.size() + children);
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
  }
  /// A copy of a state to be stored. The memory of the copy is charged to the limit on steps.
  ProofState kept(const ProofState& s) {
    limit_.take(1 + s.live.size() / 8);
    return s;
  }
  std::uint32_t make_above(ProofStep step, std::uint32_t a, std::uint32_t b, std::uint32_t below) {
    const std::uint32_t made = make(step, a, b, 1);
    tree_.children.back().node = below;
    return made;
  }
  std::uint32_t make_branch(std::uint32_t i, std::span<const std::uint32_t> ways) {
    const std::uint32_t made = make(ProofStep::branch, i, 0, ways.size());
    for (std::size_t k = 0; k < ways.size(); ++k) {
      tree_.children[tree_.nodes[made].first + k].option = ways[k];
    }
    return made;
  }

  // The functions below read the certificate.

  std::uint32_t live_option(const ProofState& s) {
    const auto o = static_cast<std::uint32_t>(in_.number(problem_.option_count()));
    require(has(s.live, o), "an option that is not left");
    return o;
  }
  std::uint32_t open_item(const ProofState& s) {
    const auto i = static_cast<std::uint32_t>(in_.number(problem_.primary_count()));
    require(has(s.open, i), "an item that is settled");
    return i;
  }

  /// A step of the certificate that contains the next node and ends with it. Examples are the
  /// exclusion of an option and the merging of two options.
  struct Around {
    search::Step step = search::Step::memo;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::optional<ProofState> state = {};
    Natural weight = 0;
  };

  Built node(ProofState s, unsigned depth) {
    check_depth(depth);
    std::vector<Around> around;
    Search* const search = search_;
    Built built;
    while (s.left > 0) {
      const auto n = in_.number();
      const auto step = static_cast<search::Step>(std::min(n, std::uint64_t{16}));
      if (step == search::Step::branch || step == search::Step::part) {
        const bool stored = memo_.has_value();
        const std::optional<ProofState> key = stored ? std::optional(kept(s)) : std::nullopt;
        built = step == search::Step::part ? part(std::move(s), depth)
                                           : branch(std::move(s), n - std::uint64_t{16}, depth);
        const bool whole = search_ == nullptr || !search_->paused;
        if (key && whole && tree_.nodes[built.node].count > 0) memo_->try_emplace(*key, built);
        break;
      }
      if (step == search::Step::pause) {
        require(search_ != nullptr, "the certificate is INCOMPLETE: not all was searched");
        search_->paused = true;
        built.node = nowhere;
        break;
      }
      search_ = nullptr;
      limit_.take();  // charges a step, because a node may lie in any number of such steps
      if (step == search::Step::drop || step == search::Step::merge || step == search::Step::memo ||
          step == search::Step::keep) {
        around.push_back(begin(step, s));
      } else if (step == search::Step::permutation) {
        read_permutation();
      } else {
        built = whole_node(step, std::move(s), depth);
        break;
      }
    }
    while (!around.empty()) {
      end(around.back(), built, depth);
      around.pop_back();
    }
    search_ = search;
    return built;
  }

  Around begin(search::Step step, ProofState& s) {
    Around it{.step = step};
    if (step == search::Step::drop) {
      it.a = live_option(s);
      it.b = open_item(s);
      ProofState child = s;
      choose(child, it.a);
      require(need(s, it.b) > 0 && !contains(it.a, it.b) && live_options(child, it.b).empty(),
              "a drop of an option that is not a dead end");
      remove(s.live, it.a);
    } else if (step == search::Step::merge) {
      it.a = live_option(s);
      it.b = live_option(s);
      ProofState first = s;
      ProofState second = s;
      choose(first, it.a);
      choose(second, it.b);
      require(!memo_ && it.a != it.b && first == second, "a merge of options that are not alike");
      if (multiple_) it.state = kept(s);
      remove(s.live, it.b);
      it.weight = weight_[it.a];
      weight_[it.a] += weight_[it.b];
      ++merges_;
      searched_.clear();
    } else if (step == search::Step::memo) {
      require(!memo_, "a memo within a memo");
      memo_.emplace();
    } else {
      require(merges_ == 0, "a keep within a merge");
      it.state = kept(s);
    }
    return it;
  }

  void end(Around& it, Built& built, unsigned depth) {
    if (it.step == search::Step::drop) {
      built.node = make_above(ProofStep::drop, it.a, it.b, built.node);
    } else if (it.step == search::Step::merge) {
      weight_[it.a] = std::move(it.weight);
      --merges_;
      searched_.clear();
      // If the problem has multiplicities, the tree below a merge of two options is replaced by the
      // tree of a new search without the merge. A branch with multiplicities excludes options one
      // after the other, and would have to exclude the merged options too.
      built.node = multiple_ ? searched(std::move(*it.state), depth).node
                             : make_above(ProofStep::merge, it.a, it.b, built.node);
    } else if (it.step == search::Step::memo) {
      memo_.reset();
    } else {
      kept_.emplace_back(std::move(*it.state), built);
    }
  }

  Built whole_node(search::Step step, ProofState s, unsigned depth) {
    switch (step) {
      case search::Step::search:
        return pieces(std::move(s), depth);
      case search::Step::again: {
        const auto found = memo_ ? memo_->find(s) : Known::iterator();
        require(memo_ && found != memo_->end(), "a state that has not come up before");
        return found->second;
      }
      case search::Step::sweep:
      case search::Step::signs:
      case search::Step::invariant: {
        const bool has_weights = step == search::Step::invariant;
        if (has_weights) static_cast<void>(in_.number());  // skips the modulus
        const std::uint64_t n = in_.number(problem_.primary_count() + std::uint64_t{1});
        for (std::uint64_t k = 0; k < n; ++k) {
          static_cast<void>(in_.number(problem_.primary_count()));
          if (has_weights) static_cast<void>(in_.number());
        }
        return searched(std::move(s), depth);
      }
      case search::Step::image:
        return image(s);
      case search::Step::nogoods:
        return nogoods(std::move(s), depth);
      default:
        throw in_.error("a number without a meaning");
    }
  }

  Built nogoods(ProofState s, unsigned depth) {
    std::vector<bool> live;
    std::vector<Bounds> bounds;
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) live.push_back(has(s.live, o));
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) bounds.push_back(bounds_of(s, i));
    NogoodList list = read_nogoods(problem_, live, bounds, in_, limit_);
    if (!with_nogoods_) return searched(std::move(s), depth);
    Natural sum = 0;
    for (const NogoodList::Line& line : list.lines) {
      if (!line.is_solution) continue;
      Natural ways = 1;
      for (const NogoodList::Literal l : line.literals) ways *= weight_[l / 4];
      sum += ways;
    }
    const auto number = static_cast<std::uint32_t>(tree_.nogoods.size());
    const Built built{.node = make(ProofStep::nogoods, number, 0, 0), .value = std::move(sum)};
    tree_.nogoods.push_back(std::move(list));
    return built;
  }

  Built branch(ProofState s, std::uint64_t n, unsigned depth) {
    const auto i = static_cast<std::uint32_t>(std::min<std::uint64_t>(n, nowhere));
    require(i < problem_.primary_count() && has(s.open, i), "a branch on an item that is settled");
    const auto ways = choices(s, i);
    Built built{.node = make_branch(i, ways), .value = 0};
    const std::size_t first = tree_.nodes[built.node].first;
    for_each_choice(std::move(s), i, ways, [&](std::size_t k, ProofState child) {
      const bool reads = search_ == nullptr || !search_->paused;
      const std::uint32_t way = ways[k];
      Built below{.node = nowhere, .value = 0};
      if (search_ != nullptr) search_->path.push_back(way == ProofTree::closing ? 0 : way + 1ULL);
      if (reads) below = node(child, depth + 1);
      if (below.node == nowhere) {
        search_->open.emplace(search_->path, Search::Open{std::move(child), first + k});
      } else {
        if (way != ProofTree::closing) below.value *= weight_[way];
        built.value += below.value;
      }
      tree_.children[first + k].node = below.node;
      if (search_ != nullptr) search_->path.pop_back();
    });
    return built;
  }

  Built pieces(ProofState root, unsigned depth) {
    Search search;
    search_ = &search;
    const std::size_t slot = tree_.children.size();
    tree_.children.emplace_back();
    search.open.emplace(search.path, Search::Open{std::move(root), slot});
    Natural sum = 0;
    piece(search, {{}}, sum, depth);
    for (std::uint64_t n = in_.number(); n != static_cast<std::uint64_t>(search::Step::done);
         n = in_.number()) {
      // A step "pause" after a piece of the search has no effect.
      if (n == static_cast<std::uint64_t>(search::Step::pause)) continue;
      require(n == static_cast<std::uint64_t>(search::Step::resume),
              "neither a piece nor the end of a search");
      std::vector<std::vector<std::uint64_t>> ways;
      for (std::uint64_t more = in_.number(); more > 0; --more) {
        limit_.take();
        ways.emplace_back();
        for (std::uint64_t k = in_.number(); k > 0; --k) {
          limit_.take();
          ways.back().push_back(in_.number(problem_.option_count() + std::uint64_t{1}));
        }
      }
      piece(search, ways, sum, depth);
    }
    require(search.open.empty(), "the certificate is INCOMPLETE: not all was searched");
    search_ = nullptr;
    return {.node = tree_.children[slot].node, .value = std::move(sum)};
  }
  void piece(Search& search, const std::vector<std::vector<std::uint64_t>>& ways, Natural& sum,
             unsigned depth) {
    search.paused = false;
    for (const auto& way : ways) {
      const auto found = search.open.find(way);
      if (search.paused || found == search.open.end()) continue;
      Search::Open open = std::move(found->second);
      search.open.erase(found);
      search.path = way;
      Built built = node(open.state, depth + 1);
      tree_.children[open.slot].node = built.node;
      if (built.node == nowhere) {
        search.open.emplace(way, std::move(open));
        continue;
      }
      for (const std::uint64_t choice : way) {
        if (choice != 0) built.value *= weight_[choice - 1];
      }
      sum += built.value;
    }
  }

  Built part(ProofState s, unsigned depth) {
    Search* const search = std::exchange(search_, nullptr);
    const auto first_item = static_cast<std::uint32_t>(tree_.part_items.size());
    ProofState inner = s;
    ProofState rest = s;
    std::fill(inner.live.begin(), inner.live.end(), 0);
    std::fill(inner.open.begin(), inner.open.end(), 0);
    const std::uint64_t n = in_.number(problem_.primary_count() + std::uint64_t{1});
    limit_.take(n);
    for (std::uint64_t k = 0; k < n; ++k) {
      const std::uint32_t i = open_item(s);
      tree_.part_items.push_back(i);
      add(inner.open, i);
      for (const std::uint32_t o : options_of_[i]) {
        if (!has(rest.live, o)) continue;
        add(inner.live, o);
        remove(rest.live, o);
        for (const ItemId item : problem_.items(OptionId{o})) {
          if (problem_.is_primary(item)) add(inner.open, index(item));
        }
      }
    }
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
      if (!has(s.open, i)) continue;
      const bool inside = has(inner.open, i);
      require(!inside || live_options(rest, i).empty(), "a part that is none");
      ProofState& elsewhere = inside ? rest : inner;
      remove(elsewhere.open, i);
      --elsewhere.left;
      if (multiple_) elsewhere.bounds[i] = {.at_least = 0, .at_most = 0};
    }
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      if (!has(inner.live, o)) continue;
      for (const std::uint32_t other : conflicts_.of(o)) {
        require(!has(rest.live, other), "a part that is none");
      }
    }
    const Built a = node(std::move(inner), depth + 1);
    Built built;
    if (a.value == 0) {
      built = {.node = make(ProofStep::part, first_item, static_cast<std::uint32_t>(n), 1),
               .value = 0};
    } else {
      const Built b = node(std::move(rest), depth + 1);
      built = {.node = make(ProofStep::part, first_item, static_cast<std::uint32_t>(n), 2),
               .value = a.value * b.value};
      tree_.children.back().node = b.node;
    }
    tree_.children[tree_.nodes[built.node].first].node = a.node;
    search_ = search;
    return built;
  }

  /// Makes a subtree by a search, because the certificate leaves this subtree to its checker.
  Built searched(ProofState s, unsigned depth) {
    if (s.left == 0) return {};
    if (const auto found = searched_.find(s); found != searched_.end()) return found->second;
    check_depth(depth);
    std::uint32_t best = nowhere;
    std::uint32_t fewest = nowhere;
    for (std::uint32_t i = 0; i < problem_.primary_count() && fewest > 0; ++i) {
      if (!has(s.open, i)) continue;
      const auto ways = static_cast<std::uint32_t>(choices(s, i).size());
      if (ways < fewest) {
        best = i;
        fewest = ways;
      }
    }
    const auto ways = choices(s, best);
    Built built{.node = make_branch(best, ways), .value = 0};
    const std::size_t first = tree_.nodes[built.node].first;
    for_each_choice(s, best, ways, [&](std::size_t k, ProofState child) {
      Built below = searched(std::move(child), depth + 1);
      tree_.children[first + k].node = below.node;
      if (ways[k] != ProofTree::closing) below.value *= weight_[ways[k]];
      built.value += below.value;
    });
    return searched_.try_emplace(kept(s), built).first->second;
  }

  void read_permutation() {
    limit_.take(problem_.item_count() + std::uint64_t{problem_.option_count()});
    ProofTree::Permutation permutation;
    const auto read = [&](std::vector<std::uint32_t>& images, std::uint32_t size) {
      std::vector<bool> met(size);
      for (std::uint32_t k = 0; k < size; ++k) {
        images.push_back(static_cast<std::uint32_t>(in_.number(size)));
        require(!met[images.back()], "a permutation with an image twice");
        met[images.back()] = true;
      }
    };
    read(permutation.items, problem_.item_count());
    read(permutation.options, problem_.option_count());
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
      const ItemId image{permutation.items[i]};
      require(problem_.is_primary(image) && problem_.bounds(image) == problem_.bounds(ItemId{i}),
              "a permutation that is not a symmetry of the items");
    }
    require(keeps_options(permutation), "a permutation that is not a symmetry of the options");
    tree_.permutations.push_back(std::move(permutation));
  }

  /// Whether the permutation is a symmetry of the options. The image of an option must have the
  /// images of the option's items. Each colour of an item must have only one image, which must be a
  /// colour of the item's image. Items on the same cycle of the permutation have equally many
  /// colours, so different colours have different images.
  [[nodiscard]] bool keeps_options(const ProofTree::Permutation& permutation) const {
    // For each pair of an item and its colour, the image of the colour.
    std::map<std::pair<std::uint32_t, Colour>, Colour> shades;
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      std::map<std::uint32_t, Colour> image;
      for (const auto [item, colour] : problem_.entries(OptionId{permutation.options[o]})) {
        image.emplace(index(item), colour);
      }
      if (image.size() != problem_.items(OptionId{o}).size()) return false;
      for (const auto [item, colour] : problem_.entries(OptionId{o})) {
        const auto found = image.find(permutation.items[index(item)]);
        if (found == image.end()) return false;
        const Colour shade = found->second;
        if ((colour == Colour::none) != (shade == Colour::none)) return false;
        if (shades.try_emplace({index(item), colour}, shade).first->second != shade) return false;
      }
    }
    return true;
  }

  Built image(const ProofState& s) {
    const auto p = static_cast<std::uint32_t>(in_.number(tree_.permutations.size()));
    const auto& [from, built] = kept_.at(in_.number(kept_.size()));
    const ProofTree::Permutation& by = tree_.permutations[p];
    ProofState image{.live = Words(s.live.size()),
                     .open = Words(s.open.size()),
                     .left = from.left,
                     .bounds = from.bounds};
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      if (has(from.live, o)) add(image.live, by.options[o]);
    }
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
      if (has(from.open, i)) add(image.open, by.items[i]);
      if (multiple_) image.bounds[by.items[i]] = from.bounds[i];
    }
    require(merges_ == 0 && image == s, "the image of another state");
    return {.node = make_above(ProofStep::image, p, 0, built.node), .value = built.value};
  }

  CertificateInput in_;
  ProofLimit& limit_;
  bool with_nogoods_;
  // For each option, the number of options merged into it, including the option itself.
  std::vector<Natural> weight_;
  ProofTree tree_;
  // The search whose pieces are being joined; null unless all nodes above the current node in its
  // piece are branches.
  Search* search_ = nullptr;
  std::optional<Known> memo_;
  Known searched_;
  std::vector<std::pair<ProofState, Built>> kept_;
  unsigned merges_ = 0;
};

}  // namespace

ProofTree read_proof_tree(const Problem& problem, const Conflicts& conflicts,
                          const std::string& certificate, ProofLimit& limit, bool with_nogoods) {
  return Reader(problem, conflicts, certificate, limit, with_nogoods).read();
}

}  // namespace dlx::certificate
