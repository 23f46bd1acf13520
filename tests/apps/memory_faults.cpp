// A library to be preloaded: from main() on, the DLX_MALLOC_FAILS_AT-th allocation fails, and the
// DLX_MALLOC_FAILURES - 1 after it. How many there were goes to the file DLX_MALLOC_COUNT.

#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
void* __libc_malloc(std::size_t);               // NOLINT: glibc's names
void* __libc_calloc(std::size_t, std::size_t);  // NOLINT
void* __libc_realloc(void*, std::size_t);       // NOLINT
}

namespace {

using Main = int (*)(int, char**, char**);

std::atomic<bool> counting = false;
std::atomic<std::uint64_t> made = 0;
std::uint64_t first = 0;
std::uint64_t failures = 0;
Main real_main = nullptr;

bool fails() {
  if (!counting.load(std::memory_order_relaxed)) return false;
  const std::uint64_t number = ++made;
  if (number < first || number - first >= failures) return false;
  errno = ENOMEM;
  return true;
}

std::uint64_t number(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

void write_count() {
  counting = false;
  const char* path = std::getenv("DLX_MALLOC_COUNT");
  std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  std::fprintf(file, "%llu", static_cast<unsigned long long>(made.load()));
  std::fclose(file);
}

int counted_main(int count, char** arguments, char** environment) {
  first = number("DLX_MALLOC_FAILS_AT");
  failures = number("DLX_MALLOC_FAILURES");
  std::atexit(write_count);
  counting = true;
  return real_main(count, arguments, environment);
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) {
  return fails() ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  return fails() ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) {
  return fails() ? nullptr : __libc_realloc(old, size);
}

int __libc_start_main(Main main, int count, char** arguments, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {  // NOLINT: glibc's name
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  const auto start = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  real_main = main;
  return start(counted_main, count, arguments, init, fini, rtld_fini, stack_end);
}

}  // extern "C"
