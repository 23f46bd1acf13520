# SOURCE must compile with CONTROL defined; without it the compiler must refuse it and name the line
# that is marked "refused". So it fails for the reason it is meant to.
foreach(variable IN ITEMS COMPILER INCLUDE SOURCE)
  if(NOT DEFINED ${variable})
    message(FATAL_ERROR "${variable} is not set")
  endif()
endforeach()

function(compile)
  execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -fdiagnostics-color=never
                          -I${INCLUDE} ${ARGN} ${SOURCE}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(result "${result}" PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

compile(-DCONTROL)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the control variant does not compile:\n${output}")
endif()

file(READ ${SOURCE} text)
string(REGEX MATCHALL "// refused" marks "${text}")
list(LENGTH marks count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "${count} lines are marked \"// refused\", not one")
endif()
string(REGEX REPLACE "// refused.*" "" before "${text}")
string(REGEX MATCHALL "\n" ends "${before}")
list(LENGTH ends line)
math(EXPR line "${line} + 1")

compile()
if(result EQUAL 0)
  message(FATAL_ERROR "this compiles and must not")
endif()
string(FIND "${output}" "${SOURCE}:${line}:" position)
if(position EQUAL -1)
  message(FATAL_ERROR "the compiler does not name line ${line}:\n${output}")
endif()
