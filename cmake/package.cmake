# `cpack` in the build folder, or the target `package`, makes Debian packages: dlx,
# libdlx-dev and, unless -DDLX_C=OFF is given, libdlx-c0.
find_program(DLX_GZIP gzip)
mark_as_advanced(DLX_GZIP)
if(NOT DLX_APPS OR NOT DLX_GZIP)
  return()
endif()

set(DLX_PACKAGE_CONTACT "The dlx authors <dlx@dlx.invalid>" CACHE STRING
    "Who answers for packages; the default is no address")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${DLX_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "exact covers by dancing links, and puzzles that are such")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(packages dlx/command libdlx-dev/development)
if(DLX_C)
  list(APPEND packages libdlx-c0/c_library)
endif()
set(CPACK_COMPONENTS_ALL ${packages})
list(TRANSFORM CPACK_COMPONENTS_ALL REPLACE ".*/" "")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME dlx)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION math)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_DESCRIPTION
"The command dlx lists, counts, samples and checks solutions of exact-cover
problems with colours, multiplicities and costs, up to their symmetries if
wanted, in runs that can be stopped at any moment and go on. It knows Soma,
pentominoes, dominoes, happy cubes, snake cubes, sudoku, queens and Langford
pairs as such problems.")

if(DLX_C)
  set(CPACK_DEBIAN_C_LIBRARY_PACKAGE_NAME libdlx-c0)
  set(CPACK_DEBIAN_C_LIBRARY_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_C_LIBRARY_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)  # this also adds the trigger that runs ldconfig
  set(CPACK_DEBIAN_C_LIBRARY_DESCRIPTION
"The C library of dlx, which counts and lists solutions of exact-cover problems.
Programs that were built with libdlx-dev need it to run.")
endif()

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libdlx-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# libdlx-dev depends on the packages that find_package(dlx) needs, because programs must be linked
# with them.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libnauty2-dev (>= 2.8), libsqlite3-dev (>= 3.37), libssl-dev, libzstd-dev (>= 1.5), zlib1g-dev, pkg-config")
if(DLX_C)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
         ", libdlx-c0 (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "dlx, g++, cmake (>= 3.25)")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"A C++20 library for exact-cover problems: headers, static libraries, files
for CMake and pkg-config, and examples. Programs that use it build a problem
by names, list its solutions one at a time, or count them.")

# Debian's policy requires the following files in a package: the copyright and two changelogs.
set(folder ${PROJECT_BINARY_DIR}/debian)
configure_file(LICENSE ${folder}/LICENSE COPYONLY)  # CMake runs again if LICENSE has changed
file(STRINGS LICENSE license)
list(POP_FRONT license title empty holder)
string(REPLACE "Copyright (c) " "" holder "${holder}")
set(text "")
foreach(line IN LISTS license)
  if(line STREQUAL "")
    set(line ".")
  endif()
  string(APPEND text " ${line}\n")
endforeach()
file(WRITE ${folder}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: dlx

Files: *
Copyright: ${holder}
License: Expat
${text}")

configure_file(CHANGELOG.md ${folder}/changelog COPYONLY)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH if it is set
file(WRITE ${folder}/changelog.Debian
"dlx (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Made by CPack; what has changed in dlx itself is in changelog.gz.

 -- ${DLX_PACKAGE_CONTACT}  ${now}
")
execute_process(COMMAND ${DLX_GZIP} -9nf ${folder}/changelog ${folder}/changelog.Debian
                COMMAND_ERROR_IS_FATAL ANY)
foreach(package IN LISTS packages)
  cmake_path(GET package PARENT_PATH name)
  cmake_path(GET package FILENAME component)
  install(FILES ${folder}/copyright ${folder}/changelog.gz ${folder}/changelog.Debian.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

include(CPack)
