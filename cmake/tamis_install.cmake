# What `cmake --install` copies, and the package that find_package(tamis) finds.
include(CMakePackageConfigHelpers)
set(tamis_package ${CMAKE_INSTALL_LIBDIR}/cmake/tamis)

install(TARGETS tamis EXPORT tamis-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                           LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS tamis_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

include(tamis_public_headers)
function(tamis_install_headers base)
  foreach(header IN LISTS ARGN)
    cmake_path(GET header PARENT_PATH folder)
    install(FILES ${base}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
  endforeach()
endfunction()
tamis_install_headers(${PROJECT_SOURCE_DIR}/src ${tamis_public_headers})
tamis_install_headers(${tamis_generated} ${tamis_public_generated})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tamis/data)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT tamis-targets NAMESPACE tamis:: DESTINATION ${tamis_package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tamis-config.cmake.in
                              ${PROJECT_BINARY_DIR}/tamis-config.cmake INSTALL_DESTINATION ${tamis_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tamis-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tamis-config.cmake ${PROJECT_BINARY_DIR}/tamis-config-version.cmake
        DESTINATION ${tamis_package})

# tamis.pc, for builds without CMake. A static library does not record what it links to, so its users link that too.
set(tamis_pc_requires "matio hdf5 openblas libxxhash fmt zlib")
set(tamis_pc_libs "-llinear -pthread -lstdc++ -lm")  # the last two for programs in C
if(TAMIS_SANITIZE)
  string(APPEND tamis_pc_libs " -fsanitize=${TAMIS_SANITIZE}")
endif()
if(TAMIS_COVERAGE)
  string(APPEND tamis_pc_libs " --coverage")
endif()
get_target_property(tamis_type tamis TYPE)
if(tamis_type STREQUAL STATIC_LIBRARY)
  set(tamis_pc_needs "Requires: ${tamis_pc_requires}\nLibs: -L\${libdir} -ltamis ${tamis_pc_libs}")
else()
  set(tamis_pc_needs "Requires.private: ${tamis_pc_requires}\nLibs: -L\${libdir} -ltamis\nLibs.private: ${tamis_pc_libs}")
endif()
file(RELATIVE_PATH tamis_pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # the tree can be moved as a whole
configure_file(${PROJECT_SOURCE_DIR}/cmake/tamis.pc.in ${PROJECT_BINARY_DIR}/tamis.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tamis.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
