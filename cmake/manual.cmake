# Writes into FOLDER the manual pages man1/*.1.gz and man5/*.5.gz (not compressed without GZIP), most of
# them as the binary DLX describes itself, and completion for shells. Run as a script at build time.
function(dlx_says result)
  execute_process(COMMAND ${DLX} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

function(compress page)
  if(GZIP)
    execute_process(COMMAND ${GZIP} -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endfunction()

function(write_page name)
  dlx_says(page man ${ARGN})
  file(WRITE ${FOLDER}/man1/${name}.1 "${page}")
  compress(${FOLDER}/man1/${name}.1)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
write_page(dlx)
dlx_says(page man)
string(REGEX MATCHALL "\n.It Xr dlx-[a-z]+ 1" items "${page}")
if(NOT items)
  message(FATAL_ERROR "the manual page of dlx names no commands")
endif()
foreach(item IN LISTS items)
  string(REGEX REPLACE ".*dlx-([a-z]+) 1" "\\1" name "${item}")
  write_page(dlx-${name} ${name})
endforeach()

# Pages written by hand: the checker and the formats.
foreach(page IN ITEMS dlx-check.1 dlx-formats.5)
  string(REGEX REPLACE ".*\\." "man" section ${page})
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/../packaging/man/${page} DESTINATION ${FOLDER}/${section})
  compress(${FOLDER}/${section}/${page})
endforeach()

foreach(file IN ITEMS bash/dlx zsh/_dlx fish/dlx.fish)
  cmake_path(GET file PARENT_PATH shell)
  dlx_says(script completion ${shell})
  file(WRITE ${FOLDER}/${file} "${script}")
endforeach()
