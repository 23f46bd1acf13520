// Reads the format of designs, which has one statement on each line. See docs/formats.md.

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "reductions/design/design.hpp"
#include "reductions/design/shapes.hpp"
#include "reductions/polycube/cell_words.hpp"
#include "reductions/polycube/lines.hpp"

namespace dlx::design {
namespace {

using polycube::Lines;
using Words = std::span<const std::string_view>;

constexpr std::size_t most_kinds = 10'000;
constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();

class Reader {
 public:
  Reader(std::string_view text, polycube::Turning freest)
      : text_(text), lines_(text), cells_(lines_) {
    design_.turning = freest;
  }

  Design read() {
    // Boxes are read first, because the shapes of pieces depend on how they may be turned, and this
    // depends on the boxes.
    read_lines({"box", "optional", "turning"});
    look_at_boxes();
    // Single pieces are read next, because `all` and `sticks` leave out shapes that have a line of
    // their own.
    read_lines({"piece"});
    single_kinds_ = design_.kinds.size();
    read_lines({});
    sort_kinds();
    cells_.check();
    finish();
    return std::move(design_);
  }

 private:
  /// Reads the lines that begin with one of the given words; without words, reads all lines that
  /// have not been read.
  void read_lines(const std::set<std::string_view>& names) {
    lines_ = Lines(text_);
    std::string_view line;
    while (lines_.next(line)) {
      const auto found = polycube::words(line);
      if (found.empty() || found.front().front() == '|') continue;
      const std::string_view name = found.front();
      const bool is_wanted = names.empty() ? !read_.contains(name) : names.contains(name);
      if (is_wanted) read_statement(polycube::trimmed(line), name, Words(found).subspan(1));
    }
    read_.insert(names.begin(), names.end());
  }

  using Statement = void (Reader::*)(std::string_view name, Words words);

  void read_statement(std::string_view line, std::string_view name, Words words) {
    static const std::map<std::string_view, Statement> statements = {
        {"box", &Reader::read_box},
        {"optional", &Reader::read_optional},
        {"gaps", &Reader::read_gaps},
        {"turning", &Reader::read_turning},
        {"piece", &Reader::read_piece},
        {"all", &Reader::read_all},
        {"sticks", &Reader::read_sticks},
        {"pieces", &Reader::read_pieces},
        {"volume", &Reader::read_volume},
        {"at-most", &Reader::read_at_most},
        {"symmetric", &Reader::read_symmetric},
        {"want", &Reader::read_want},
        {"apart", &Reader::read_apart},
        {"hardest", &Reader::read_hardest}};
    const auto statement = statements.find(name);
    if (statement == statements.end()) {
      if (polycube::is_number_sign_comment(line)) {
        throw lines_.error("a comment begins with |, not with #", name);
      }
      throw lines_.error(
          "a line begins with box, optional, gaps, turning, piece, all, sticks, pieces, volume, "
          "at-most, symmetric, want, apart or hardest",
          name);
    }
    if (words.empty()) throw lines_.error("something is missing after", name);
    (this->*statement->second)(name, words);
  }

  std::uint32_t number(std::string_view word, std::uint32_t least, std::uint32_t most) const {
    return polycube::number_of_word(lines_, word, least, most);
  }
  Range range(std::string_view word, std::uint32_t most) const {
    return range_of(polycube::range_of_word(lines_, word, most));
  }
  static Range range_of(const Bounds& bounds) { return {bounds.at_least, bounds.at_most}; }

  void expect_end(Words words, std::size_t size) const {
    if (words.size() > size) throw lines_.error("one word too many", words[size]);
  }

  /// Reads the cells that words describe. `name` is the word before the cells, if they are a piece.
  Cells cells(Words words, std::string_view name = {}) {
    return cells_.read(words, name, lattice::Lattice::of(lattice::Grid::cubes));
  }

  void read_box(std::string_view, Words words) { design_.boxes.push_back({cells(words)}); }

  void read_optional(std::string_view name, Words words) {
    if (design_.boxes.empty()) throw lines_.error("no box stands before", name);
    Box& box = design_.boxes.back();
    polycube::add_optional(lines_, box.target, cells(words), words.front(), box.optional_cells);
  }

  void read_gaps(std::string_view, Words words) {
    expect_end(words, 1);
    gaps_ = range(words.front(), no_limit);
    volume_word_ = words.front();
    volume_line_ = lines_.number();
  }

  void read_turning(std::string_view, Words words) {
    expect_end(words, 1);
    const auto turning = from_string<polycube::Turning>(words.front());
    if (!turning) throw lines_.error("turning is any, no-flip or no-turn", words.front());
    design_.turning = std::max(design_.turning, *turning);
  }

  void expect_box() const {
    if (design_.boxes.empty()) throw TextError("no box in it", 0);
  }

  /// Finds the axis along which all boxes are one cell thick. Pieces are turned into the plane of
  /// flat boxes, so boxes that are thin along different axes, or of which only some are thin,
  /// would lead to different pieces.
  void look_at_boxes() {
    if (design_.turning != polycube::Turning::rotations) expect_box();
    for (std::size_t b = 0; b < design_.boxes.size(); ++b) {
      const polycube::Puzzle box{.pieces = {},
                                 .target = design_.boxes[b].target,
                                 .optional_cells = design_.boxes[b].optional_cells};
      const auto thin = lattice::thin_axis(all_cells(box));
      if (b == 0) thin_ = thin;
      if (thin == thin_) continue;
      if (design_.turning == polycube::Turning::flat_rotations) {
        throw TextError(
            "without flips all boxes must be one cell thick along the same axis, or none of them",
            0);
      }
      thin_ = std::nullopt;
      return;
    }
  }

  /// The given pieces in all orientations that count as different pieces, because pieces may not be
  /// turned freely. Orientations that are too thick for flat boxes are left out.
  std::vector<Cells> all_turned(std::vector<Cells> pieces) const {
    if (design_.turning == polycube::Turning::rotations) return pieces;
    std::set<Cells> found;
    for (const Cells& piece : pieces) {
      for (const lattice::Turn& turn : lattice::turns()) {
        if (turn.determinant() < 0) continue;
        Cells turned = first_turned(design_, lattice::image(piece, turn));
        const auto [low, high] = lattice::extent(turned);
        const bool is_thin = !thin_ || as_array(high)[*thin_] == as_array(low)[*thin_];
        if (is_thin) found.insert(std::move(turned));
      }
    }
    return {found.begin(), found.end()};
  }

  /// Throws an error for a statement about mirror images if there is no box, because the plane of
  /// flat boxes says what a mirror image is, or if pieces may not be turned at all, because then
  /// mirror images do not make sense.
  void expect_turns(std::string_view word) const {
    expect_box();
    if (design_.turning == polycube::Turning::none) {
      throw lines_.error("mirror images are of pieces that may be turned, and these may not", word);
    }
  }

  void read_piece(std::string_view, Words words) {
    std::string_view name = words.front();
    const auto given = polycube::take_copies(lines_, name, most_copies);
    const Range copies = given ? range_of(*given) : Range{0, 1};
    if (words.size() == 1) throw lines_.error("a piece without cells", name);
    add(std::string(name), first_turned(design_, cells(words.subspan(1), words.front())), false,
        copies, words.front(), false);
  }

  void read_all(std::string_view, Words words) {
    const std::uint32_t size = number(words.front(), 1, 8);
    if (words.size() < 2 || (words[1] != "free" && words[1] != "one-sided")) {
      throw lines_.error("after the number of cells stands free or one-sided",
                         words.size() < 2 ? words.front() : words[1]);
    }
    expect_end(words, 3);
    const Range copies = words.size() == 3 ? range(words[2], most_copies) : Range{0, 1};
    const bool free = words[1] == "free";
    if (free) expect_turns(words[1]);
    std::vector<Cells> pieces = all_turned(polycubes(size));
    if (free) {
      std::erase_if(pieces, [&](const Cells& piece) { return mirrored(design_, piece) < piece; });
    }
    add_all(std::to_string(size), pieces, free, copies, words.front());
  }

  void read_sticks(std::string_view, Words words) {
    const std::uint32_t length = number(words.front(), 6, 20);
    if (length % 2 != 0) throw lines_.error("sticks have an even length", words.front());
    expect_end(words, 2);
    const Range copies = words.size() == 2 ? range(words[1], most_copies) : Range{0, 1};
    add_all("s" + std::to_string(length), all_turned(burr_sticks(length)), false, copies,
            words.front());
  }

  /// Adds pieces whose names are a prefix and letters: 5a, 5b, ..., 5z, 5aa, 5ab, ...
  void add_all(const std::string& prefix, const std::vector<Cells>& pieces, bool free, Range copies,
               std::string_view word) {
    std::size_t number = 0;
    for (const Cells& piece : pieces) {
      std::string letters;
      for (std::size_t rest = ++number; rest > 0; rest = (rest - 1) / 26) {
        letters.insert(letters.begin(), static_cast<char>('a' + (rest - 1) % 26));
      }
      add(prefix + letters, piece, free, copies, word, true);
    }
  }

  /// Adds a kind of piece to the bag. If `of_many` is true, the piece is one of many pieces that a
  /// line `all` or `sticks` adds. Such a piece is left out if a line `piece` has its shape.
  void add(std::string name, Cells piece, bool free, Range copies, std::string_view word,
           bool of_many) {
    const auto same_name = [&](const Kind& kind) { return kind.name == name; };
    auto& kinds = design_.kinds;
    if (std::any_of(kinds.begin(), kinds.end(), same_name)) {
      throw lines_.error("a second piece of the name " + name, word);
    }
    const Cells other = free ? mirrored(design_, piece) : piece;
    if (of_many) {
      const auto same = shapes_.find(piece);
      if (same != shapes_.end() && same->second < single_kinds_ && other == piece) return;
    }
    for (const auto& shape : {piece, other}) {
      const auto [same, is_new] = shapes_.emplace(shape, kinds.size());
      if (!is_new && same->second != kinds.size()) {
        throw lines_.error("piece " + name + " has the shape of piece " + kinds[same->second].name,
                           word);
      }
    }
    if (kinds.size() == most_kinds) throw lines_.error("more than 10000 kinds of pieces", word);
    kinds.push_back({std::move(name), std::move(piece), free, copies});
    kind_lines_.push_back(lines_.number());
  }

  /// Sorts the kinds of pieces in the order of the lines that define them.
  void sort_kinds() {
    std::vector<std::size_t> order(design_.kinds.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return kind_lines_[a] < kind_lines_[b]; });
    std::vector<Kind> sorted;
    for (const std::size_t k : order) sorted.push_back(std::move(design_.kinds[k]));
    design_.kinds = std::move(sorted);
  }

  void read_pieces(std::string_view, Words words) {
    expect_end(words, 1);
    pieces_ = range(words.front(), no_limit);
  }
  void read_volume(std::string_view, Words words) {
    expect_end(words, 1);
    volume_ = range(words.front(), no_limit);
    volume_word_ = words.front();
    volume_line_ = lines_.number();
  }
  void read_at_most(std::string_view, Words words) {
    expect_end(words, 1);
    at_most_ = number(words.front(), 1, most_copies);
  }
  void read_symmetric(std::string_view, Words words) {
    expect_end(words, 1);
    if (words.front() != "yes" && words.front() != "no") {
      throw lines_.error("symmetric is yes or no", words.front());
    }
    expect_turns(words.front());
    design_.symmetric = words.front() == "yes";
  }
  void read_want(std::string_view, Words words) {
    expect_end(words, 1);
    const auto want = from_string<Want>(words.front());
    if (!want) throw lines_.error("want is unique, fewest, most or any", words.front());
    design_.want = *want;
  }
  void read_apart(std::string_view, Words words) {
    expect_end(words, 1);
    const bool yes = words.front() == "yes";
    if (!yes && words.front().find_first_not_of("0123456789") != std::string_view::npos) {
      throw lines_.error("apart is yes, or the least level that is wanted", words.front());
    }
    design_.apart = yes ? 1 : number(words.front(), 1, most_moves);
  }
  void read_hardest(std::string_view, Words words) {
    expect_end(words, 1);
    const auto measure = from_string<Measure>(words.front());
    if (!measure || *measure == Measure::none) {
      throw lines_.error("hardest is nodes, dead-ends, near-solutions or level", words.front());
    }
    design_.hardest = *measure;
  }

  /// Checks and completes the design after all statements have been read.
  void finish() {
    expect_box();
    if (design_.kinds.empty()) throw TextError("no piece in it", 0);
    for (Kind& kind : design_.kinds) {
      kind.copies.most = std::min(kind.copies.most, at_most_);
      if (kind.copies.least > kind.copies.most) {
        throw TextError("piece " + kind.name + " is wanted more often than at-most says", 0);
      }
    }
    std::erase_if(design_.kinds, [](const Kind& kind) { return kind.copies.most == 0; });
    if (design_.kinds.empty()) throw TextError("no piece may be used", 0);
    if (gaps_) {
      for (Box& box : design_.boxes) {
        if (box.optional_cells.empty()) box.optional_cells = std::exchange(box.target, {});
      }
    }
    limit_volume();
    design_.pieces = {std::max(pieces_.least, 1U), std::min(pieces_.most, design_.volume.most)};
    for (const Kind& kind : design_.kinds) {
      const Cells image = mirrored(design_, kind.cells);
      const auto place =
          std::find_if(design_.kinds.begin(), design_.kinds.end(), [&](const Kind& other) {
            return other.cells == (kind.free ? kind.cells : image) && other.free == kind.free;
          });
      design_.mirror_images.push_back(
          place == design_.kinds.end()
              ? std::nullopt
              : std::optional(static_cast<std::uint32_t>(place - design_.kinds.begin())));
    }
  }

  /// Limits the volume of a set, because the pieces must fill every box.
  void limit_volume() {
    design_.volume = volume_;
    for (const Box& box : design_.boxes) {
      auto least = static_cast<std::uint32_t>(box.target.size());
      auto most = static_cast<std::uint32_t>(least + box.optional_cells.size());
      if (gaps_) {
        least = std::max(least, most - std::min(most, gaps_->most));
        most -= std::min(most, gaps_->least);
      }
      design_.volume.least = std::max(design_.volume.least, least);
      design_.volume.most = std::min(design_.volume.most, most);
    }
    if (design_.volume.least <= design_.volume.most) return;
    if (volume_.least <= volume_.most && !volume_word_.empty()) {
      if (gaps_)
        throw TextError("no set leaves that many cells empty: " + in_quotes(volume_word_),
                        volume_line_, volume_word_);
      throw TextError("no box has that volume: " + in_quotes(volume_word_), volume_line_,
                      volume_word_);
    }
    throw TextError("no set of pieces fills every box: they differ in volume", 0);
  }

  std::string_view text_;
  Lines lines_;
  polycube::CellReader cells_;
  Design design_;
  std::optional<std::size_t> thin_;      // the axis along which all boxes are one cell thick
  std::map<Cells, std::size_t> shapes_;  // index of each kind of piece, by its shape
  std::size_t single_kinds_ = 0;         // how many kinds of pieces have a line of their own
  std::vector<std::size_t> kind_lines_;  // for each kind of piece, the line that defines it
  std::set<std::string_view> read_;      // first words of lines that have been read
  Range pieces_ = {1, no_limit};
  Range volume_ = {1, no_limit};
  std::optional<Range> gaps_;  // how many cells of each box stay empty
  std::string_view volume_word_;
  std::size_t volume_line_ = 0;
  std::uint32_t at_most_ = no_limit;
};

}  // namespace

bool is_design(std::string_view text) {
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    const auto found = polycube::words(line);
    if (found.empty() || found[0].front() == '|' || found[0].front() == '#') continue;
    if (found[0] == "turning" || found[0] == "gaps") continue;
    return found[0] != "wrap" && std::all_of(found[0].begin(), found[0].end(), [](char c) {
             return (c >= 'a' && c <= 'z') || c == '-';
           });
  }
  return true;
}

Design read_design(std::string_view text, polycube::Turning freest) {
  return Reader(text, freest).read();
}

}  // namespace dlx::design
