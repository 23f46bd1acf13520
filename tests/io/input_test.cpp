// Files, gzip and limits.

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "dlx/certificate/certificate_file.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/problem_format.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

std::string gzip(std::string_view text) {
  z_stream stream{};
  // 16 more than the window's size asks for a gzip header.
  if (deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::vector<unsigned char> in(text.begin(), text.end());
  std::vector<unsigned char> out(deflateBound(&stream, text.size()) + 64);
  stream.next_in = in.data();
  stream.avail_in = static_cast<unsigned>(in.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<unsigned>(out.size());
  const int code = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (code != Z_STREAM_END) throw std::runtime_error("deflate");
  return {out.begin(), out.end()};
}

std::vector<std::string> lines_of(io::Input input) {
  std::vector<std::string> lines;
  std::string_view line;
  while (input.next_line(line)) {
    lines.emplace_back(line);
    if (input.line_number() != lines.size()) throw std::logic_error("wrong line number");
  }
  return lines;
}

const std::string toy = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

std::string identity_of(const std::string& path) {
  io::Input input = io::Input::open(path);
  return certificate::identity(read_knuth_text(input).problem);
}

TEST_CASE("lines end in LF, CRLF or nothing") {
  using Lines = std::vector<std::string>;
  const std::vector<std::pair<std::string, Lines>> table = {
      {"", {}},
      {"\n", {""}},
      {"a", {"a"}},
      {"a\n", {"a"}},
      {"a\nb", {"a", "b"}},
      {"a\r\nb\r\n", {"a", "b"}},
      {"a\r\nb\r", {"a", "b"}},
      {"a\rb\n", {"a\rb"}},
      {"\n\nx\n\n", {"", "", "x", ""}},
      {"\xEF\xBB\xBF", {}},
      {"\xEF\xBB\xBF\n", {""}},
      {"\xEF\xBB\xBFx\n\xEF\xBB\xBFy\n", {"x", "\xEF\xBB\xBFy"}},
      {std::string("a\0b\n", 4), {std::string("a\0b", 3)}},
  };
  const TemporaryFolder folder;
  for (const auto& [text, lines] : table) {
    CAPTURE(text);
    CHECK(lines_of(io::Input::from_text(text, "text")) == lines);
    CHECK(lines_of(io::Input::open(folder.write("plain", text))) == lines);
    CHECK(lines_of(io::Input::open(folder.write("packed.gz", gzip(text)))) == lines);
  }
}

TEST_CASE("lines across the borders of what is read at once") {
  const TemporaryFolder folder;
  Random random(3);
  for (const std::size_t size : {std::size_t{100'000}, std::size_t{262'143}, std::size_t{262'144},
                                 std::size_t{262'145}, std::size_t{1'000'000}}) {
    std::string text;
    std::vector<std::string> lines;
    while (text.size() < size) {
      const std::size_t most = random.chance(0.01) ? 400'000 : 50;
      lines.emplace_back(random.below(most), static_cast<char>('a' + random.below(26)));
      if (text.size() + lines.back().size() >= size) {
        lines.back().resize(size - text.size(), 'x');
        text += lines.back();
        if (lines.back().empty()) lines.pop_back();
        break;
      }
      text += lines.back() + "\n";
    }
    CAPTURE(size, text.size());
    CHECK((lines_of(io::Input::open(folder.write("plain", text))) == lines));
    CHECK((lines_of(io::Input::open(folder.write("packed", gzip(text)))) == lines));
    CHECK((lines_of(io::Input::from_text(text, "text")) == lines));
  }
}

TEST_CASE("a file, plain or packed, is the same problem") {
  const TemporaryFolder folder;
  io::Input text = io::Input::from_text(toy, "text");
  const std::string wanted = certificate::identity(read_knuth_text(text).problem);
  CHECK(identity_of(folder.write("toy.dlx", toy)) == wanted);
  CHECK(identity_of(folder.write("toy.dlx.gz", gzip(toy))) == wanted);
  // gzip files may be joined.
  CHECK(identity_of(folder.write("joined.gz", gzip(toy.substr(0, 20)) + gzip(toy.substr(20)))) ==
        wanted);
}

TEST_CASE("errors name the file") {
  const TemporaryFolder folder;
  const std::string path = folder.write("bad.dlx", "a\nb\n");
  CHECK_THROWS_WITH(identity_of(path), Catch::StartsWith(path + ":2:1: "));
}

TEST_CASE("a gzip file cut short is an error at every length") {
  const TemporaryFolder folder;
  const std::string whole = gzip(toy);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    const std::string path = folder.write("cut.gz", std::string_view(whole).substr(0, length));
    CHECK_THROWS_AS(identity_of(path), io::InputError);
    if (length >= 2)
      CHECK_THROWS_WITH(identity_of(path), Catch::Contains("gzip data is cut short"));
  }
}

TEST_CASE("a large gzip file cut short is an error") {
  const TemporaryFolder folder;
  Random random(4);
  std::string text = "a\n";
  while (text.size() < 1'500'000) text += "| " + std::to_string(random.word()) + "\n";
  const std::string whole = gzip(text);
  for (int n = 0; n < 30; ++n) {
    const std::size_t length = 2 + random.below(whole.size() - 2);
    CAPTURE(length);
    const std::string path = folder.write("cut.gz", std::string_view(whole).substr(0, length));
    CHECK_THROWS_AS(identity_of(path), io::InputError);
  }
  CHECK_NOTHROW(identity_of(folder.write("whole.gz", whole)));
}

TEST_CASE("a damaged gzip file is an error, or the same problem") {
  const TemporaryFolder folder;
  const std::string whole = gzip(toy);
  const std::string wanted = identity_of(folder.write("whole.gz", whole));
  int refused = 0;
  int harmless = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      try {
        // Some of the header, the time of packing for one, is not looked at.
        if (identity_of(folder.write("damaged.gz", damaged)) == wanted) {
          ++harmless;
        } else {
          FAIL_CHECK("another problem, with bit " << bit << " of byte " << at << " changed");
        }
      } catch (const io::InputError&) {
        ++refused;
      } catch (const std::exception& e) {
        FAIL_CHECK("another exception: " << e.what());
      }
    }
  }
  CHECK(refused > harmless);
}

TEST_CASE("what follows a gzip member must be another") {
  const TemporaryFolder folder;
  const std::string whole = gzip(toy);
  const std::string second = gzip("| nothing\n");
  REQUIRE(identity_of(folder.write("two.gz", whole + second)) ==
          identity_of(folder.write("one.gz", whole)));
  CHECK_THROWS_WITH(identity_of(folder.write("tail.gz", whole + "tail")),
                    Catch::Contains("gzip data is damaged"));
  for (std::size_t length = 1; length < second.size(); ++length) {
    CAPTURE(length);
    CHECK_THROWS_WITH(identity_of(folder.write("cut.gz", whole + second.substr(0, length))),
                      Catch::Contains("gzip data is cut short"));
  }
  std::string damaged = second;
  damaged[0] = 'x';
  CHECK_THROWS_WITH(identity_of(folder.write("damaged.gz", whole + damaged)),
                    Catch::Contains("gzip data is damaged"));
}

TEST_CASE("zstd is read frame by frame, and cut short it is an error at every length") {
  const TemporaryFolder folder;
  const auto zstd = [](std::string_view text) {
    return certificate::CertificateFile::packed(
        {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  const std::string whole = zstd(toy);
  REQUIRE(identity_of(folder.write("two.zst", whole + zstd("| nothing\n"))) ==
          identity_of(folder.write("plain", toy)));
  for (std::size_t length = 4; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK_THROWS_WITH(identity_of(folder.write("cut.zst", whole.substr(0, length))),
                      Catch::Contains("zstd data is cut short"));
  }
  CHECK_THROWS_WITH(identity_of(folder.write("tail.zst", whole + "tail")),
                    Catch::Contains("zstd data is damaged"));
}

TEST_CASE("input larger than its limits is refused") {
  const TemporaryFolder folder;
  std::string text = "a\n";
  while (text.size() < (std::size_t{8} << 20)) text += "| 00000000000000000000000000000\n";
  const std::string packed = gzip(text);
  CHECK(packed.size() < 50'000);  // what makes it a bomb
  const auto read = [](const std::string& path, const io::InputLimits& limits) {
    io::Input input = io::Input::open(path, limits);
    (void)read_knuth_text(input);
  };
  for (const std::string& path : {folder.write("large", text), folder.write("bomb.gz", packed)}) {
    CAPTURE(path);
    CHECK_NOTHROW(read(path, {}));
    CHECK_NOTHROW(read(path, {.bytes = text.size()}));
    CHECK_THROWS_AS(read(path, {.bytes = text.size() - 1}), io::InputLimitError);
    CHECK_THROWS_AS(read(path, {.bytes = 1 << 20}), io::InputLimitError);
    CHECK_THROWS_WITH(read(path, {.bytes = 1 << 20}),
                      Catch::Contains(path) && Catch::Contains("1048576"));
  }
}

TEST_CASE("what would take more memory than its limit is refused by every reader") {
  const TemporaryFolder folder;
  std::string knuth = "a\n";
  std::string names = "a";
  std::string colours = "a | s\n";
  std::string json =
      R"({"format": "dlx-problem/1", "items": [{"name": "a"}], "options": [{"items": [0]})";
  std::string sage = "[[0]";
  std::string matrix;
  std::string orlib = "1 1000\n";
  for (int k = 0; k < 1'000; ++k) {
    knuth += "a\n";
    names += " b" + std::to_string(k);
    colours += "a s:" + std::to_string(k) + "\n";
    json += R"(, {"items": [0]})";
    sage += ", [0]";
    matrix += "1\n";
    orlib += "1 1 1\n";
  }
  const std::pair<const char*, std::string> files[] = {
      {"p.dlx", knuth},        {"names.dlx", names},   {"colours.dlx", colours},
      {"p.json", json + "]}"}, {"p.sage", sage + "]"}, {"p.matrix", matrix},
      {"p.orlib", orlib}};
  for (const auto& [name, text] : files) {
    CAPTURE(name);
    const std::string path = folder.write(name, text);
    const ProblemFormat format = io::format_of_name(path).value_or(ProblemFormat::or_library);
    const auto read = [&](std::uint64_t limit) {
      io::Input input = io::Input::open(path, {.problem_bytes = limit});
      return read_problem(input, format, {});
    };
    CHECK_THROWS_AS(read(20'000), io::InputLimitError);
    CHECK_NOTHROW(read(1'000'000));
  }
}

TEST_CASE("lines longer than their limit are refused") {
  const TemporaryFolder folder;
  const std::string text = "a\n| " + std::string(std::size_t{4} << 20, 'x') + "\n";
  const auto read = [](const std::string& path, std::size_t line_bytes) {
    io::Input input = io::Input::open(path, {.line_bytes = line_bytes});
    (void)read_knuth_text(input);
  };
  for (const std::string& path :
       {folder.write("long", text), folder.write("long.gz", gzip(text))}) {
    CAPTURE(path);
    CHECK_NOTHROW(read(path, std::size_t{5} << 20));
    CHECK_THROWS_AS(read(path, std::size_t{1} << 20), io::InputLimitError);
    CHECK_THROWS_WITH(read(path, std::size_t{1} << 20), Catch::Contains("line 2"));
  }
}

TEST_CASE("the limit on a line holds for short files too") {
  const TemporaryFolder folder;
  const std::string path = folder.write("short", "a\n| " + std::string(1'000, 'x') + "\na\n");
  const auto read = [&](std::size_t line_bytes) {
    io::Input input = io::Input::open(path, {.line_bytes = line_bytes});
    (void)read_knuth_text(input);
  };
  CHECK_NOTHROW(read(1'002));
  CHECK_THROWS_AS(read(1'001), io::InputLimitError);
}

TEST_CASE("what the system refuses is a SystemError") {
  const TemporaryFolder folder;
  const std::string missing = folder.path("missing.dlx");
  CHECK_THROWS_AS(io::Input::open(missing), io::SystemError);
  CHECK_THROWS_WITH(io::Input::open(missing),
                    Catch::StartsWith(missing) && Catch::Contains("No such file"));
  CHECK_THROWS_AS(identity_of(folder.path("")), io::SystemError);  // the folder itself
  CHECK_THROWS_WITH(identity_of(folder.path("")), Catch::Contains("directory"));
  CHECK_THROWS_AS(io::Input::open(""), io::SystemError);
  if (geteuid() != 0) {  // root may read anything
    const std::string path = folder.write("locked", toy);
    chmod(path.c_str(), 0);
    CHECK_THROWS_AS(io::Input::open(path), io::SystemError);
  }
}

TEST_CASE("many files may be opened, one after the other") {
  const TemporaryFolder folder;
  const std::string path = folder.write("toy.dlx", toy);
  const std::string bad = folder.write("bad.dlx", "a a\n");
  for (int n = 0; n < 3'000; ++n) {
    CHECK_NOTHROW(identity_of(path));
    CHECK_THROWS(identity_of(bad));
  }
}

// What next_line() hands out points into the input: it stays where it is.
static_assert(!std::is_move_constructible_v<io::Input> && !std::is_copy_constructible_v<io::Input>);

}  // namespace
}  // namespace dlx::test
