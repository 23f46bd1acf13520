# Compiles, links and runs SOURCE with nothing but what pkg-config says about the library in PREFIX.
find_program(PKG_CONFIG NAMES pkg-config pkgconf REQUIRED)
file(GLOB_RECURSE pc ${PREFIX}/*/dlx.pc)
if(NOT pc)
  message(FATAL_ERROR "no dlx.pc below ${PREFIX}")
endif()
cmake_path(GET pc PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} ${folder})

execute_process(COMMAND ${PKG_CONFIG} --modversion dlx
                OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT version STREQUAL VERSION)
  message(FATAL_ERROR "dlx.pc says version ${version}, the project is ${VERSION}")
endif()
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs --static dlx
                OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")

file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${COMPILER} -std=c++20 ${SOURCE} -o ${WORK}/consumer ${flags}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/consumer ${VERSION} COMMAND_ERROR_IS_FATAL ANY)
