# find_package(dlx) and pkg-config for users; headers go to <include>/dlx/{dlx,reductions}.
include(CMakePackageConfigHelpers)

set(header_dir ${CMAKE_INSTALL_INCLUDEDIR}/dlx)
install(TARGETS dlx_engine dlx_reductions EXPORT dlx-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${header_dir})
if(DLX_APPS)
  install(TARGETS dlx_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
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
