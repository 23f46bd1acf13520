# Installs BUILD below PREFIX, which holds nothing else, and checks that the headers are there.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
foreach(header IN ITEMS dlx/dlx.hpp dlx/core/problem.hpp reductions/polycube/soma.hpp)
  if(NOT EXISTS ${PREFIX}/include/dlx/${header})
    message(FATAL_ERROR "not installed: include/dlx/${header}")
  endif()
endforeach()
