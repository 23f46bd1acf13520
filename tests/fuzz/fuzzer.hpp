#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"

/// What fuzzers have in common. One is a source file with DLX_FUZZER(name) { ... } in it, a
/// function of `bytes`: built with clang and -DDLX_FUZZ=ON it is a program of libFuzzer's, and
/// everywhere it is a part of fuzz_replay, which runs it on files.
namespace dlx::fuzz {

/// Ends the process with what a fuzzer has found.
[[noreturn]] void found(const std::string& what);

inline void require(bool holds, const char* what) {
  if (!holds) found(what);
}

/// Whether `read(input)` takes the text. What it refuses it must refuse with a place in the text.
template <class Read>
bool accepted(std::string_view text, Read read);

/// Of a refusal: the line, the column and the word are those of a place in the text.
void require_place(std::string_view text, const io::InputError& error);

/// What any problem goes through that a reader has accepted: it is the same after it was written
/// and read in this project's own formats, and no writer of others fails but for what it cannot
/// say.
void require_round_trips(const Problem& problem);

/// Whether the text has a number from 20,000 to 2^23. As a number of items or a column that makes a
/// small text a large problem, rightly, which takes long; readers refuse what is above 2^22.
[[nodiscard]] bool names_millions(std::string_view text);

/// A fuzzer in fuzz_replay.
using Fuzzer = void (*)(std::string_view bytes);
struct Registered {
  Registered(const char* name, Fuzzer fuzzer);
};

template <class Read>
bool accepted(std::string_view text, Read read) {
  io::Input input = io::Input::from_text(std::string(text), "fuzzed");
  try {
    read(input);
    return true;
  } catch (const io::InputError& e) {
    require_place(text, e);
    return false;
  }
}

}  // namespace dlx::fuzz

#ifdef DLX_LIBFUZZER
#define DLX_FUZZER(name)                                                              \
  static void run_fuzzer(std::string_view bytes);                                     \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    run_fuzzer({reinterpret_cast<const char*>(data), size});                          \
    return 0;                                                                         \
  }                                                                                   \
  static void run_fuzzer(std::string_view bytes)
#else
#define DLX_FUZZER(name)                                                   \
  static void run_##name(std::string_view bytes);                          \
  static const dlx::fuzz::Registered registered_##name(#name, run_##name); \
  static void run_##name(std::string_view bytes)
#endif
