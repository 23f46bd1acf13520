// Checks a certificate against a problem. CERTIFICATES.md defines certificates and the terms that
// are used here. The checker shares no code with the engines.
#include <openssl/sha.h>
#include <pthread.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>

namespace {

using Word = std::uint64_t;
using Words = std::vector<Word>;
__extension__ using Wide = __int128;
using Prices = std::vector<Wide>;
constexpr Word prime = (Word{1} << 61) - 1;

struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}
/// The limits of this checker. CERTIFICATES.md allows checkers to have limits.
// The maximum number of states in memory in a sweep (a count item by item).
constexpr Word most_states = 4'000'000;
// The limit on a group of symmetries: its number of members, times the number of options + 1.
constexpr Word most_images = 10'000'000;
// The maximum number of signs in a sum over signs. A sum of 2^40 products takes weeks.
constexpr Word most_signs = 40;
void allow(bool fits, const std::string& what) {
  if (!fits) throw std::runtime_error("too much for this checker: " + what);
}
Word product(Word a, Word b) {
  // The upper and the lower 61 bits of the product are added, because 2^61 is congruent to 1 modulo
  // the prime.
  const Wide both = Wide(a) * b;
  return (static_cast<Word>(both & prime) + static_cast<Word>(both >> 61)) % prime;
}
void add(Words& set, Word k) {
  set[k / 64] |= Word{1} << k % 64;
}
void remove(Words& set, Word k) {
  set[k / 64] &= ~(Word{1} << k % 64);
}
bool has(const Words& set, Word k) {
  return (set[k / 64] >> k % 64 & 1) != 0;
}

using Count = boost::multiprecision::cpp_int;
struct Value {
  Count count = 1;
  Word factor = 1;
  bool complete = true;
  void add(const Value& more, Word ways, Word by) {
    if (more.count != 0) count += more.count * ways;
    factor = (factor + product(more.factor, by)) % prime;
    complete &= more.complete;
  }
  void add(Word ways, Word by) {  // adds one solution of this weight
    count += ways;
    factor = (factor + by) % prime;
  }
};
struct Bounds {
  Word need = 1, room = 1;
  bool operator==(const Bounds&) const = default;
};
struct Cost {
  Wide units = 0;  // the cost in units of 10^-places, such as 125 for 1.25 if places is 2
  Word places = 0;
  /// The cost, expressed with at least `more` decimal places.
  Cost with(Word more) const {
    Cost cost = *this;
    for (; cost.places < more; ++cost.places) cost.units *= 10;
    return cost;
  }
  bool fits() const { return units >= -(Wide(1) << 63) && units < Wide(1) << 63; }
};
/// Writes a cost as a decimal number, without zeros at the end of its fraction.
std::string decimal(Cost cost) {
  const bool negative = cost.units < 0;
  std::string text = Count(negative ? -cost.units : cost.units).str();
  if (text.size() <= cost.places) text.insert(0, cost.places + 1 - text.size(), '0');
  if (cost.places > 0) {
    text.insert(text.size() - cost.places, ".");
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return (negative ? "-" : "") + text;
}
// The items of an option in ascending order, each with its colour, or with 0 for no colour.
using Colours = std::vector<std::pair<Word, Word>>;
struct Option {
  Colours colours = {};
  Word primaries = 0;  // number of primary items of the option
  Word ways = 1, factor = 1;
  Cost cost = {};
  bool contains(Word item) const {
    return std::ranges::any_of(colours, [&](const auto& pair) { return pair.first == item; });
  }
};
struct Problem {
  std::vector<Bounds> bounds;  // bounds of primary items
  std::vector<Option> options;
  Word items = 0;
  Word places = 0;  // number of decimal places of all costs
  std::string identity;
};

/// The solutions that a certificate with a line "cheapest" is about: the `number` cheapest
/// solutions (several), all solutions of the least cost (least), or all solutions (all). If `most`
/// is set, solutions that cost more than `most` are left out. The checker stores at most `number`
/// costs.
struct Wanted {
  enum { several, least, all } kind = several;
  Word number = 1;
  std::optional<Wide> most = {};
  bool classes = false;             // whether only one solution of each class counts
  std::vector<Words> members = {};  // the symmetries that define the classes
};

/// The limit on the nesting depth of the nodes of a proof.
Word deepest(const Problem& p) {
  return std::min<Word>(3 * (p.options.size() + p.items) + 100, 500'000);
}
constexpr Word bytes_of_depth = 2'148;
// The nesting depth for which the thread's stack is large enough.
thread_local Word stack_depth = ~Word{0};
struct NoStack : std::bad_alloc {};

/// Calls work() in a thread whose stack is large enough for nodes that are nested `depth` deep. If
/// there is not enough memory for the stack, tries again with a quarter of the depth, and so on.
/// Dividing the depth by a smaller number could leave too little memory for work() itself.
int with_stack(Word depth, const std::function<int()>& work) {
  struct Task {
    const std::function<int()>& work;
    Word depth;
    int code;
  } task{work, depth, 0};
  const auto run = [](void* argument) -> void* {
    Task& mine = *static_cast<Task*>(argument);
    stack_depth = mine.depth;
    mine.code = mine.work();
    return nullptr;
  };
  // The number of bytes of the stack for all function calls except those that check nodes.
  constexpr std::size_t apart = std::size_t{16} << 20;
  for (; task.depth >= 100; task.depth /= 4) {
    pthread_attr_t deep;
    pthread_attr_init(&deep);
    pthread_attr_setstacksize(&deep, apart + task.depth * bytes_of_depth);
    pthread_t thread;
    const int failure = pthread_create(&thread, &deep, run, &task);
    pthread_attr_destroy(&deep);
    if (failure != 0) continue;
    pthread_join(thread, nullptr);
    return task.code;
  }
  throw NoStack();
}

/// The number of bytes of the first character of a text. Returns 0 if this character is not valid
/// UTF-8, or not visible.
std::size_t visible_character(std::string_view text) {
  // least_code[n] is the least code of a UTF-8 character of n bytes.
  constexpr Word least_code[] = {0, 0, 0x80, 0x800, 0x10000};
  constexpr std::pair<Word, Word> invisible[] = {
      {0, 0x20},        {0x7F, 0xA0},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x1680, 0x1680},
      {0x180E, 0x180E}, {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F}, {0x3000, 0x3000},
      {0xD800, 0xDFFF}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}};
  const auto first = static_cast<unsigned char>(text[0]);
  const auto ones = static_cast<std::size_t>(std::countl_one(first));
  const std::size_t length = std::max<std::size_t>(ones, 1);
  if (ones == 1 || length > 4 || length > text.size()) return 0;
  Word code = first & (0x7FU >> ones);
  for (const char c : text.substr(1, length - 1)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >> 6 != 2) return 0;
    code = code << 6 | (byte & 0x3FU);
  }
  const bool fits = code >= least_code[length] && code <= 0x10FFFF && (code & 0xFFFE) != 0xFFFE;
  const bool hidden =
      std::ranges::any_of(invisible, [&](auto r) { return r.first <= code && code <= r.second; });
  return fits && !hidden ? length : 0;
}
/// Returns the text in a form that cannot control the terminal on which it is printed: each byte of
/// an invisible character is written as \xNN.
std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = text[0] == ' ' ? 1 : visible_character(text);
    if (length == 0) {
      const auto byte = static_cast<unsigned char>(text[0]);
      shown += {'\\', 'x', "0123456789abcdef"[byte / 16], "0123456789abcdef"[byte % 16]};
    } else {
      shown += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}
bool is_name(std::string_view word) {
  if (word.empty() || word.size() > 65536) return false;
  while (!word.empty()) {
    const std::size_t length = visible_character(word);
    if (length == 0 || word[0] == ':' || word[0] == '|') return false;
    word.remove_prefix(length);
  }
  return true;
}
/// The number that a text spells, if the text has only decimal digits and the number is at most
/// `most`.
std::optional<Word> whole_number(std::string_view digits, Word most) {
  if (digits.empty()) return {};
  Word n = 0;
  for (const char c : digits) {
    const Word digit = static_cast<Word>(c) - '0';
    if (digit > 9 || n > (most - digit) / 10) return {};
    n = 10 * n + digit;
  }
  return n;
}

class ProblemReader {
 public:
  Problem read(std::istream& in) {
    // If the stream threw no exceptions, a read error would look like the end of the file.
    in.exceptions(std::ios::badbit);
    for (std::string line; ++number_, std::getline(in, line);) {
      if (line.ends_with('\r')) line.pop_back();
      std::string_view text = line;
      if (number_ == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
      if (text.starts_with("\x1f\x8b") || text.starts_with("\x28\xb5\x2f\xfd"))
        throw Unreadable("it is compressed");
      const std::vector<std::string_view> words = words_of(text);
      const bool blank = words.empty() || words[0][0] == '|';
      if (blank || (text_.empty() && words[0][0] == '/')) continue;
      text_.empty() ? read_items(words) : read_option(words);
      text_.back() = '\n';
    }
    if (text_.empty()) throw Unreadable("no items");
    for (Option& option : p_.options) {
      option.cost = option.cost.with(p_.places);
      if (!option.cost.fits()) throw Unreadable("costs of more than 64 bits");
    }
    unsigned char hash[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(text_.data()), text_.size(), hash);
    for (const unsigned char byte : hash) {
      for (const int digit : {byte / 16, byte % 16}) p_.identity += "0123456789abcdef"[digit];
    }
    return std::move(p_);
  }

 private:
  static std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t end = 0;;) {
      const std::size_t start = line.find_first_not_of(" \t", end);
      if (start == line.npos) return words;
      end = std::min(line.find_first_of(" \t", start), line.size());
      words.push_back(line.substr(start, end - start));
    }
  }
  void check(bool good, std::string_view word) const {
    if (good) return;
    throw Unreadable("line " + std::to_string(number_) + ": bad word " +
                     printable(word.substr(0, 100)));
  }

  void read_items(std::vector<std::string_view> words) {
    // A first word `1|` is not an item. It is written if there are no primary items, because a line
    // that begins with `|` would be a comment.
    if (words[0] == "1|" && (words.size() == 1 || words[1] == "|")) words.erase(words.begin());
    std::string secondary;
    bool primary = true;
    for (const std::string_view word : words) {
      if (word == "|") {
        check(std::exchange(primary, false), word);
        continue;
      }
      const auto bar = word.find('|');
      const std::string_view name = word.substr(bar + 1);  // if the word has no '|', bar + 1 is 0
      if (bar != word.npos) check(primary, word);
      check(is_name(name) && items_.emplace(name, p_.items++).second, word);
      if (!primary) {
        secondary.append(name) += ' ';
        continue;
      }
      const Bounds b = bar == word.npos ? Bounds{} : bounds_of(word, bar);
      if (b.need != b.room) text_ += std::to_string(b.need) + ":";
      // A line that begins with `/` would be a comment, so `1|` is written before such a name.
      const bool guard = p_.bounds.empty() && name[0] == '/';
      if (b != Bounds{} || guard) text_ += std::to_string(b.room) + "|";
      text_.append(name) += ' ';
      p_.bounds.push_back(b);
    }
    named_.resize(p_.items);
    if (p_.bounds.empty()) text_ = "1| ";
    if (!secondary.empty()) text_ += "| " + secondary;
  }
  Bounds bounds_of(std::string_view word, std::size_t bar) const {
    const auto colon = std::min(word.find(':'), bar);
    const auto least = whole_number(word.substr(0, colon), 0xFFFFFFFF);
    const auto most =
        colon == bar ? least : whole_number(word.substr(colon + 1, bar - colon - 1), 0xFFFFFFFF);
    check(least && most && *least <= *most && *most > 0, word);
    return {*least, *most};
  }

  Cost cost_of(std::string_view word) const {
    const bool negative = word.substr(1).starts_with('-');
    const std::string_view text = word.substr(negative ? 2 : 1);
    const auto point = std::min(text.find('.'), text.size());
    std::string_view behind = text.substr(std::min(point + 1, text.size()));
    check(point > 0 && (point == text.size() || !behind.empty()), word);
    check(behind.find_first_not_of("0123456789") == behind.npos, word);
    // Removes zeros at the end. If all digits are 0, no digit is left, because npos + 1 is 0.
    behind = behind.substr(0, behind.find_last_not_of('0') + 1);
    check(behind.size() <= 18, word);
    constexpr Word most = Word{1} << 63;
    const auto size =
        whole_number(std::string(text.substr(0, point)).append(behind), negative ? most : most - 1);
    check(size.has_value(), word);
    return {negative ? -Wide(*size) : Wide(*size), behind.size()};
  }

  void read_option(const std::vector<std::string_view>& words) {
    Option option;
    Cost& cost = option.cost;
    for (const std::string_view word : words) {
      if (word[0] == '|') {
        const Cost more = cost_of(word);
        const Word places = std::max(cost.places, more.places);
        check(cost.with(places).fits() && more.with(places).fits(), word);
        cost = {cost.with(places).units + more.with(places).units, places};
        check(cost.fits(), word);
        for (; cost.places > 0 && cost.units % 10 == 0; --cost.places) cost.units /= 10;
        continue;
      }
      const auto colon = word.find(':');
      const auto item = items_.find(word.substr(0, colon));
      check(item != items_.end() && std::exchange(named_[item->second], number_) != number_, word);
      Word colour = 0;
      if (colon != word.npos) {
        const std::string_view name = word.substr(colon + 1);
        check(is_name(name) && item->second >= p_.bounds.size(), word);
        colour = colours_.emplace(name, colours_.size() + 1).first->second;
      }
      option.colours.emplace_back(item->second, colour);
      option.primaries += item->second < p_.bounds.size() ? 1 : 0;
      text_.append(word) += ' ';
    }
    std::ranges::sort(option.colours);
    check(option.primaries > 0, "without primary item");
    if (cost.units != 0) text_ += "|" + decimal(cost) + " ";
    p_.places = std::max(p_.places, cost.places);
    p_.options.push_back(std::move(option));
  }

  Problem p_;
  std::map<std::string, Word, std::less<>> items_, colours_;
  Words named_;       // for each item, the number of the last line that contains it
  std::string text_;  // the problem as canonical text; its SHA-256 digest is the identity
  Word number_ = 0;   // the number of the current line
};

/// The bytes of a file, decompressed if the first byte is the first byte of a zstd frame or of a
/// gzip member. The libraries zstd and zlib verify checksums and lengths. A compressed file must
/// end where a frame or member ends.
class Bytes {
 public:
  explicit Bytes(std::istream& file) : file_(file) {
    const int first = file.peek();
    if (first == 0x28) {
      zstd_.reset(ZSTD_createDStream());
      if (zstd_ == nullptr) throw std::bad_alloc();
    }
    if (first == 0x1F) {
      gzip_.reset(new z_stream());
      if (inflateInit2(gzip_.get(), 15 + 16) != Z_OK) throw std::bad_alloc();
    }
  }
  bool ends() { return at_ == end_ && !fill(); }
  /// Returns the next byte of the file, or -1 at the end.
  int next() { return ends() ? -1 : *at_++; }

 private:
  using Byte = unsigned char;

  /// Makes the next bytes of the file available. Returns false at the end of the file.
  bool fill() {
    for (;;) {
      if (left_ == 0 && !more_) {
        file_.read(reinterpret_cast<char*>(packed_.data()),
                   static_cast<std::streamsize>(packed_.size()));
        left_ = static_cast<std::size_t>(file_.gcount());
        from_ = packed_.data();
        if (left_ == 0) {
          require(!open_, "compressed data that are cut off");
          return false;
        }
      }
      if (zstd_ == nullptr && gzip_ == nullptr) {
        at_ = from_;
        end_ = from_ + std::exchange(left_, 0);
        return true;
      }
      at_ = unpacked_.data();
      end_ = at_ + (zstd_ != nullptr ? unpack_zstd() : unpack_gzip());
      more_ = open_ && end_ == at_ + unpacked_.size();
      if (at_ != end_) return true;
    }
  }
  std::size_t unpack_zstd() {
    ZSTD_inBuffer in{from_, left_, 0};
    ZSTD_outBuffer out{unpacked_.data(), unpacked_.size(), 0};
    const std::size_t result = ZSTD_decompressStream(zstd_.get(), &out, &in);
    if (ZSTD_isError(result) != 0) {
      if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(result));
    }
    from_ += in.pos;
    left_ -= in.pos;
    open_ = result != 0;
    return out.pos;
  }
  std::size_t unpack_gzip() {
    gzip_->next_in = from_;
    gzip_->avail_in = static_cast<uInt>(left_);
    gzip_->next_out = unpacked_.data();
    gzip_->avail_out = static_cast<uInt>(unpacked_.size());
    const int result = inflate(gzip_.get(), Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    require(result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR,
            "gzip: damaged data");
    from_ = gzip_->next_in;
    left_ = gzip_->avail_in;
    const std::size_t made = unpacked_.size() - gzip_->avail_out;
    open_ = result != Z_STREAM_END;
    if (!open_) inflateReset(gzip_.get());
    return made;
  }

  struct Freer {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    void operator()(z_stream* stream) const {
      inflateEnd(stream);
      delete stream;
    }
  };

  std::istream& file_;
  std::unique_ptr<ZSTD_DStream, Freer> zstd_;
  std::unique_ptr<z_stream, Freer> gzip_;
  std::vector<Byte> packed_ = std::vector<Byte>(1 << 16), unpacked_ = packed_;
  Byte* from_ = nullptr;  // the next compressed byte in packed_, which has left_ more bytes
  std::size_t left_ = 0;
  // The decompressed bytes that next() has not returned yet.
  const Byte *at_ = nullptr, *end_ = nullptr;
  bool open_ = false;  // whether a zstd frame or a gzip member is still incomplete
  bool more_ = false;  // whether more bytes can be decompressed without more input
};

class Certificate {
 public:
  explicit Certificate(std::istream& file) : in_(file) {}
  Word number(Word end = Word{1} << 63) {
    Word n = 0;
    for (int shift = 0, byte = 128; byte >= 128; shift += 7, ++place) {
      byte = in_.next();
      require(byte >= 0 && shift < 63, "the end of the file, or a long number");
      n |= static_cast<Word>(byte & 127) << shift;
    }
    require(n < end, "a number that is too large");
    return n;
  }
  Words numbers(Word most, Word end) {
    Words list(number(most + 1));
    for (Word& n : list) n = number(end);
    return list;
  }
  /// Reads the next line. A line of more than `most` characters is refused.
  std::string line(Word most = 200) {
    std::string text;
    for (int byte = 0; (byte = in_.next()) != '\n'; text += static_cast<char>(byte)) {
      require(byte >= 0, "the end of the file");
      require(text.size() < most, "a line that is too long");
    }
    return text;
  }
  bool ends() { return in_.ends(); }
  Word place = 0;

 private:
  Bytes in_;
};

/// Reads a symmetry of the problem. Returns the images of the options and the images of the items.
std::pair<Words, Words> read_symmetry(const Problem& p, Certificate& in) {
  Words options(p.options.size()), items(p.items);
  for (Words* const images : {&items, &options}) {
    Words met(images->size() / 64 + 1);
    for (Word& image : *images) {
      image = in.number(images->size());
      require(!has(met, image), "a permutation that is none");
      add(met, image);
    }
  }
  for (Word i = 0; i < p.bounds.size(); ++i) {
    const bool fits = items[i] < p.bounds.size() && p.bounds[items[i]] == p.bounds[i];
    require(fits, "no symmetry of items");
  }
  // For each item and each of its colours: the image of the colour under the symmetry (became), and
  // the colour whose image it is (was).
  std::map<std::pair<Word, Word>, Word> became, was;
  // For each item of an option: the image of the item, the item, and its colour.
  std::vector<std::array<Word, 3>> wanted;
  for (Word o = 0; o < options.size(); ++o) {
    wanted.clear();
    for (const auto& [item, colour] : p.options[o].colours) {
      wanted.push_back({items[item], item, colour});
    }
    std::ranges::sort(wanted);
    const Colours& image = p.options[options[o]].colours;
    require(image.size() == wanted.size(), "no symmetry of options");
    for (Word k = 0; k < wanted.size(); ++k) {
      const auto [other, item, colour] = wanted[k];
      const Word shade = image[k].second;
      require(image[k].first == other, "no symmetry of options");
      require((colour == 0) == (shade == 0), "no symmetry of colours");
      if (colour == 0) continue;
      const bool fits = became.try_emplace({item, colour}, shade).first->second == shade &&
                        was.try_emplace({other, shade}, colour).first->second == colour;
      require(fits, "no symmetry of colours");
    }
  }
  return {std::move(options), std::move(items)};
}

struct State {
  // Bit sets: the options that may still be chosen, and the primary items that may still be
  // covered.
  Words live, open;
  Word left = 0;               // number of items in `open`
  std::vector<Bounds> bounds;  // bounds of all primary items; empty if all bounds are (1, 1)
  bool operator==(const State&) const = default;
};
struct Hash {
  std::size_t operator()(const State& state) const {
    Word h = 0;
    for (const Word word : state.live) h = std::rotl((h ^ word) * 0x9E3779B97F4A7C15, 29);
    for (const Word word : state.open) h = std::rotl((h ^ word) * 0x9E3779B97F4A7C15, 29);
    return h ^ h >> 32;
  }
};
using Values = std::unordered_map<State, Value, Hash>;
/// A hash table from the states of a sweep to their values. (A sweep is a count that processes the
/// items in a fixed order.) States and values are stored in two arrays, because millions of small
/// allocations would take longer than the count itself.
class Table {
 public:
  Word size() const { return values_.size(); }
  const Value& value(Word n) const { return values_[n]; }
  /// Copies the state with number n into `s`. Before the call, `s` must already be a state of the
  /// same problem, so that its arrays have the right size.
  void read(Word n, State& s) const {
    const Word* from = &words_[n * width_];
    s.left = *from++;
    for (Word& word : s.live) word = *from++;
    for (Word& word : s.open) word = *from++;
    for (Bounds& b : s.bounds) {
      b.need = *from++;
      b.room = *from++;
    }
  }
  /// Returns the value of a state. A state that is not in the table yet is added with the value 0.
  Value& find(const State& s) {
    if (2 * (size() + 1) > places_.size()) grow();
    const Word begin = words_.size();
    words_.push_back(s.left);
    words_.insert(words_.end(), s.live.begin(), s.live.end());
    words_.insert(words_.end(), s.open.begin(), s.open.end());
    for (const Bounds& b : s.bounds) {
      words_.push_back(b.need);
      words_.push_back(b.room);
    }
    width_ = words_.size() - begin;
    unsigned& place = place_of(&words_[begin]);
    if (place != 0) {
      words_.resize(begin);
      return values_[place - 1];
    }
    values_.push_back({0, 0});
    place = static_cast<unsigned>(values_.size());
    return values_.back();
  }

 private:
  /// The element of the hash table places_ that contains the number of a state, or the free element
  /// in which this number is to be stored.
  unsigned& place_of(const Word* state) {
    Word h = 0;
    for (Word k = 0; k < width_; ++k) h = std::rotl((h ^ state[k]) * 0x9E3779B97F4A7C15, 29);
    for (Word place = h ^ h >> 32;; ++place) {
      unsigned& number = places_[place & (places_.size() - 1)];
      if (number == 0 || std::equal(state, state + width_, &words_[(number - 1) * width_]))
        return number;
    }
  }
  void grow() {
    places_.assign(std::max<Word>(64, 2 * places_.size()), 0);
    for (Word n = 0; n < size(); ++n) place_of(&words_[n * width_]) = static_cast<unsigned>(n + 1);
  }

  Words words_;                   // all states, each stored as `width_` words
  Word width_ = 0;                // number of words of a state
  std::vector<Value> values_;     // for each state, its value
  std::vector<unsigned> places_;  // hash table: 1 + the number of a state, or 0 in a free element
};
struct Search {
  // The nodes that are not searched yet, by their lists of choices from the root.
  std::map<Words, State> open;
  Words path;  // the choices from the root to the current node
  bool paused = false;
};

/// Checks a step of a certificate that counts the solutions of a state by nogoods, which are sets
/// of literals that no uncounted solution satisfies. Literals are numbered as in the certificate.
/// The literal 4o says that option o is chosen, and 4o + 1 that it is not. The literal 4k + 2 says
/// that a chosen option gives the named colour k, and 4k + 3 says that no chosen option gives it.
class Nogoods {
 public:
  Nogoods(const Problem& problem, const State& state, Certificate& in)
      : p_(problem), s_(state), in_(in), gives_(problem.options.size()), members_(problem.items) {
    for (Word o = 0; o < p_.options.size(); ++o) {
      if (!has(s_.live, o)) continue;
      live_.push_back(o);
      for (const auto& pair : p_.options[o].colours) {
        uses_[pair.first].push_back(o);
        if (pair.second != 0) groups_[pair].options.push_back(o);
      }
    }
    values_.resize(4 * p_.options.size());
    stamps_.resize(values_.size());
  }

  /// Reads the nogoods of the step and checks them. Returns the value of the state.
  Value check() {
    Value sum{0, 0};
    for (;;) {
      const Word line = in_.number();
      if (line == 0) return sum.complete = false, sum;
      if (line == 1) add_solution(sum);
      if (line == 2) name_colour();
      if (line == 3) nogood_at(in_.number(nogoods_.size())) = {{}, false, true};
      if (line < 4) continue;
      if (!add_nogood(line - 4)) return sum;
    }
  }

 private:
  struct Nogood {
    Words literals;  // the literals of the nogood, or the options of a counted solution
    // Whether the nogood excludes a solution that was counted. Such a nogood says that exactly
    // these options are chosen.
    bool solution = false;
    bool forgotten = false;
  };
  struct Group {  // the options that give an item one colour
    Words options = {};
    std::optional<Word> number = {};  // number of the colour, if the certificate has named it
  };
  struct Members {
    Words literals;
    Bounds bounds;
  };

  void add_solution(Value& sum) {
    Words options = in_.numbers(p_.options.size(), p_.options.size());
    std::map<Word, Word> covered, colours;
    Value product_of_weights;
    for (Word k = 0; k < options.size(); ++k) {
      const Option& option = p_.options[options[k]];
      const bool ascends = k == 0 || options[k - 1] < options[k];
      require(ascends && has(s_.live, options[k]), "a solution with an option that is not left");
      for (const auto& [item, colour] : option.colours) {
        const bool fits = item < p_.bounds.size() ? ++covered[item] <= bounds_of(item).room
                                                  : colours.try_emplace(item, colour).second ||
                                                        (colour != 0 && colours[item] == colour);
        require(fits, "a solution whose options conflict");
      }
      product_of_weights.count *= option.ways;
      product_of_weights.factor = product(product_of_weights.factor, option.factor);
    }
    for (Word i = 0; i < p_.bounds.size(); ++i) {
      require(covered[i] >= bounds_of(i).need, "a solution with a need");
    }
    require(solutions_.insert(options).second, "a solution that was told before");
    nogoods_.push_back({std::move(options), true});
    sum.add(product_of_weights, 1, 1);
  }
  void name_colour() {
    const Word item = in_.number(p_.items), o = in_.number(p_.options.size());
    const auto& colours = p_.options[o].colours;
    const auto at = std::ranges::find(colours, item, &Colours::value_type::first);
    require(has(s_.live, o) && at != colours.end() && at->second != 0, "a colour that is none");
    Group& group = groups_[*at];
    require(!group.number, "a colour that was named before");
    group.number = named_.size();
    for (const Word other : group.options) gives_[other].push_back(named_.size());
    named_.push_back(&group);
    values_.resize(std::max(values_.size(), 4 * named_.size()));
    stamps_.resize(values_.size());
    members_[item].reset();
  }
  /// Reads a nogood of `size` literals and checks it. Returns false for the empty nogood, which
  /// ends the step.
  bool add_nogood(Word size) {
    require(size <= values_.size(), "a nogood that is too long");
    Words literals(size);
    ++nogood_;
    for (Word& l : literals) {
      l = in_.number(values_.size());
      const Word v = l / 4;
      require((l & 2) != 0 ? v < named_.size() : v < p_.options.size() && has(s_.live, v),
              "a literal of an option that is not left, or of a colour without a name");
      require(std::exchange(stamps_[l], nogood_) != nogood_, "a literal that comes twice");
    }
    bool agrees = always_agrees_;
    for (const Word l : literals) agrees = agrees && make_hold(l);
    for (Word hints = in_.number(); hints > 0; --hints) {
      const Word hint = in_.number();
      if (hint % 2 != 0) {
        const Nogood& nogood = nogood_at(hint / 2);
        agrees = agrees && obey(nogood);
      } else {
        const Members& members = members_of(hint / 2);
        agrees = agrees && obey(members);
      }
    }
    require(!agrees, "a nogood without a contradiction");
    for (; trail_.size() > always_; trail_.pop_back()) values_[trail_.back()] = 0;
    if (size == 1 && always_agrees_) {
      always_agrees_ = make_hold(literals[0] ^ 1);
      always_ = trail_.size();
    }
    nogoods_.push_back({std::move(literals)});
    return size > 0;
  }
  Nogood& nogood_at(Word number) {
    require(number < nogoods_.size() && !nogoods_[number].forgotten,
            "a nogood that is not there, or is forgotten");
    return nogoods_[number];
  }
  Bounds bounds_of(Word item) const {
    if (item >= p_.bounds.size()) return {0, 1};
    if (!has(s_.open, item)) return {0, 0};
    return s_.bounds.empty() ? Bounds{} : s_.bounds[item];
  }
  const Members& members_of(Word item) {
    require(item < p_.items, "a hint at an item that is not there");
    auto& found = members_[item];
    if (found) return *found;
    found.emplace();
    found->bounds = bounds_of(item);
    std::set<Word> met;
    for (const Word o : uses_[item]) {
      const auto& colours = p_.options[o].colours;
      const auto at = std::ranges::find(colours, item, &Colours::value_type::first);
      const Group* const group = at->second != 0 ? &groups_[*at] : nullptr;
      if (group != nullptr && group->number) {
        if (met.insert(*group->number).second) found->literals.push_back(4 * *group->number + 2);
      } else if (group == nullptr || group->options.size() == 1) {
        found->literals.push_back(4 * o);
      }
    }
    return *found;
  }

  // The functions make_hold() and obey() return false if they find a contradiction.
  bool holds(Word l) const { return values_[l] != 0; }
  bool make_hold(Word l) {
    if (holds(l ^ 1)) return false;
    if (holds(l)) return true;
    values_[l] = 1;
    trail_.push_back(l);
    if (l % 4 == 0) {
      return std::ranges::all_of(gives_[l / 4], [&](Word k) { return make_hold(4 * k + 2); });
    }
    return l % 4 != 3 || std::ranges::all_of(named_[l / 4]->options,
                                             [&](Word o) { return make_hold(4 * o + 1); });
  }
  bool obey(const Members& members) {
    Word most = 0, left = 0;
    for (const Word l : members.literals) {
      most += holds(l) ? 1 : 0;
      left += holds(l ^ 1) ? 0 : 1;
    }
    if (most > members.bounds.room || left < members.bounds.need) return false;
    if (most < members.bounds.room && left > members.bounds.need) return true;
    const Word opposite = most == members.bounds.room ? 1 : 0;
    return std::ranges::all_of(members.literals, [&](Word l) {
      return holds(l) || holds(l ^ 1) || make_hold(l ^ opposite);
    });
  }
  bool obey(const Nogood& nogood) {
    std::optional<Word> open;
    Word left = 0;  // number of literals of the nogood that do not hold
    const auto look = [&](Word l) {
      if (holds(l)) return;
      ++left;
      open = l;
    };
    if (nogood.solution) {
      auto next = nogood.literals.begin();
      for (const Word o : live_) {
        const bool chosen = next != nogood.literals.end() && *next == o;
        if (chosen) ++next;
        look(4 * o + (chosen ? 0 : 1));
      }
    } else {
      for (const Word l : nogood.literals) look(l);
    }
    return left > 1 || (left == 1 && make_hold(*open ^ 1));
  }

  const Problem& p_;
  const State& s_;
  Certificate& in_;
  Words live_;                                     // the options that may still be chosen
  std::map<Word, Words> uses_;                     // for each item, its options in live_
  std::map<std::pair<Word, Word>, Group> groups_;  // for each item and colour, its options
  // For each colour that the certificate has named, its Group.
  std::vector<const Group*> named_;
  // For each option, those of its colours that the certificate has named.
  std::vector<Words> gives_;
  std::vector<std::optional<Members>> members_;  // for each item, the literals that cover it
  std::vector<Nogood> nogoods_;
  std::set<Words> solutions_;
  std::vector<char> values_;  // for each literal, 1 if it holds
  Words stamps_;              // for each literal, the number of the last nogood that contains it
  Words trail_;               // the literals that hold, in the order in which they became true
  Word nogood_ = 0, always_ = 0;
  bool always_agrees_ = true;
};

class Checker {
 public:
  Checker(const Problem& problem, Certificate& certificate, Word seed)
      : p_(problem), in_(certificate), masks_(p_.items), rows_(p_.options.size()) {
    start_ = {Words(p_.options.size() / 64 + 1), Words(p_.items / 64 + 1), p_.bounds.size(), {}};
    const auto mix = [](Word x) {
      x += 0x9E3779B97F4A7C15;
      x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
      x = (x ^ x >> 27) * 0x94D049BB133111EB;
      return x ^ x >> 31;
    };
    for (Word o = 0; o < p_.options.size(); ++o) {
      p_.options[o].factor = 1 + mix(mix(seed) ^ o) % (prime - 1);
      add(start_.live, o);
      for (const auto& [item, colour] : p_.options[o].colours) {
        auto& mask = masks_[item];
        if (mask.empty() || mask.back().first != o / 64) mask.emplace_back(o / 64, 0);
        mask.back().second |= Word{1} << o % 64;
      }
    }
    for (Word i = 0; i < p_.bounds.size(); ++i) {
      add(start_.open, i);
      multiple_ |= p_.bounds[i] != Bounds{};
    }
    if (multiple_) start_.bounds = p_.bounds;
  }
  Value check() {
    State start = start_;
    return node(start);
  }
  /// Checks a proof of the cheapest solutions, and returns the number of wanted solutions.
  /// Afterwards costs() returns the costs of these solutions, or only the least cost.
  Count cheapest(const Wanted& wanted) {
    require(wanted.number > 0 && wanted.number < 1'000'000'000'000'000'000,
            "a search for the cheapest that is none");
    wanted_ = wanted;
    unit_ = in_.number();
    scale_ = in_.number();
    require(unit_ > 0 && scale_ > 0 && scale_ <= 1 << 30, "costs in no unit");
    Costs costs;
    Wide greatest = 0, rooms = 0, greatest_room = 0;
    costs.prices.resize(p_.items);
    for (Word i = 0; i < p_.bounds.size(); ++i) {
      costs.prices[i] = signed_number();
      const Word options = options_of(start_.live, i).size();
      const Word most =
          std::max<Word>(p_.bounds[i].need, std::min<Word>(p_.bounds[i].room, options));
      rooms += most;
      greatest_room = std::max<Wide>(greatest_room, most);
      if (!multiple_) continue;
      start_.bounds[i].room = most;
      if (most == 0) close_item(start_, i);
    }
    for (const Option& o : p_.options) {
      require(o.cost.units % unit_ == 0, "costs in no unit");
      costs.excess.push_back(scaled(o.cost.units));
      for (const auto& [item, colour] : o.colours) {
        if (is_primary(item)) costs.excess.back() -= costs.prices[item];
      }
      greatest = std::max(greatest, scaled(o.cost.units < 0 ? -o.cost.units : o.cost.units));
    }
    costs.had.resize(p_.items / 64 + 1);
    require_prices(start_, costs);
    costs.level = level(start_, costs);
    const Wide highest = greatest * rooms * greatest_room;
    ceiling_ = highest;
    if (wanted.most) {
      const Wide most = *wanted.most / unit_ - (*wanted.most % unit_ < 0 ? 1 : 0);
      ceiling_ = std::clamp(most * scale_, -highest - scale_, highest);
    }
    node_of_cheapest(start_, std::move(costs));
    return wanted.kind == Wanted::several ? Count(costs_.size()) : met_;
  }
  const std::multiset<Wide>& costs() const { return costs_; }
  bool has_fingerprint = true;

 private:
  bool is_primary(Word i) const { return i < p_.bounds.size(); }
  Word need(const State& s, Word i) const { return multiple_ ? s.bounds[i].need : 1; }
  bool is_bare(const Words& options, Word i) const {
    return std::ranges::none_of(masks_[i],
                                [&](auto m) { return (options[m.first] & m.second) != 0; });
  }
  Words options_of(const Words& options, Word i) const {
    Words list;
    append_options_of(options, i, list);
    return list;
  }
  void append_options_of(const Words& options, Word i, Words& list) const {
    for (const auto& [word, bits] : masks_[i]) {
      for (Word b = bits & options[word]; b != 0; b &= b - 1) {
        list.push_back(word * 64 + static_cast<Word>(std::countr_zero(b)));
      }
    }
  }
  /// The options that do not conflict with option o. A common primary item with an upper bound
  /// above 1 is not a conflict here, because close_item() removes the options of such items later.
  const Words& row(Word o) {
    Words& row = rows_[o];
    if (!row.empty()) return row;
    constexpr Word most_words = Word{1} << 25;
    if (++rows_made_ * start_.live.size() > most_words) {
      rows_.assign(rows_.size(), {});
      rows_made_ = 1;
    }
    row = start_.live;
    remove(row, o);
    for (const auto& [item, colour] : p_.options[o].colours) {
      if (is_primary(item) && p_.bounds[item].room > 1) continue;
      for (const auto& [word, bits] : masks_[item]) {
        if (colour == 0) row[word] &= ~bits;
        for (Word b = bits & row[word]; b != 0; b &= b - 1) {
          const Word other = word * 64 + static_cast<Word>(std::countr_zero(b));
          const Colours& other_colours = p_.options[other].colours;
          if (std::ranges::find(other_colours, std::pair(item, colour)) == other_colours.end())
            remove(row, other);
        }
      }
    }
    return row;
  }
  void close_item(State& s, Word i) {
    remove(s.open, i);
    --s.left;
    if (!multiple_) return;  // choose() has already removed all options of the item
    s.bounds[i] = {0, 0};
    for (const auto& [word, bits] : masks_[i]) s.live[word] &= ~bits;
  }
  void choose(const State& s, Word o, State& child) {
    child = s;
    const Words& left = row(o);
    for (Word k = 0; k < left.size(); ++k) child.live[k] &= left[k];
    for (const auto& [item, colour] : p_.options[o].colours) {
      if (!is_primary(item)) break;
      if (multiple_) child.bounds[item].need -= need(child, item) > 0 ? 1 : 0;
      if (!multiple_ || --child.bounds[item].room == 0) close_item(child, item);
    }
  }
  /// Calls visit(choice) for each child of a branch on item i. A choice is 1 + the number of an
  /// option, or 0 if the item is to be covered by no further option.
  template <class Visit>
  void for_each_child(State& s, Word i, Visit visit) {
    const Word begin = tried_.size();
    append_options_of(s.live, i, tried_);
    const Word end = tried_.size();
    const Word item_need = need(s, i);
    for (Word k = begin; k < end && end - k >= item_need; ++k) {
      visit(tried_[k] + 1);
      remove(s.live, tried_[k]);
    }
    tried_.resize(begin);
    if (item_need == 0) visit(0);
  }

  /// Increases the nesting depth of nodes by one.
  void descend() {
    allow(++depth_ < deepest(p_), "too many steps within each other");
    if (depth_ >= stack_depth) throw NoStack();
  }

  Value node(State& s) { return s.left == 0 ? Value{} : node(s, in_.number()); }
  Value node(State& s, Word n) {
    descend();
    const bool stored = memo_ && (n == part_step || (n >= branch_step && has_children(s, n)));
    const auto key = stored ? std::optional(s) : std::nullopt;
    Search* const around = n == 0 || n >= branch_step ? search_ : std::exchange(search_, nullptr);
    Value value = n >= branch_step ? branch(s, n - branch_step) : other(s, n);
    if (key && value.complete && !(search_ && search_->paused)) memo_->emplace(*key, value);
    search_ = around;
    --depth_;
    return value;
  }

  bool has_children(const State& s, Word n) const {
    const Word i = n - branch_step;
    return is_primary(i) && has(s.open, i) && options_of(s.live, i).size() >= need(s, i);
  }
  Value branch(State& s, Word i) {
    require(is_primary(i) && has(s.open, i), "a branch on an item that is settled");
    if (states_used_ == states_.size()) states_.emplace_back();
    State& child = states_[states_used_++];
    Value sum{0, 0};
    for_each_child(s, i, [&](Word choice) {
      const bool reads = !search_ || !search_->paused;
      const Option& o = option_of(choice);
      std::optional<Word> n;
      // To save time, most children of a branch are counted without making their states.
      if (choice != 0 && reads && !multiple_) {
        if (s.left == o.primaries) return sum.add(o.ways, o.factor);
        if (is_dead(s, choice - 1, *(n = in_.number()))) return;
      }
      if (choice == 0) close_item(child = s, i);
      if (choice != 0) choose(s, choice - 1, child);
      if (search_) search_->path.push_back(choice);
      if (reads) sum.add(n ? node(child, *n) : node(child), o.ways, o.factor);
      if (!reads) search_->open.emplace(search_->path, child);
      if (search_) search_->path.pop_back();
    });
    --states_used_;
    return sum;
  }
  /// Whether choosing option o leads to a node that branches on an item without options. The value
  /// of such a node is 0. `n` is the first number of the node in the certificate.
  bool is_dead(const State& s, Word o, Word n) {
    const Word i = n - branch_step;
    if (n < branch_step || !is_primary(i) || !has(s.open, i) || p_.options[o].contains(i))
      return false;
    const Words& left = row(o);
    return std::ranges::none_of(
        masks_[i], [&](auto m) { return (s.live[m.first] & left[m.first] & m.second) != 0; });
  }

  Value other(State& s, Word n) {
    if (n == 0) {
      if (!search_) return {0, 0, false};
      search_->paused = true;
      search_->open.emplace(search_->path, s);
      return {0, 0};
    }
    if (n == 1) return search(s);
    if (n == part_step) return part(s);
    if (n == 5) {
      require(!std::exchange(memo_, Values()), "a memo within a memo");
      Value value = node(s);
      memo_.reset();
      return value;
    }
    if (n == 6) {
      require(memo_ && memo_->contains(s), "a state that has not come up before");
      return memo_->at(s);
    }
    if (n == 7) return sweep(s);
    if (n == 13) return invariant(s);
    if (n == 14) return signs(s);
    if (n == 15) return Nogoods(p_, s, in_).check();
    if (n == 8) {
      const Word o = live_option(s), i = in_.number(p_.bounds.size());
      State child;
      choose(s, o, child);
      const bool fits = has(s.open, i) && need(s, i) > 0 && !p_.options[o].contains(i);
      require(fits && is_bare(child.live, i), "a drop of an option that is not a dead end");
      remove(s.live, o);
      return node(s);
    }
    if (n == 9) {
      const Word o = live_option(s), q = live_option(s);
      State a, b;
      choose(s, o, a);
      choose(s, q, b);
      require(!memo_ && o != q && a == b, "a merge of options that are not alike");
      remove(s.live, q);
      const Option before = p_.options[o];
      p_.options[o].ways += p_.options[q].ways;
      p_.options[o].factor = (before.factor + p_.options[q].factor) % prime;
      ++merges_;
      Value value = node(s);
      --merges_;
      p_.options[o] = before;
      return value;
    }
    if (n == 10) return permutations_.push_back(read_symmetry(p_, in_)), node(s);
    if (n == 11) {
      require(merges_ == 0, "a keep within a merge");
      State copy = s;
      Value value = node(s);
      kept_.emplace_back(std::move(copy), value);
      return value;
    }
    require(n == 12 && !permutations_.empty() && !kept_.empty(), "a number without a meaning");
    const auto& by = permutations_[in_.number(permutations_.size())];
    return image(s, by, kept_[in_.number(kept_.size())]);
  }
  Word live_option(const State& s) {
    const Word o = in_.number(p_.options.size());
    require(has(s.live, o), "an option that is not left");
    return o;
  }

  /// The data of a node in a proof of the cheapest solutions. Each item has a price (a dual price
  /// of the linear relaxation). `excess` has the reduced cost of each option: its cost minus the
  /// prices of its items. `prices` has the price of each item. `had` has the items of the options
  /// chosen so far. `chosen` has the numbers of these options, if one solution of each class
  /// counts. `level` is the result of level(), a lower bound on the cost of all solutions below the
  /// node. `cost` is the cost of the options chosen so far.
  struct Costs {
    Prices excess, prices;
    Words had, chosen;
    Wide level = 0, cost = 0;
  };
  /// Checks a node in a proof of the cheapest solutions, as CERTIFICATES.md defines such nodes.
  void node_of_cheapest(State s, Costs c) {
    if (s.left == 0 || (multiple_ && !is_any_needed(s))) meet(c.cost, c.chosen);
    if (s.left == 0) return;
    while (raise_prices(s, c)) {
      const Word n = in_.number(p_.bounds.size() + 2);
      if (n == p_.bounds.size()) {
        change_prices(s, c);
      } else if (n == p_.bounds.size() + 1) {
        const Word o = live_option(s);
        choose_of_cheapest(s, c, o);
        remove(s.live, o);
        c.level -= below_0(c.excess[o]);
      } else {
        require(has(s.open, n), "a branch on an item that is settled");
        require(!multiple_ || s.bounds[n] == Bounds{}, "a branch on an item with multiplicities");
        std::set<std::pair<Wide, Word>> children;
        for (const Word o : options_of(s.live, n)) children.emplace(c.excess[o], o);
        for (const auto& [excess, o] : children) {
          if (excess > ceiling_ - c.level) return;
          choose_of_cheapest(s, c, o);
        }
        return;
      }
    }
  }
  /// Whether a solution is the one that counts for its class. In a search for a given number of
  /// cheapest solutions, this is the first solution found. Otherwise it is the lexicographically
  /// least solution of the class.
  bool counts_for_class(Words solution) {
    std::ranges::sort(solution);
    Words least = solution;
    for (const Words& member : wanted_.members) {
      Words image;
      for (const Word o : solution) image.push_back(member[o]);
      std::ranges::sort(image);
      least = std::min(least, image);
    }
    return wanted_.kind == Wanted::several ? classes_.insert(least).second : least == solution;
  }
  /// Counts a solution of this cost, unless the cost is above the ceiling. Then lowers the ceiling
  /// if solutions of this cost or more need not be counted any more.
  void meet(Wide cost, const Words& solution) {
    if (scaled(cost) > ceiling_) return;
    const bool is_new = !wanted_.classes || counts_for_class(solution);
    if (wanted_.kind == Wanted::several && !is_new) return;
    const bool is_least = wanted_.kind == Wanted::least;
    if (is_least && !costs_.empty() && cost < *costs_.begin()) met_ = 0;
    if (is_new) ++met_;
    costs_.insert(cost);
    if (costs_.size() > wanted_.number) costs_.erase(std::prev(costs_.end()));
    if (is_least) ceiling_ = scaled(cost);
    if (wanted_.kind == Wanted::several && costs_.size() == wanted_.number) {
      ceiling_ = scaled(*costs_.rbegin()) - scale_;
    }
  }
  bool is_any_needed(const State& s) const {
    return std::ranges::any_of(s.bounds, [](const Bounds& b) { return b.need != 0; });
  }
  void choose_of_cheapest(const State& s, const Costs& c, Word o) {
    State child;
    choose(s, o, child);
    Costs costs = c;
    costs.cost += p_.options[o].cost.units;
    if (wanted_.classes && o < wanted_.members[0].size()) costs.chosen.push_back(o);
    for (const auto& [item, colour] : p_.options[o].colours) add(costs.had, item);
    if (multiple_) {
      costs.level = level(child, costs);
      for (const auto& [item, colour] : p_.options[o].colours) {
        if (!is_primary(item) || !has(child.open, item) || need(child, item) != 0) continue;
        if (costs.prices[item] > 0) raise_price(child, costs, item, -costs.prices[item]);
      }
    } else {
      costs.level += c.excess[o];
    }
    descend();
    node_of_cheapest(std::move(child), std::move(costs));
    --depth_;
  }
  static Wide below_0(Wide excess) { return std::min<Wide>(excess, 0); }
  Wide worth(const State& s, const Costs& c, Word item) const {
    const Wide price = c.prices[item];
    if (!is_primary(item)) return has(c.had, item) ? 0 : price;
    return price * Wide(!multiple_ ? 1 : price > 0 ? s.bounds[item].need : s.bounds[item].room);
  }
  /// A lower bound on the cost of all solutions below a node, in the unit of cost that the
  /// certificate states.
  Wide level(const State& s, const Costs& c) const {
    Wide level = scaled(c.cost);
    for (Word i = 0; i < p_.items; ++i) {
      if (!is_primary(i) || has(s.open, i)) level += worth(s, c, i);
    }
    for (Word o = 0; o < p_.options.size(); ++o) {
      if (has(s.live, o)) level += below_0(c.excess[o]);
    }
    return level;
  }
  /// Removes options whose reduced cost shows that every solution with them is too expensive.
  /// Changes the prices of items so that the lower bound rises. Returns false if nothing below the
  /// node needs to be checked.
  bool raise_prices(State& s, Costs& c) {
    if (c.level > ceiling_) return false;
    bool is_any_left = false;
    for (Word i = 0; i < p_.bounds.size(); ++i) {
      if (!has(s.open, i)) continue;
      Prices excesses;
      for (const Word o : options_of(s.live, i)) {
        if (c.excess[o] > ceiling_ - c.level) {
          remove(s.live, o);
        } else {
          excesses.push_back(c.excess[o]);
        }
      }
      if (excesses.size() < need(s, i)) return false;
      const Wide rise = best_rise(s, c, i, excesses);
      if (rise != 0) raise_price(s, c, i, rise);
      if (c.level > ceiling_) return false;
    }
    for (Word i = 0; i < p_.bounds.size() && !is_any_left; ++i) {
      is_any_left = has(s.open, i) && !is_bare(s.live, i);
    }
    return is_any_left;
  }
  /// The change of an item's price that raises the lower bound level() most.
  Wide best_rise(const State& s, const Costs& c, Word item, Prices& excesses) const {
    if (!multiple_ || s.bounds[item] == Bounds{}) return *std::ranges::min_element(excesses);
    std::ranges::sort(excesses);
    const auto [need, room] = s.bounds[item];
    const Wide price = c.prices[item];
    if (need > 0 && price + excesses[need - 1] >= 0) return excesses[need - 1];
    if (room <= excesses.size() && price + excesses[room - 1] <= 0) return excesses[room - 1];
    return -price;
  }
  void raise_price(const State& s, Costs& c, Word item, Wide by) {
    c.level -= worth(s, c, item);
    c.prices[item] += by;
    c.level += worth(s, c, item);
    for (const Word o : options_of(s.live, item)) {
      c.level -= below_0(c.excess[o]);
      c.excess[o] -= by;
      c.level += below_0(c.excess[o]);
    }
  }
  void change_prices(const State& s, Costs& c) {
    for (Word n = in_.number(); n > 0; --n) {
      const Word i = in_.number(p_.items);
      const Wide by = signed_number();
      require(is_primary(i) ? has(s.open, i) : !has(c.had, i),
              "a price of an item that is settled");
      for (const Word o : is_primary(i) ? Words{} : options_of(start_.live, i)) {
        for (const auto& [item, colour] : p_.options[o].colours) {
          require(item != i || colour == 0, "a price of an item with colours");
        }
      }
      raise_price(s, c, i, by);
    }
    require_prices(s, c);
  }
  void require_prices(const State& s, const Costs& c) const {
    for (Word i = 0; i < p_.items; ++i) {
      const bool is_needed = is_primary(i) && (!has(s.open, i) || need(s, i) != 0);
      require(is_needed || c.prices[i] <= 0, "an item not needed has a price above 0");
    }
    for (Word o = 0; o < p_.options.size(); ++o) {
      require(multiple_ || !has(s.live, o) || c.excess[o] >= 0,
              "an option below its items' prices");
    }
  }
  Wide signed_number() {
    const Word n = in_.number();
    return n % 2 == 0 ? Wide(n / 2) : -1 - Wide(n / 2);
  }
  Wide scaled(Wide cost) const { return cost / unit_ * scale_; }

  Value search(State& root) {
    Search search;
    search_ = &search;
    Value sum = node(root);
    for (Word n; (n = in_.number()) != 3;) {
      if (n == 0) continue;  // skips a pause at which only counted solutions were left
      require(n == 2, "neither a piece nor the end of a search");
      // The certificate lists the open nodes at which the search went on after a pause. Nodes that
      // are listed twice, or are not open now, are ignored.
      std::vector<std::map<Words, State>::iterator> places;
      std::set<const Words*> known;
      for (Word ways = in_.number(); ways > 0; --ways) {
        const Words path = in_.numbers(p_.options.size() + p_.items, p_.options.size() + 1);
        const auto found = search.open.find(path);
        if (found != search.open.end() && known.insert(&found->first).second) {
          places.push_back(found);
        }
      }
      search.paused = false;
      for (const auto place : places) {
        if (search.paused) break;
        State state = std::move(place->second);
        const Words path = search.path = place->first;
        search.open.erase(place);
        Value value = node(state);
        for (const Word choice : path) {
          const Value below = std::exchange(value, {0, 0});
          value.add(below, option_of(choice).ways, option_of(choice).factor);
        }
        sum.add(value, 1, 1);
      }
    }
    sum.complete &= search.open.empty();
    return sum;
  }

  Value part(State& s) {
    State rest = s, inner = s;
    std::ranges::fill(inner.live, 0);
    std::ranges::fill(inner.open, 0);
    for (const Word i : in_.numbers(p_.bounds.size(), p_.bounds.size())) {
      require(has(s.open, i), "a part with an item that is settled");
      add(inner.open, i);
      for (const Word o : options_of(s.live, i)) {
        if (has(inner.live, o)) continue;
        add(inner.live, o);
        remove(rest.live, o);
        for (const auto& [item, colour] : p_.options[o].colours) {
          if (is_primary(item)) add(inner.open, item);
        }
      }
    }
    for (Word i = 0; i < p_.bounds.size(); ++i) {
      if (!has(s.open, i)) continue;
      const bool inside = has(inner.open, i);
      require(!inside || is_bare(rest.live, i), "a part that is none");
      State& elsewhere = inside ? rest : inner;
      remove(elsewhere.open, i);
      --elsewhere.left;
      if (multiple_) elsewhere.bounds[i] = {0, 0};
    }
    for (Word o = 0; o < p_.options.size(); ++o) {
      for (Word k = 0; has(inner.live, o) && k < rest.live.size(); ++k) {
        require((rest.live[k] & ~row(o)[k]) == 0, "a part that is none");
      }
    }
    Value value = node(inner);
    if (value.count == 0 && value.complete) return value;
    const Value more = node(rest);
    return {value.count * more.count, product(value.factor, more.factor),
            value.complete && more.complete};
  }

  Value invariant(const State& s) {
    const Word modulus = in_.number();
    require(modulus >= 2 && modulus < Word{1} << 32, "an invariant without a modulus");
    std::vector<Word> weights(p_.bounds.size());
    Words met(p_.bounds.size() / 64 + 1);
    Word whole = 0;
    for (Word left = in_.number(p_.bounds.size() + 1); left > 0; --left) {
      const Word i = in_.number(p_.bounds.size());
      const bool fixed = !multiple_ || s.bounds[i].need == s.bounds[i].room;
      require(has(s.open, i) && !has(met, i) && fixed,
              "an invariant that weighs an item twice, or one that need not be covered as often");
      add(met, i);
      weights[i] = in_.number(modulus);
      whole = (whole + weights[i] * need(s, i)) % modulus;
    }
    require(whole != 0, "an invariant by which there may be solutions");
    for (Word o = 0; o < p_.options.size(); ++o) {
      if (!has(s.live, o)) continue;
      Word sum = 0;
      for (const auto& [item, colour] : p_.options[o].colours) {
        if (is_primary(item)) sum += weights[item];
      }
      require(sum % modulus == 0, "an invariant that an option changes");
    }
    return {0, 0};
  }

  /// A term of one of the polynomials whose product is summed over all signs of the variables: the
  /// number of its polynomial (factor), its variables as bits, and its coefficients for the count
  /// (ways) and the fingerprint (mark).
  struct Term {
    Word factor, variables, ways, mark;
  };

  Value signs(const State& s) {
    // In a sum over signs, an item is a polynomial (factor) or a variable that is 1 or -1. For each
    // item, its number, counted from 1. The numbers of variables follow those of factors.
    Words place(p_.bounds.size());
    Word factors = 0, variables = 0;
    for (const Word i : in_.numbers(p_.bounds.size(), p_.bounds.size())) {
      require(has(s.open, i) && place[i] == 0, "a factor that is settled, or comes twice");
      place[i] = ++factors;
    }
    for (Word i = 0; i < place.size(); ++i) {
      if (!has(s.open, i)) continue;
      const bool once = !multiple_ || s.bounds[i] == Bounds{};
      require(once, "a sum over signs with an item that need not be covered once");
      if (place[i] == 0) place[i] = factors + ++variables;
    }
    allow(variables < 64, "a sum over too many signs");
    std::vector<Term> terms;
    Words factor_of(p_.items);  // for each secondary item, the factor of the options that have it
    for (Word o = 0; o < p_.options.size(); ++o) {
      if (!has(s.live, o)) continue;
      terms.push_back({0, 0, p_.options[o].ways, p_.options[o].factor});
      Term& term = terms.back();
      for (const auto& [item, colour] : p_.options[o].colours) {
        if (!is_primary(item)) continue;
        if (place[item] > factors) {
          term.variables |= Word{1} << (place[item] - factors - 1);
        } else {
          require(std::exchange(term.factor, place[item]) == 0, "an option with two factors");
        }
      }
      require(term.factor != 0, "an option without a factor");
      for (const auto& [item, colour] : p_.options[o].colours) {
        if (is_primary(item)) continue;
        if (factor_of[item] == 0) factor_of[item] = term.factor;
        const bool same = factor_of[item] == term.factor;
        require(same, "a sum over signs with a secondary item of options with different factors");
      }
      --term.factor;
    }
    return sum_over_signs(terms, factors, variables);
  }
  static Value sum_over_signs(std::vector<Term>& terms, Word factors, Word variables) {
    const auto lowest = [](Word set) { return set & (~set + 1); };
    std::vector<const Term*> first(factors);
    // Each equation is a set of variables. It says that an even number of them must be -1.
    Words degree(factors), ways(factors), equations;
    const auto reduced = [&](Word set) {
      for (const Word e : equations) set ^= (set & lowest(e)) != 0 ? e : 0;
      return set;
    };
    Word all = (Word{1} << variables) - 1, pivots = 0;
    for (const Term& t : terms) {
      degree[t.factor] = std::max(degree[t.factor], static_cast<Word>(std::popcount(t.variables)));
      ways[t.factor] += t.ways;
      if (first[t.factor] == nullptr) all ^= (first[t.factor] = &t)->variables;
      const Word equation = reduced(t.variables ^ first[t.factor]->variables);
      if (equation == 0) continue;
      equations.push_back(equation);
      pivots |= lowest(equation);
    }
    require(std::accumulate(degree.begin(), degree.end(), Word{0}) <= variables,
            "a sum over signs of products that are too long");
    Count most = Count(1) << variables;
    for (const Word w : ways) most *= w;
    allow(most < Count(1) << 127, "a sum over signs that gets too large");
    // If some choice of signs of the variables changes the sign of every product, the sum is 0.
    if (most == 0 || reduced(all) != 0) return {0, 0};
    allow(equations.size() <= most_signs, "a sum over too many signs");
    return over_cosets(terms, factors, pivots);
  }
  static Value over_cosets(std::vector<Term>& terms, Word factors, Word pivots) {
    std::vector<std::vector<Term*>> changes;  // for each variable, the terms whose sign it changes
    for (; pivots != 0; pivots &= pivots - 1) {
      changes.emplace_back();
      for (Term& t : terms) {
        if ((t.variables >> std::countr_zero(pivots) & 1) != 0) changes.back().push_back(&t);
      }
    }
    struct Signed {
      Wide ways = 0;
      Word mark = 0;
    };
    std::vector<Signed> values(factors);
    for (Term& t : terms) {
      values[t.factor].ways += t.ways;
      values[t.factor].mark = (values[t.factor].mark + t.mark) % prime;
      t.variables = 0;  // from here on, `variables` tells whether the term is negative
    }
    __extension__ using Unsigned = unsigned __int128;
    Unsigned sum = 0;
    Word marks = 0;
    for (Word n = 0;;) {
      Wide ways = 1;
      Word mark = 1;
      for (const Signed& v : values) {
        ways *= v.ways;
        mark = product(mark, v.mark);
      }
      sum += static_cast<Unsigned>(n % 2 == 0 ? ways : -ways);
      marks = (marks + (n % 2 == 0 ? mark : prime - mark)) % prime;
      if (++n == Word{1} << changes.size()) break;
      for (Term* const t : changes[static_cast<Word>(std::countr_zero(n))]) {
        t->variables ^= 1;
        const bool falls = t->variables != 0;
        Signed& v = values[t->factor];
        v.ways += 2 * (falls ? -Wide(t->ways) : Wide(t->ways));
        v.mark = (v.mark + 2 * (falls ? prime - t->mark : t->mark)) % prime;
      }
    }
    const Word r = changes.size();
    return {Count(sum >> r), product(marks, Word{1} << (61 - r % 61) % 61)};
  }

  Value sweep(const State& s) {
    Words order = in_.numbers(p_.bounds.size(), p_.bounds.size());
    for (Word i = 0; i < p_.bounds.size(); ++i) order.push_back(i);
    // states[k] has the states in which the first item that may still be covered is at position k
    // of the order.
    std::vector<Table> states(order.size() + 1);
    Word size = 0;
    Word k = 0;
    const auto put = [&](const State& to, const Value& value, Word ways, Word factor) {
      Word first = k;
      while (first < order.size() && !has(to.open, order[first])) ++first;
      const Word before = states[first].size();
      states[first].find(to).add(value, ways, factor);
      size += states[first].size() - before;
      allow(size <= most_states, "a sweep of too many states");
    };
    put(s, {}, 1, 1);
    State at = s, child = s;
    for (; k < order.size(); ++k) {
      while (states[k].size() != 0) {  // repeated, because an item may be covered several times
        const Table now = std::exchange(states[k], {});
        size -= now.size();
        for (Word n = 0; n < now.size(); ++n) {
          now.read(n, at);
          for_each_child(at, order[k], [&](Word choice) {
            if (choice == 0) close_item(child = at, order[k]);
            if (choice != 0) choose(at, choice - 1, child);
            put(child, now.value(n), option_of(choice).ways, option_of(choice).factor);
          });
        }
      }
    }
    Value sum{0, 0};
    for (Word n = 0; n < states.back().size(); ++n) sum.add(states.back().value(n), 1, 1);
    return sum;
  }

  Value image(const State& s, const std::pair<Words, Words>& by,
              const std::pair<State, Value>& kept) {
    const auto& [from, value] = kept;
    State image{Words(s.live.size()), Words(s.open.size()), from.left, from.bounds};
    for (Word o = 0; o < by.first.size(); ++o) {
      if (has(from.live, o)) add(image.live, by.first[o]);
    }
    for (Word i = 0; i < p_.bounds.size(); ++i) {
      if (has(from.open, i)) add(image.open, by.second[i]);
      if (multiple_) image.bounds[by.second[i]] = from.bounds[i];
    }
    require(merges_ == 0 && image == s, "the image of another state");
    has_fingerprint = false;
    return value;
  }
  const Option& option_of(Word choice) const {
    return choice == 0 ? closing_ : p_.options[choice - 1];
  }

  static constexpr Word part_step = 4, branch_step = 16;
  Problem p_;
  const Option closing_;  // an empty option of weight 1, for the choice of no further option
  Certificate& in_;
  State start_;
  // For each item, the set of its options: pairs of the index of a word and the bits in this word.
  std::vector<std::vector<std::pair<Word, Word>>> masks_;
  std::vector<Words> rows_;
  bool multiple_ = false;
  std::deque<State> states_;  // the states of the nodes on the path to the current node
  Words tried_;               // the options of the branches on the path to the current node
  Word rows_made_ = 0;
  Word states_used_ = 0, depth_ = 0, merges_ = 0;
  // The search to which the current node belongs. Null if a node of another kind than a branch lies
  // between the node and the search.
  Search* search_ = nullptr;
  std::optional<Values> memo_;
  std::vector<std::pair<Words, Words>> permutations_;
  std::vector<std::pair<State, Value>> kept_;
  Wanted wanted_;  // used by cheapest(), like all members below
  Count met_ = 0;
  Wide unit_ = 1, scale_ = 1, ceiling_ = 0;
  std::multiset<Wide> costs_;
  std::set<Words> classes_;  // the lexicographically least solution of each class found
};

/// The permutation `first` followed by the permutation `then`.
Words product(const Words& first, const Words& then) {
  Words images;
  for (const Word o : first) images.push_back(then[o]);
  return images;
}

/// Makes a problem with an option for each orbit of the options under `member`, a permutation. The
/// solutions of this problem correspond to the solutions of `p` that `member` maps to themselves.
Problem orbits(const Problem& p, const Words& member) {
  Problem result = p;
  result.options.clear();
  std::vector<bool> met(member.size());
  for (Word first = 0; first < member.size(); ++first) {
    std::map<Word, Word> colours;  // for each item of the orbit, its colour
    bool together = true, repeated = false;
    Option orbit;
    for (Word o = first; !met[o]; o = member[o]) {
      met[o] = true;
      for (const auto& [item, colour] : p.options[o].colours) {
        const auto [known, is_new] = colours.emplace(item, colour);
        if (is_new) continue;
        const bool primary = item < p.bounds.size();
        const bool may_be = primary && p.bounds[item].room > 1;
        repeated |= may_be;
        together &= may_be || (!primary && colour != 0 && known->second == colour);
      }
    }
    if (colours.empty() || !together) continue;
    require(!repeated, "an orbit that covers an item twice");
    orbit.colours.assign(colours.begin(), colours.end());
    for (const auto& pair : orbit.colours) orbit.primaries += pair.first < p.bounds.size() ? 1 : 0;
    result.options.push_back(std::move(orbit));
  }
  return result;
}

/// Reads the generators of a group of symmetries.
std::vector<Words> read_generators(const Problem& p, Certificate& in) {
  std::vector<Words> generators(in.number(1'000));
  for (Words& generator : generators) generator = read_symmetry(p, in).first;
  return generators;
}

/// All members of the group that these generators generate. The first member is the identity.
std::vector<Words> members_of(const Problem& p, const std::vector<Words>& generators) {
  std::vector<Words> members(1, Words(p.options.size()));
  std::iota(members[0].begin(), members[0].end(), Word{0});
  std::set<Words> known(members.begin(), members.end());
  for (Word k = 0; k < members.size(); ++k) {
    for (const Words& generator : generators) {
      Words next = product(members[k], generator);
      if (known.insert(next).second) members.push_back(std::move(next));
      allow(members.size() * (p.options.size() + 1) <= most_images, "a group that is too large");
    }
  }
  return members;
}

/// The last line of a certificate of classes, which states the number of classes of solutions under
/// the group that these generators generate.
std::string classes(const Problem& p, Certificate& in, const std::vector<Words>& generators,
                    const Count& solutions) {
  const std::vector<Words> members = members_of(p, generators);
  std::vector<Count> kept(1, solutions);
  for (Word k = 1; k < members.size(); ++k) {
    if (const Word like = in.number(k); like != 0) {
      const Words& by = members[in.number(members.size())];
      require(product(by, members[k]) == product(members[like], by), "members that are not alike");
      kept.push_back(kept[like]);
      continue;
    }
    const Problem quotient = orbits(p, members[k]);
    const Value value = Checker(quotient, in, 0).check();
    require(value.complete, "classes of solutions that are not all there");
    kept.push_back(value.count);
  }
  const Count sum = std::accumulate(kept.begin(), kept.end(), Count());
  require(sum % members.size() == 0, "a sum that is not a multiple of the group's order");
  return "classes " + Count(sum / members.size()).str() + " under " +
         std::to_string(members.size()) + " symmetries";
}

struct Claims {
  std::string count, fingerprint, more = {};
  bool complete = true;
};

Word number_after(const std::string& word, const std::string& line) {
  const bool fits = line.starts_with(word) && line.size() > word.size() &&
                    (line[word.size()] != '0' || line.size() == word.size() + 1);
  require(fits && line.find_first_not_of("0123456789", word.size()) == line.npos, "a bad head");
  return std::stoull(line.substr(word.size()));
}

/// The problem in which each item with the bounds (0, 1) must be covered once, and has an
/// additional option that covers only this item.
Problem with_slack(Problem p) {
  for (Word i = 0; i < p.bounds.size(); ++i) {
    if (p.bounds[i] != Bounds{0, 1}) continue;
    p.bounds[i] = {};
    p.options.push_back({.colours = {{i, 0}}, .primaries = 1});
  }
  return p;
}

/// Reads a cost, in units of 10^-places. The text must be written as decimal() writes it.
Wide cost_in(const std::string& text, Word places) {
  const bool negative = text.starts_with('-');
  const auto point = std::min(text.find('.'), text.size());
  const Word behind = text.size() - std::min(point + 1, text.size());
  std::string digits = text.substr(negative ? 1 : 0);
  std::erase(digits, '.');
  const auto size = whole_number(digits, Word{1} << 63);
  require(behind <= places && size, "a bad head");
  const Cost cost = Cost{negative ? -Wide(*size) : Wide(*size), behind}.with(places);
  require(cost.fits() && decimal(cost) == text, "a bad head");
  return cost.units;
}

/// Reads the generators of a group of symmetries that preserve costs. Returns all members of the
/// group.
std::vector<Words> members_of_equal_cost(const Problem& p, Certificate& in) {
  const std::vector<Words> generators = read_generators(p, in);
  for (const Words& generator : generators) {
    for (Word o = 0; o < generator.size(); ++o) {
      require(p.options[o].cost.units == p.options[generator[o]].cost.units,
              "no symmetry of costs");
    }
  }
  return members_of(p, generators);
}

/// Reads from the line "cheapest" of a certificate which solutions it is about. `line` is this line
/// without its first word.
Wanted wanted_in(std::string line, Word places) {
  constexpr std::string_view classes = "classes ";
  const bool of_classes = line.starts_with(classes);
  if (of_classes) line.erase(0, classes.size());
  const std::string which = line.substr(0, line.find(' ')), rest = line.substr(which.size());
  Wanted wanted;
  wanted.classes = of_classes;
  if (which == "least") wanted.kind = Wanted::least;
  if (which == "all") wanted.kind = Wanted::all;
  if (wanted.kind == Wanted::several) wanted.number = number_after("", which);
  constexpr std::string_view within = " within ";
  require(rest.empty() || rest.starts_with(within), "a bad head");
  if (!rest.empty()) wanted.most = cost_in(rest.substr(within.size()), places);
  return wanted;
}

/// Checks the numbers of a certificate, and returns the claims that they prove. `about` is the line
/// that follows the seed in the certificate.
Claims prove(const Problem& problem, Certificate& in, Word seed, const std::string& about) {
  Claims proved;
  if (constexpr std::string_view word = "cheapest "; about.starts_with(word)) {
    const Problem slack = with_slack(problem);
    Checker checker(slack, in, seed);
    Wanted wanted = wanted_in(about.substr(word.size()), problem.places);
    if (wanted.classes) wanted.members = members_of_equal_cost(problem, in);
    const Count count = checker.cheapest(wanted);
    proved = {count.str(), "none", about + ':'};
    for (const Wide cost : checker.costs()) proved.more += ' ' + decimal({cost, problem.places});
    if (!wanted.classes) return proved;
    proved.more += " under " + std::to_string(wanted.members.size()) + " symmetries";
    return proved;
  }
  Checker checker(problem, in, seed);
  const bool counts_classes = about == "classes";
  require(counts_classes || about.empty(), "a bad head");
  std::vector<Words> generators;
  if (counts_classes) generators = read_generators(problem, in);
  const Value value = checker.check();
  proved = {value.count.str(), "none", "", value.complete};
  if (checker.has_fingerprint) proved.fingerprint = std::to_string(value.factor);
  if (!counts_classes) return proved;
  require(value.complete, "classes of solutions that are not all there");
  proved.more = classes(problem, in, generators, value.count);
  return proved;
}

enum ExitCode : int { accepted, refused, unreadable, incomplete, out_of_memory };

int no_memory(std::ostream& errors) {
  errors << "there is not enough memory to check this\n";
  return out_of_memory;
}

/// Checks a certificate and returns the exit code.
int check(const Problem& problem, std::istream& certificate, std::ostream& out,
          std::ostream& errors) try {
  Certificate in(certificate);
  try {
    require(in.line() == "dlx-certificate 1", "no certificate of this version");
    require(in.line() == "problem " + problem.identity, "a certificate of another problem");
    const std::string seed = in.line(), about = in.line();
    require(about.empty() || in.line().empty(), "a head that goes on");
    const Claims proved = prove(problem, in, number_after("seed ", seed), about);
    const std::string count = "count " + proved.count;
    require(in.line(count.size()) == count, "another count is claimed");
    const std::string claimed = in.line();
    require(claimed == "fingerprint none" || claimed == "fingerprint " + proved.fingerprint,
            "another fingerprint is claimed");
    require(proved.more.empty() || in.line(proved.more.size()) == proved.more,
            "other classes or costs are claimed");
    const std::string end = proved.complete ? "complete" : "INCOMPLETE";
    require(in.line() == end && in.ends(), "another end is claimed");
    out << count << "\nfingerprint " << proved.fingerprint
        << (proved.fingerprint == "none" ? "" : ' ' + seed) << '\n'
        << proved.more << (proved.more.empty() ? "" : "\n") << "problem " << problem.identity
        << '\n'
        << end << std::endl;
    if (!out) errors << "what is proved cannot be written\n";
    return !out ? unreadable : proved.complete ? accepted : incomplete;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    errors << "REFUSED after " << in.place << " bytes of numbers: " << e.what() << '\n';
    return refused;
  }
} catch (const NoStack&) {
  errors << "there is not enough memory: stack for " << stack_depth
         << " steps within each other could be had, and this needs more\n";
  return out_of_memory;
} catch (const std::bad_alloc&) {
  return no_memory(errors);
}

/// Reads the problem and checks the certificate against it. Returns the exit code.
int check(std::istream& problem_file, std::istream& certificate, std::ostream& out,
          std::ostream& errors) try {
  const Problem problem = ProblemReader().read(problem_file);
  return with_stack(deepest(problem), [&] { return check(problem, certificate, out, errors); });
} catch (const NoStack&) {
  errors << "there is not enough memory: no stack can be had\n";
  return out_of_memory;
} catch (const std::bad_alloc&) {
  return no_memory(errors);
} catch (const std::exception& e) {
  errors << "the problem cannot be read: " << e.what() << '\n';
  return unreadable;
}

}  // namespace

int main(int argc, char** argv) try {
  const char* const usage =
      "usage: dlx-check PROBLEM CERTIFICATE\n\n"
      "Checks a certificate of `dlx count PROBLEM --certificate CERTIFICATE`, step by step and "
      "with\n"
      "nothing of dlx. PROBLEM is in Knuth's format, as `dlx convert` writes any. Prints the "
      "count,\n"
      "the fingerprint of the set of solutions and the problem's identity.\n\n"
      "Exit codes: 0 all is proved, 1 refused, 2 a file cannot be read, 3 proved as far as it "
      "goes:\n"
      "the count is a lower bound, 4 out of memory: nothing is said about the certificate.\n";
  if (argc == 2 && std::string(argv[1]) == "--help") return std::cout << usage, accepted;
  if (argc != 3) return std::cerr << usage, unreadable;
  std::ifstream problem(argv[1]), certificate(argv[2], std::ios::binary);
  for (const char* const path : {argv[1], argv[2]}) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(path, unknown)) continue;
    return std::cerr << printable(path) << ": is a directory\n", unreadable;
  }
  if (!problem) return std::cerr << printable(argv[1]) << ": cannot be opened\n", unreadable;
  if (!certificate) return std::cerr << printable(argv[2]) << ": cannot be opened\n", unreadable;
  return check(problem, certificate, std::cout, std::cerr);
} catch (const std::bad_alloc&) {
  return no_memory(std::cerr);
}
