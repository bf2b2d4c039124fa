# The Python module is built where Python and pybind11 are found; TAMIS_PYTHON=ON insists on it.
set(TAMIS_PYTHON AUTO CACHE STRING "Build the Python package: ON, OFF or AUTO (where Python and pybind11 are found)")
set_property(CACHE TAMIS_PYTHON PROPERTY STRINGS AUTO ON OFF)

# Debian's Python has the packages that go with the module; another python3 in the PATH often has not.
find_program(tamis_python NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(tamis_python NAMES python3)

set(tamis_build_python OFF)
# A sanitizer would have to be loaded into the interpreter before everything else.
if(TAMIS_PYTHON AND NOT TAMIS_SANITIZE)
  set(python_wanted)
  if(NOT TAMIS_PYTHON STREQUAL AUTO)
    set(python_wanted REQUIRED)
  endif()
  if(NOT Python_EXECUTABLE AND tamis_python)
    set(Python_EXECUTABLE ${tamis_python})
  endif()
  find_package(Python 3.9 ${python_wanted} COMPONENTS Interpreter Development.Module)
  if(Python_Development.Module_FOUND AND NOT pybind11_DIR)
    # pip's build environment brings its own copy of pybind11.
    execute_process(COMMAND ${Python_EXECUTABLE} -c "import pybind11; print(pybind11.get_cmake_dir())"
                    OUTPUT_VARIABLE pybind11_hint OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  find_package(pybind11 2.10 ${python_wanted} CONFIG HINTS ${pybind11_hint})
  if(Python_Development.Module_FOUND AND pybind11_FOUND)
    set(tamis_build_python ON)
  else()
    message(STATUS "Python package: not built (needs Python's headers and pybind11)")
  endif()
endif()
