# The public headers are the headers that dlx/dlx.hpp lists, and the headers of the reductions.
# Headers that these include, directly or indirectly, are installed and described too. All other
# headers are internal.
function(dlx_public_headers result)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
       ${PROJECT_SOURCE_DIR}/reductions/*.hpp)
  list(APPEND found dlx/dlx.hpp)
  set(headers)
  while(found)
    list(POP_FRONT found header)
    if(NOT header IN_LIST headers)
      list(APPEND headers ${header})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
      file(STRINGS ${PROJECT_SOURCE_DIR}/${header} lines REGEX "^#include \"")
      foreach(line IN LISTS lines)
        string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
        list(APPEND found ${included})
      endforeach()
    endif()
  endwhile()
  list(SORT headers)
  set(${result} ${headers} PARENT_SCOPE)
endfunction()
