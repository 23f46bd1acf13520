# Installs dlx, so that other projects find it by find_package(dlx) or pkg-config. Headers go to
# <include>/dlx/{dlx,reductions}. Debian packages are made of three components: the command, the C
# library, and the files for development.
include(CMakePackageConfigHelpers)

# scripts/demo builds the commands only. Without this check, the installation would stop in the middle
# at the first file that does not exist.
set(installed dlx_runs dlx_reductions)
if(DLX_C)
  list(APPEND installed dlx_c)
endif()
if(DLX_APPS)
  list(APPEND installed dlx_app dlx_check)
endif()
list(TRANSFORM installed REPLACE "(.+)" "\"$<TARGET_FILE:\\1>\"" OUTPUT_VARIABLE files)
if(DLX_APPS AND NOT CMAKE_CROSSCOMPILING)
  list(APPEND files "\"${PROJECT_BINARY_DIR}/manual.stamp\"")
endif()
list(JOIN files " " files)
install(CODE "
  foreach(file IN ITEMS ${files})
    if(NOT EXISTS \"\${file}\")
      message(FATAL_ERROR \"\${file} does not exist: build everything first, by \"
                          \"cmake --build ${PROJECT_BINARY_DIR}\")
    endif()
  endforeach()" ALL_COMPONENTS)

set(header_dir ${CMAKE_INSTALL_INCLUDEDIR}/dlx)
if(DLX_C)
  install(TARGETS dlx_c EXPORT dlx-targets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT c_library
                  NAMELINK_COMPONENT development
          INCLUDES DESTINATION ${header_dir})
  install(FILES bindings/c/dlx.h DESTINATION ${header_dir} COMPONENT development)
endif()
install(TARGETS dlx_core dlx_search dlx_formats dlx_io dlx_automorphisms dlx_symmetry dlx_count
                dlx_certificate dlx_runs dlx_all dlx_reductions EXPORT dlx-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        INCLUDES DESTINATION ${header_dir})
if(DLX_APPS)
  install(TARGETS dlx_app dlx_check RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  if(TARGET dlx_cluster)  # in no package, because it links a library under the GPL
    install(TARGETS dlx_cluster RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cluster)
    install(FILES packaging/man/dlx-cluster.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
            COMPONENT cluster)
  endif()
  install(FILES check/CERTIFICATES.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/dlx COMPONENT command)
  install(DIRECTORY data/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/dlx COMPONENT command)
  if(NOT CMAKE_CROSSCOMPILING)
    # The program dlx itself writes its manual pages and the completion files.
    find_program(DLX_GZIP gzip)
    mark_as_advanced(DLX_GZIP)
    set(manual ${PROJECT_BINARY_DIR}/manual)
    set(script ${PROJECT_SOURCE_DIR}/cmake/manual.cmake)
    add_custom_command(OUTPUT ${manual}.stamp
      COMMAND ${CMAKE_COMMAND} -D DLX=$<TARGET_FILE:dlx_app> -D FOLDER=${manual}
              -D GZIP=$<$<BOOL:${DLX_GZIP}>:${DLX_GZIP}> -P ${script}
      COMMAND ${CMAKE_COMMAND} -E touch ${manual}.stamp
      DEPENDS dlx_app ${script} ${PROJECT_SOURCE_DIR}/packaging/man/dlx-check.1
              ${PROJECT_SOURCE_DIR}/packaging/man/dlx-formats.5
      COMMENT "Writing manual pages and completion")
    add_custom_target(dlx_manual ALL DEPENDS ${manual}.stamp)
    install(DIRECTORY ${manual}/man1 ${manual}/man5 DESTINATION ${CMAKE_INSTALL_MANDIR}
            COMPONENT command)
    install(FILES ${manual}/bash/dlx COMPONENT command
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    # Debian's zsh reads completion files of packages from a separate folder.
    install(CODE [[
      set(zsh_folder site-functions)
      if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
        set(zsh_folder vendor-completions)
      endif()]] COMPONENT command)
    install(FILES ${manual}/zsh/_dlx COMPONENT command
            DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/\${zsh_folder}")
    install(FILES ${manual}/fish/dlx.fish COMPONENT command
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()
dlx_public_headers(headers)
foreach(header IN LISTS headers)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${header_dir}/${folder} COMPONENT development)
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dlx)
install(EXPORT dlx-targets NAMESPACE dlx:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(cmake/dlx-config.cmake.in ${PROJECT_BINARY_DIR}/dlx-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dlx-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dlx-config.cmake
              ${PROJECT_BINARY_DIR}/dlx-config-version.cmake
        DESTINATION ${package_dir} COMPONENT development)

# dlx.pc states the prefix relative to its own folder, because `cmake --install --prefix` may change
# the prefix.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_PREFIX}/${pkgconfig_dir} ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/dlx.pc.in ${PROJECT_BINARY_DIR}/dlx.pc @ONLY)
if(DLX_C)
  configure_file(cmake/dlx-c.pc.in ${PROJECT_BINARY_DIR}/dlx-c.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/dlx-c.pc DESTINATION ${pkgconfig_dir} COMPONENT development)
endif()
install(FILES ${PROJECT_BINARY_DIR}/dlx.pc DESTINATION ${pkgconfig_dir} COMPONENT development)

install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libdlx-dev
        COMPONENT development)
