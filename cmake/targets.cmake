# Flags are set per target and never globally: every target of this project passes through here.
function(dlx_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees overlaps in std::string's own operator+ (GCC bug 105329).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(DLX_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(DLX_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
    target_compile_definitions(${target} PRIVATE DLX_SANITIZE)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # Instrumented code leads GCC to false warnings of this kind, as its manual says.
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
  endif()
  if(DLX_CHECK_INVARIANTS)
    target_compile_definitions(${target} PRIVATE DLX_CHECK_INVARIANTS)
  endif()
endfunction()
