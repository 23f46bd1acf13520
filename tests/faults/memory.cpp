#include "tests/faults/memory.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

#if defined(__GLIBC__) && !defined(DLX_SANITIZE)
#define DLX_OWN_MALLOC
#endif

#ifdef DLX_OWN_MALLOC
extern "C" {
void* __libc_malloc(std::size_t);                 // NOLINT: glibc's names
void* __libc_calloc(std::size_t, std::size_t);    // NOLINT
void* __libc_realloc(void*, std::size_t);         // NOLINT
void* __libc_memalign(std::size_t, std::size_t);  // NOLINT
}
#endif

namespace dlx::test::memory {
namespace {

enum Armed { none, by_new, by_malloc };
std::atomic<int> armed = none;
std::atomic<std::uint64_t> made = 0;
std::atomic<std::uint64_t> failed = 0;
std::uint64_t fails_at = 0;
bool goes_on = false;

bool fails(int kind) noexcept {
  if (armed.load(std::memory_order_acquire) != kind) return false;
  const std::uint64_t number = ++made;
  if (number < fails_at || (number > fails_at && !goes_on)) return false;
  ++failed;
  return true;
}

void* allocate(std::size_t size, std::size_t alignment) noexcept {
  if (fails(by_new)) return nullptr;
  if (size == 0) size = 1;
  if (alignment > alignof(std::max_align_t)) {
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  }
  return std::malloc(size);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment = 1) {
  void* const place = allocate(size, alignment);
  if (place == nullptr) throw std::bad_alloc();
  return place;
}

}  // namespace

bool can_fail(Kind kind) {
#ifdef DLX_OWN_MALLOC
  static_cast<void>(kind);
  return true;
#else
  return kind == Kind::operator_new;
#endif
}

void fail(Kind kind, std::uint64_t at, bool on) {
  made = 0;
  failed = 0;
  fails_at = at;
  goes_on = on;
  armed.store(kind == Kind::operator_new ? by_new : by_malloc, std::memory_order_release);
}

Count fail_no_more() {
  armed.store(none);
  return {made, failed};
}

}  // namespace dlx::test::memory

#ifdef DLX_OWN_MALLOC
extern "C" {

void* malloc(std::size_t size) {
  if (!dlx::test::memory::fails(dlx::test::memory::by_malloc)) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}

void* calloc(std::size_t count, std::size_t size) {
  if (!dlx::test::memory::fails(dlx::test::memory::by_malloc)) return __libc_calloc(count, size);
  errno = ENOMEM;
  return nullptr;
}

void* realloc(void* old, std::size_t size) {
  if (!dlx::test::memory::fails(dlx::test::memory::by_malloc)) return __libc_realloc(old, size);
  errno = ENOMEM;
  return nullptr;
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  if (!dlx::test::memory::fails(dlx::test::memory::by_malloc)) {
    return __libc_memalign(alignment, size);
  }
  errno = ENOMEM;
  return nullptr;
}

}  // extern "C"
#endif

void* operator new(std::size_t size) {
  return dlx::test::memory::allocate_or_throw(size);
}
void* operator new[](std::size_t size) {
  return dlx::test::memory::allocate_or_throw(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return dlx::test::memory::allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return dlx::test::memory::allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return dlx::test::memory::allocate(size, 1);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return dlx::test::memory::allocate(size, 1);
}
void operator delete(void* place) noexcept {
  std::free(place);
}
void operator delete[](void* place) noexcept {
  std::free(place);
}
void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}
void operator delete[](void* place, std::size_t) noexcept {
  std::free(place);
}
void operator delete(void* place, std::align_val_t) noexcept {
  std::free(place);
}
void operator delete[](void* place, std::align_val_t) noexcept {
  std::free(place);
}
void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  std::free(place);
}
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept {
  std::free(place);
}
void operator delete(void* place, const std::nothrow_t&) noexcept {
  std::free(place);
}
void operator delete[](void* place, const std::nothrow_t&) noexcept {
  std::free(place);
}
