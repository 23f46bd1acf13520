# A failing case fails, whether or not a folder is missing that other cases need; only a test that
# needs a missing folder is skipped.

# expect(CODE ARGUMENTS...) runs PROGRAM, and compares its exit code.
function(expect code)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env ${environment} ${PROGRAM} ${ARGN}
                  RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
  if(NOT result EQUAL code)
    message(SEND_ERROR "${environment} ${ARGN}: exit code ${result} instead of ${code}")
  endif()
endfunction()

set(environment --unset=DLX_TEST_NEEDS)
expect(0 [passes])
expect(1 [fails])
expect(1 [no-such-tag] --warn NoTests)
set(environment DLX_TEST_NEEDS=${CMAKE_CURRENT_LIST_DIR})
expect(0 [passes])
expect(1 [fails])
set(environment DLX_TEST_NEEDS=${CMAKE_CURRENT_LIST_DIR}/missing)
expect(77 [passes])
