// Certificates, damaged: none proves what is not so.

#include "tests/fuzz/certificate_damage.hpp"
#include "tests/fuzz/fuzzer.hpp"

DLX_FUZZER(certificates) {
  const std::string fault = dlx::fuzz::certificate_fault(std::string(bytes));
  if (!fault.empty()) dlx::fuzz::found(fault);
}
