# Writes the manual pages man1/*.1.gz and man5/*.5.gz and the completion files for shells into FOLDER.
# The binary DLX generates most of these files. Without GZIP, pages are not compressed. The build runs
# this script.
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

# The pages about dlx-check and about the formats are written by hand.
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
