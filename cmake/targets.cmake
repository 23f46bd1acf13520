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
  if(DLX_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(DLX_CHECK_INVARIANTS)
    target_compile_definitions(${target} PRIVATE DLX_CHECK_INVARIANTS)
  endif()
endfunction()

# Compiles the files of a target in units of many files, because most of the time of a file goes into
# headers that the other files include too. A unit of 48 files takes 1.3 GB of memory.
function(dlx_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD "${DLX_UNITY}" UNITY_BUILD_BATCH_SIZE 48)
  if(DLX_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # In a unit GCC takes sources for headers, which must not use types of anonymous namespaces.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# Optimises a target at this level instead of -O3 in a release build. Compiling takes 16 % less time at
# -O2, and a third less at -O1, where building a puzzle takes 1 to 20 % longer, which is milliseconds.
function(dlx_optimize target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
endfunction()

# Compiles each of these files alone and with -O3, whatever the level of its target.
function(dlx_search_loops)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                              COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
endfunction()

# Links a library that takes the dynamic linker long: into the commands, which start quicker, its
# archive if there is one (dlx_starts_quickly below); into everything else as ever.
function(dlx_link_archive target library file)
  find_library(DLX_ARCHIVE_OF_${file} lib${file}.a)
  mark_as_advanced(DLX_ARCHIVE_OF_${file})
  if(NOT DLX_ARCHIVE_OF_${file})
    target_link_libraries(${target} PRIVATE ${library})
    return()
  endif()
  # The property is that of the program that is linked.
  target_link_libraries(${target} PRIVATE $<INSTALL_INTERFACE:${library}>
    $<BUILD_INTERFACE:$<IF:$<BOOL:$<TARGET_PROPERTY:DLX_ARCHIVES>>,${DLX_ARCHIVE_OF_${file}},${library}>>)
endfunction()

# Of the 7 ms of processor time that a small count takes, the dynamic linker has 2: most of it for
# libcrypto, SQLite and libstdc++, whose symbols are many. A program at a fixed address needs no
# relocations, which are 25,000 otherwise and make the system copy 100 pages.
function(dlx_starts_quickly target)
  if(DLX_ARCHIVES AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT DLX_SANITIZE)
    set_target_properties(${target} PROPERTIES DLX_ARCHIVES ON)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -no-pie)
  endif()
endfunction()

# Of a module or a program that is to run on systems without the libraries, as in a wheel.
function(dlx_self_contained target)
  if(DLX_SELF_CONTAINED)
    set_target_properties(${target} PROPERTIES DLX_ARCHIVES ON)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc LINKER:--exclude-libs,ALL)
  endif()
endfunction()
