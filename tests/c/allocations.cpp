#include "allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t never = static_cast<std::size_t>(-1);
std::atomic<std::size_t> allowed{never};
std::atomic<bool> refused{false};

void* allocate_or_null(std::size_t size) noexcept {
  if (allowed.load() != never) {
    if (allowed.load() == 0) {
      refused = true;
      return nullptr;
    }
    --allowed;
  }
  return std::malloc(size == 0 ? 1 : size);
}

void* allocate(std::size_t size) {
  void* const memory = allocate_or_null(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) {
  return allocate(size);
}
void* operator new[](std::size_t size) {
  return allocate(size);
}
// Those that do not throw too: a sanitizer's would not come from the heap that delete gives to.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate_or_null(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate_or_null(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

namespace dlx::test {

NoMemoryFrom::NoMemoryFrom(std::size_t n) {
  refused = false;
  allowed = n - 1;
}

NoMemoryFrom::~NoMemoryFrom() {
  allowed = never;
}

bool NoMemoryFrom::happened() {
  return refused;
}

}  // namespace dlx::test
