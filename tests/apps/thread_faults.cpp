// A library to be preloaded: the system refuses threads after the DLX_MOST_THREADS-th, and the file
// DLX_THREADS_REFUSED is there once it has refused one.

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*work)(void*), void* argument) {
  static std::atomic<int> left = std::atoi(std::getenv("DLX_MOST_THREADS"));
  if (left.fetch_sub(1) <= 0) {
    if (std::FILE* file = std::fopen(std::getenv("DLX_THREADS_REFUSED"), "w")) std::fclose(file);
    return EAGAIN;
  }
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  return create(thread, attributes, work, argument);
}
