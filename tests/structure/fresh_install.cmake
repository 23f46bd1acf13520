# Installs BUILD below PREFIX, which holds nothing else, and checks that the headers are there.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
foreach(header IN ITEMS dlx/dlx.hpp dlx/core/problem.hpp reductions/polycube/soma.hpp)
  if(NOT EXISTS ${PREFIX}/include/dlx/${header})
    message(FATAL_ERROR "not installed: include/dlx/${header}")
  endif()
endforeach()
if(EXISTS ${PREFIX}/include/dlx/dlx/search/meter.hpp)
  message(FATAL_ERROR "an internal header is installed: dlx/search/meter.hpp")
endif()
if(EXISTS ${PREFIX}/bin/dlx)
  foreach(pattern IN ITEMS man/man1/dlx.1* man/man1/dlx-count.1* man/man1/dlx-check.1*
          man/man5/dlx-formats.5* bash-completion/completions/dlx
          zsh/*/_dlx fish/vendor_completions.d/dlx.fish)
    file(GLOB found ${PREFIX}/share/${pattern})
    if(NOT found)
      message(FATAL_ERROR "not installed: share/${pattern}")
    endif()
  endforeach()
endif()
