// Files: any bytes; and text that is compressed, then damaged. The first byte says which.

#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "tests/fuzz/fuzzer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace dlx;

namespace {

constexpr io::InputLimits limits{.bytes = 100'000, .line_bytes = 5'000};

std::string compressed(std::string_view text) {
  z_stream stream{};
  constexpr int gzip = 16;
  if (deflateInit2(&stream, 1, Z_DEFLATED, MAX_WBITS + gzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string bytes(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  const int code = deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  fuzz::require(code == Z_STREAM_END, "zlib does not compress");
  return bytes;
}

std::string all_lines(io::Input& input) {
  std::string text;
  std::string_view line;
  while (input.next_line(line)) {
    text += line;
    text += '\n';
  }
  return text;
}

/// The lines of a file, or why there are none.
struct Outcome {
  bool read = false;
  bool limited = false;
  std::string lines;
};

Outcome outcome(const std::string& bytes) {
  static const test::TemporaryFolder folder;
  static const std::string path = folder.write("fuzzed", "");
  folder.write("fuzzed", bytes);
  Outcome result;
  try {
    io::Input input = io::Input::open(path, limits);
    (void)input.ahead();
    result.lines = all_lines(input);
    result.read = true;
    fuzz::require(result.lines.size() <= limits.bytes + 1, "more was read than the limit allows");
  } catch (const io::InputError& e) {
    fuzz::require(e.place().file == path, "an error names another file");
  } catch (const io::InputLimitError&) {
    result.limited = true;
  }
  return result;
}

}  // namespace

DLX_FUZZER(gzip_input) {
  if (bytes.size() < 3) return;
  const auto how = static_cast<unsigned char>(bytes[0]);
  const auto where = static_cast<std::size_t>(static_cast<unsigned char>(bytes[1])) * 256 +
                     static_cast<unsigned char>(bytes[2]);
  const std::string text(bytes.substr(3));
  if (how % 4 == 0) {
    (void)outcome(text);
    return;
  }
  // What compressed text must give is what the text gives.
  const std::size_t cut = where % (text.size() + 1);
  const bool two = how % 8 >= 4;
  std::string file =
      two ? compressed(text.substr(0, cut)) + compressed(text.substr(cut)) : compressed(text);
  const Outcome whole = outcome(file);
  // A plain file would be taken for gzip if it began so.
  const Outcome plain = text.starts_with("\x1f\x8b") ? whole : outcome(text);
  fuzz::require(
      whole.read == plain.read && whole.limited == plain.limited && whole.lines == plain.lines,
      "compressed text is not what it was");
  if (!whole.read) return;
  if (how % 4 == 1) {  // cut short: never taken for the whole, but between two members
    const std::size_t kept = 2 + where % (file.size() - 2);
    if (two && kept == compressed(text.substr(0, cut)).size()) return;
    fuzz::require(!outcome(file.substr(0, kept)).read, "gzip that was cut short has been read");
  } else if (how % 4 == 2) {  // a bit is another: refused, or it was of no consequence
    file[2 + where % (file.size() - 2)] ^= static_cast<char>(1 << (how >> 5));
    const Outcome damaged = outcome(file);
    fuzz::require(!damaged.read || damaged.lines == whole.lines, "damaged gzip has been read");
  } else {  // something follows
    file += static_cast<char>(where & 255);
    fuzz::require(!outcome(file).read, "what follows gzip has been passed over");
  }
}
