# What `cmake --install` copies, and the package that find_package(tamis) finds.
include(CMakePackageConfigHelpers)
set(tamis_package ${CMAKE_INSTALL_LIBDIR}/cmake/tamis)

install(TARGETS tamis EXPORT tamis-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                           LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS tamis_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/tamis ${tamis_generated}/tamis
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp" PATTERN "json_values.hpp" EXCLUDE)
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
