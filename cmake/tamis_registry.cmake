# methods.def names every selector once, projectors.def every projector; the headers that include them all are
# written from them.
set(tamis_generated ${PROJECT_BINARY_DIR}/generated)

function(tamis_registry module list macro what)
  set(def ${PROJECT_SOURCE_DIR}/src/tamis/${module}/${list})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${def})
  file(STRINGS ${def} lines REGEX "^${macro}\\(")
  set(content "// Every registered ${what}. Written by CMake from ${list}.\n#pragma once\n\n")
  set(names)
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^${macro}\\(([a-z0-9_]+).*" "\\1" name "${line}")
    list(APPEND names ${name})
    string(APPEND content "#include \"tamis/${module}/${name}.hpp\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${tamis_generated}/tamis/${module}/all.hpp CONTENT "${content}" @ONLY)
  set(tamis_${module}_names ${names} PARENT_SCOPE)  # for the list of public headers
endfunction()

tamis_registry(methods methods.def TAMIS_METHOD selector)
tamis_registry(subspace projectors.def TAMIS_PROJECTOR projector)
