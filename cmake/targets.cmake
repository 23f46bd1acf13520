# Sets the compiler flags of a target. Flags are never set globally, so every target of this project
# calls this function.
function(dlx_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 warns about overlapping copies inside operator+ of std::string, which do not exist (GCC
    # bug 105329).
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
      # In code with sanitizers, GCC wrongly warns about uninitialised variables; its manual says so.
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

# Compiles the files of a target in units of many files, because most of the compile time is spent on
# headers that all files include. A unit of 48 files takes 1.3 GB of memory.
function(dlx_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD "${DLX_UNITY}" UNITY_BUILD_BATCH_SIZE 48)
  if(DLX_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC treats the source files in a unit as headers, and warns because they use types of anonymous
    # namespaces.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# In a release build, optimises a target at `level` instead of -O3. Compiling takes 16 % less time at
# -O2, and a third less at -O1. With -O1, making a puzzle takes 1 to 20 % longer, which is some
# milliseconds.
function(dlx_optimize target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
endfunction()

# Compiles each of these files alone and with -O3, even if its target has another level.
function(dlx_search_loops)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                              COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
endfunction()

# Links a library that the dynamic linker takes long to load. The commands are linked with the static
# library if it exists, so that they start faster (dlx_starts_quickly below). All other targets are
# linked with the shared library.
function(dlx_link_archive target library file)
  find_library(DLX_ARCHIVE_OF_${file} lib${file}.a)
  mark_as_advanced(DLX_ARCHIVE_OF_${file})
  if(NOT DLX_ARCHIVE_OF_${file})
    target_link_libraries(${target} PRIVATE ${library})
    return()
  endif()
  # This expression reads the property DLX_ARCHIVES of the program that is linked.
  target_link_libraries(${target} PRIVATE $<INSTALL_INTERFACE:${library}>
    $<BUILD_INTERFACE:$<IF:$<BOOL:$<TARGET_PROPERTY:DLX_ARCHIVES>>,${DLX_ARCHIVE_OF_${file}},${library}>>)
endfunction()

# Makes a program start faster. A small count takes 7 ms of processor time, and the dynamic linker
# takes 2 ms of them, mostly for the many symbols of libcrypto, SQLite and libstdc++. A program at a
# fixed address needs no relocations. Otherwise there are 25,000 relocations, and the system copies
# 100 pages for them.
function(dlx_starts_quickly target)
  if(DLX_ARCHIVES AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT DLX_SANITIZE)
    set_target_properties(${target} PROPERTIES DLX_ARCHIVES ON)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -no-pie)
  endif()
endfunction()

# Links a module or a program with static libraries, so that it runs on systems without these
# libraries, as in a wheel.
function(dlx_self_contained target)
  if(DLX_SELF_CONTAINED)
    set_target_properties(${target} PROPERTIES DLX_ARCHIVES ON)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc LINKER:--exclude-libs,ALL)
  endif()
endfunction()

# Sets Python3_FOUND and Python3_EXECUTABLE, for tests. The executable is the interpreter itself:
# the python3 of the PATH may be a script that looks for it, such as pyenv's, and such a script
# takes as long to start as Python does.
macro(dlx_find_python3)
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_FOUND)
    execute_process(COMMAND ${Python3_EXECUTABLE} -c "import sys; print(sys.executable)"
                    OUTPUT_VARIABLE Python3_EXECUTABLE OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endmacro()
