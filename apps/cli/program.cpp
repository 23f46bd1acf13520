#include "apps/cli/program.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>

#include "dlx/runs/ledger.hpp"

using namespace dlx::app;

namespace {

/// Reports that memory is exhausted, without allocating memory.
[[noreturn]] void end_out_of_memory() {
  std::fputs("dlx: error: out of memory\n", stderr);
  std::_Exit(out_of_memory);
}

/// Ends the program by the signal SIGPIPE and without a message, as a program without a handler for
/// SIGPIPE ends.
[[noreturn]] void end_by_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);
}

std::terminate_handler otherwise = nullptr;

/// Tests whether memory is exhausted, by allocating 128 KiB. This is the size of the memory that
/// the C++ runtime reserves for exceptions.
bool memory_is_exhausted() {
  constexpr std::size_t reserve = 128 * 1024;
  void* const room = std::malloc(reserve);
  std::free(room);
  return room == nullptr;
}

/// Reports a lack of memory if that is the reason why std::terminate() was called. Destructors of
/// JSON values allocate memory and must not throw, so a failed allocation in such a destructor
/// leads to std::terminate(). current_exception() is null if there was not even enough memory for
/// an exception object.
void on_terminate() {
  if (const auto thrown = std::current_exception()) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      end_out_of_memory();
    } catch (...) {
    }
  } else if (memory_is_exhausted()) {
    end_out_of_memory();
  }
  otherwise();
}

/// Runs before the constructors of static objects, because memory may be exhausted already in these
/// constructors.
__attribute__((constructor(101))) void watch_termination() {
  otherwise = std::set_terminate(on_terminate);
}

}  // namespace

// nauty calls alloc_error() when memory is exhausted, and cannot continue afterwards. nauty's own
// version of alloc_error() exits with the code that dlx uses for bad input.
extern "C" __attribute__((weak)) void alloc_error(const char*) {
  end_out_of_memory();
}

int dlx::app::run_program(const char* name, int argc, char** argv,
                          int (*run)(const std::vector<std::string>&, Console&)) {
  // SIGPIPE and SIGXFSZ are ignored, so that a write fails with an error and the signal does not
  // end the program. After a write to a closed pipe, open files are closed in order before the
  // signal ends the program. A write beyond the limit on file sizes ends the program with a
  // separate exit code.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  Console console(name);
  console.configure(false, ColourWhen::automatic);
  try {
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (!arguments.empty() && arguments[0] == "help") {  // "help solve" means "solve --help"
      arguments.erase(arguments.begin());
      arguments.emplace_back("--help");
    }
    return run(arguments, console);
  } catch (const dlx::io::InputError& e) {
    console.error(e);
    return bad_input;
  } catch (const std::invalid_argument& e) {
    console.error(e.what());
    return bad_input;
  } catch (const dlx::io::InputLimitError& e) {
    console.error(e.what());
    return incomplete;
  } catch (const dlx::runs::CheckpointError& e) {
    console.error(e.what());
    return checkpoint_unusable;
  } catch (const ClosedPipe&) {
    end_by_closed_pipe();
  } catch (const dlx::io::SystemError& e) {
    console.error(e.what());
    return io_error;
  } catch (const std::bad_alloc&) {
    try {
      console.error("out of memory");
    } catch (const std::bad_alloc&) {
      end_out_of_memory();
    }
    return out_of_memory;
  } catch (const std::system_error& e) {
    // Either a thread could not be started, which usually means a lack of memory, or an operation
    // on a folder failed.
    const bool scarce = e.code() == std::errc::resource_unavailable_try_again ||
                        e.code() == std::errc::not_enough_memory;
    console.error((scarce ? "out of memory or threads: " : "") + std::string(e.what()));
    return scarce ? out_of_memory : io_error;
  } catch (const std::exception& e) {
    console.error(std::string("internal error: ") + e.what());
    return internal_error;
  }
}
