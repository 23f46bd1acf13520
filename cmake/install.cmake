# find_package(dlx) and pkg-config for users; headers go to <include>/dlx/{dlx,reductions}.
include(CMakePackageConfigHelpers)

set(header_dir ${CMAKE_INSTALL_INCLUDEDIR}/dlx)
install(TARGETS dlx_engine dlx_reductions EXPORT dlx-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${header_dir})
if(DLX_APPS)
  install(TARGETS dlx_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(NOT CMAKE_CROSSCOMPILING)
    # The command writes its manual pages and completion itself.
    find_program(DLX_GZIP gzip)
    mark_as_advanced(DLX_GZIP)
    set(manual ${PROJECT_BINARY_DIR}/manual)
    set(script ${PROJECT_SOURCE_DIR}/cmake/manual.cmake)
    add_custom_command(OUTPUT ${manual}.stamp
      COMMAND ${CMAKE_COMMAND} -D DLX=$<TARGET_FILE:dlx_app> -D FOLDER=${manual}
              -D GZIP=$<$<BOOL:${DLX_GZIP}>:${DLX_GZIP}> -P ${script}
      COMMAND ${CMAKE_COMMAND} -E touch ${manual}.stamp
      DEPENDS dlx_app ${script} COMMENT "Writing manual pages and completion")
    add_custom_target(dlx_manual ALL DEPENDS ${manual}.stamp)
    set(DLX_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
        "Where completion for zsh is installed; packages of Debian use share/zsh/vendor-completions")
    install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
    install(FILES ${manual}/bash/dlx
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${manual}/zsh/_dlx DESTINATION ${DLX_ZSH_DIR})
    install(FILES ${manual}/fish/dlx.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()
dlx_public_headers(headers)
foreach(header IN LISTS headers)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${header_dir}/${folder})
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dlx)
install(EXPORT dlx-targets NAMESPACE dlx:: DESTINATION ${package_dir})
configure_package_config_file(cmake/dlx-config.cmake.in ${PROJECT_BINARY_DIR}/dlx-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dlx-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dlx-config.cmake
              ${PROJECT_BINARY_DIR}/dlx-config-version.cmake DESTINATION ${package_dir})

# dlx.pc finds the prefix from where it lies, for the prefix may be chosen at installation.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_PREFIX}/${pkgconfig_dir} ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/dlx.pc.in ${PROJECT_BINARY_DIR}/dlx.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/dlx.pc DESTINATION ${pkgconfig_dir})
