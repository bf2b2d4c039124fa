# The scripts and the style of the report: web/ bundled by esbuild into report.js and report.css, each with the hash that
# the page's content policy names. All from Debian, without Node: the node-d3-* packages hold plain sources.
find_program(tamis_esbuild esbuild REQUIRED)
set(TAMIS_D3_FOLDER /usr/share/nodejs CACHE PATH "Folder of the modules d3-array and d3-format")
foreach(module d3-array d3-format)
  if(NOT EXISTS ${TAMIS_D3_FOLDER}/${module}/package.json)
    message(FATAL_ERROR "the report needs ${module}: install node-${module}, or name its folder by TAMIS_D3_FOLDER")
  endif()
endforeach()

set(tamis_web ${PROJECT_BINARY_DIR}/web)
set(tamis_web_files)

# tamis_bundle(OUTPUT ENTRY SOURCES…): OUTPUT and OUTPUT.hash from the entry and what it imports.
function(tamis_bundle output entry)
  add_custom_command(
    OUTPUT ${tamis_web}/${output} ${tamis_web}/${output}.hash
    COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${TAMIS_D3_FOLDER} ${tamis_esbuild} ${entry} --bundle --minify
            --legal-comments=none --log-level=warning --target=es2020 --outfile=${tamis_web}/${output}
    COMMAND ${CMAKE_COMMAND} -DFILE=${tamis_web}/${output} -P ${PROJECT_SOURCE_DIR}/cmake/tamis_content_hash.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/tamis_content_hash.cmake
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/web
    COMMENT "Bundling ${output}"
    VERBATIM)
  set(tamis_web_files ${tamis_web_files} ${tamis_web}/${output} ${tamis_web}/${output}.hash PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE tamis_scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*.ts)
file(GLOB tamis_styles CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/style/*.css)
tamis_bundle(report.js src/main.ts ${tamis_scripts})
tamis_bundle(report.css style/report.css ${tamis_styles})
add_custom_target(tamis_web DEPENDS ${tamis_web_files})
