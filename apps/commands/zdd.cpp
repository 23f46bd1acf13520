#include <fmt/format.h>

#include <array>
#include <ostream>
#include <streambuf>
#include <string>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/diagram.hpp"
#include "apps/run/reading.hpp"
#include "dlx/core/text.hpp"

namespace dlx::app {
namespace {

/// A stream buffer that prints its contents to standard output, one block at a time.
class OutputBuffer final : public std::streambuf {
 public:
  OutputBuffer(Console& out, const DiagramTask& task) : out_(out), task_(task) {
    setp(block_.data(), block_.data() + block_.size());
  }

 protected:
  int_type overflow(int_type character) override {
    sync();
    if (!traits_type::eq_int_type(character, traits_type::eof())) {
      *pptr() = traits_type::to_char_type(character);
      pbump(1);
    }
    return traits_type::not_eof(character);
  }
  int sync() override {
    task_.look();
    out_.print(std::string(pbase(), pptr()));
    setp(block_.data(), block_.data() + block_.size());
    return 0;
  }

 private:
  Console& out_;
  const DiagramTask& task_;
  std::array<char, 1 << 16> block_ = {};
};

int write(const Request& request, Console& console, bool dot) {
  const Problem problem = read_problem(request, console);
  DiagramTask task(request, console);
  return task.run(problem, [&](const tables::Zdd& zdd) {
    OutputBuffer buffer(console, task);
    std::ostream text(&buffer);
    text.exceptions(std::ios::badbit);  // makes the stream pass on exceptions of the buffer
    dot ? zdd.write_dot(text, problem) : zdd.write(text, problem);
    text.flush();
    console.flush();
    const std::string nodes = quantity(zdd.node_count(), "node");
    try {
      console.note(nodes + " for " + solutions_in_words(zdd.count(task.limits())));
    } catch (const tables::ZddQueryEnded&) {
      console.note(nodes + "; counting the solutions takes more than the limits allow");
    }
    return success;
  });
}

}  // namespace

void add_zdd(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  add_time_options(command, line.request);
  add_rows(command, line.request, {"memory_limit"});
  add_general_options(command, line.request);

  auto& dot = set_action(command, line, write);
  command.add_flag("--dot", dot, "Write the diagram for Graphviz");
  command.footer(
      "The first line names the root. Each further line is a node: its number, its option\n"
      "(counted from 1), the next node if the option is not chosen, and the next node if it is\n"
      "chosen. F and T are the terminal nodes. Every path from the root to T is a solution.\n\n"
      "Examples:\n"
      "  dlx zdd problem.dlx\n"
      "  dlx queens 5 --emit | dlx zdd - --dot\n");
}

}  // namespace dlx::app
