# Not tested. The build also needs esbuild and the modules d3-array and d3-format (TAMIS_D3_FOLDER).
set(SOURCE_PATH ${CURRENT_PORT_DIR}/../..)
vcpkg_cmake_configure(SOURCE_PATH ${SOURCE_PATH} OPTIONS -DTAMIS_PYTHON=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME tamis CONFIG_PATH lib/cmake/tamis)
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES tamis AUTO_CLEAN)
file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug/include ${CURRENT_PACKAGES_DIR}/debug/share)
vcpkg_install_copyright(FILE_LIST ${SOURCE_PATH}/LICENSE)
