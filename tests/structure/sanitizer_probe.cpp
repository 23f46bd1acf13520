// Commits the fault it is told to; the sanitizers must end it before it says that it survived.
#include <cstdio>
#include <limits>
#include <memory>
#include <string_view>

int main(int argc, char** argv) {
  const std::string_view fault = argc > 1 ? argv[1] : "";
  // volatile: the compiler must neither see the fault nor remove it.
  volatile int result = 0;
  if (fault == "heap-overflow") {
    const auto block = std::make_unique<int[]>(8);
    volatile int past = 8;
    result = block[static_cast<unsigned>(past)];
  } else if (fault == "use-after-free") {
    auto block = std::make_unique<int>(1);
    int* volatile dangling = block.get();
    block.reset();
    result = *dangling;
  } else if (fault == "signed-overflow") {
    volatile int most = std::numeric_limits<int>::max();
    result = most + 1;
  }
  std::printf("survived '%s' with %d\n", argc > 1 ? argv[1] : "", result);
}
