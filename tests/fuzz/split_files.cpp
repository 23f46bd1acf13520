// The files of `split`, units and results, and what goes to workers of a cluster and back. What
// their checksums keep away is let in, for a checksum is put behind each text; a unit that is read
// is searched.

#include "dlx/runs/split.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/certificate/identity.hpp"
#include "dlx/runs/carried_unit.hpp"
#include "dlx/runs/open_work_bytes.hpp"
#include "dlx/solver.hpp"
#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

namespace {

std::string sealed(std::string_view text) {
  std::string all(text);
  if (!all.ends_with('\n')) all += '\n';
  return all + "end " + dlx::certificate::sha256(all) + "\n";
}

/// Also parts that are none of this problem's search are refused, or searched for as long as is
/// allowed.
void search(const runs::UnitFileContents& unit) {
  if (unit.problem.entry_count() > 300) return;
  for (const search::OpenWork& part : unit.parts) {
    try {
      Solver solver(unit.problem, {.engine = unit.label.engine, .nodes = 300});
      solver.start_at(part);
      Tally tally;
      solver.count(tally);
      if (solver.status() == Status::exhausted) {
        fuzz::require(solver.open_work().empty(), "an exhausted search has something left");
      }
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
}

void read_both(std::string_view text) {
  fuzz::accepted(text, [](io::Input& input) {
    const runs::UnitFileContents unit = dlx::runs::read_unit(input);
    fuzz::require(unit.label.number >= 1 && unit.label.number <= unit.label.units,
                  "a unit with a number that there is not");
    fuzz::require_round_trips(unit.problem);
    search(unit);
    for (const search::OpenWork& part : unit.parts) {
      fuzz::require(dlx::runs::open_work_from_bytes(dlx::runs::to_bytes(part)) == part,
                    "another open work came back");
    }
  });
  fuzz::accepted(text, [](io::Input& input) {
    const runs::UnitResult result = dlx::runs::read_result(input);
    io::Input again = io::Input::from_text(to_text(result), "written");
    const runs::UnitResult same = dlx::runs::read_result(again);
    fuzz::require(same.label == result.label && same.solutions == result.solutions &&
                      same.fingerprint == result.fingerprint && same.nodes == result.nodes,
                  "another result came back");
  });
}

/// What is read is written, and read again as the same.
template <class Read>
void read_carried(std::string_view text, Read read) {
  fuzz::accepted(text, [&](io::Input& input) {
    const std::string written = to_text(read(input));
    io::Input again = io::Input::from_text(written, "written");
    fuzz::require(to_text(read(again)) == written, "something else came back");
  });
}

void read_all(std::string_view text) {
  read_both(text);
  read_carried(text, dlx::runs::read_carried_run);
  read_carried(text, dlx::runs::read_carried_unit);
  read_carried(text, dlx::runs::read_carried_result);
}

}  // namespace

DLX_FUZZER(split_files) {
  read_all(bytes);
  read_all(sealed(bytes));
  try {
    const search::OpenWork open_work = dlx::runs::open_work_from_bytes(bytes);
    fuzz::require(dlx::runs::open_work_from_bytes(dlx::runs::to_bytes(open_work)) == open_work,
                  "another open work came back from bytes");
  } catch (const std::invalid_argument&) {
    return;  // no open work
  }
}
