// The file of a run, damaged: refused, or right in the end.

#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/ledger_damage.hpp"

DLX_FUZZER(ledger) {
  const std::string fault = dlx::fuzz::ledger_fault(bytes);
  if (!fault.empty()) dlx::fuzz::found(fault);
}
