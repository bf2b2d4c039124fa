# Language level, warnings and sanitizers for all of our targets.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# What users build costs mostly the parsing of headers, so it is done once: the standard headers that most sources
# include are precompiled, and some sources are read together. Developers build without, so that a source cannot rely on
# what it does not include; with sanitizers and with clang as users do, because time is short there.
set(tamis_read_together OFF)
if(NOT TAMIS_DEVELOPER
   OR TAMIS_SANITIZE
   OR CMAKE_CXX_COMPILER_ID MATCHES Clang)
  set(tamis_read_together ON)
endif()
set(tamis_common_headers <algorithm> <array> <atomic> <bit> <charconv> <cmath> <cstdint> <cstring> <functional> <limits>
    <map> <memory> <mutex> <numeric> <optional> <span> <stdexcept> <string> <string_view> <utility> <variant> <vector>)
# tamis_precompile(NAME [HEADER…]): these, and headers of its own that most of the sources of a target include.
function(tamis_precompile name)
  if(tamis_read_together)
    target_precompile_headers(${name} PRIVATE ${tamis_common_headers} ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # False alarms about std::string in precompiled headers.
      target_compile_options(${name} PRIVATE -Wno-stringop-overread -Wno-stringop-overflow)
    endif()
  endif()
endfunction()

# tamis_sanitize(NAME SANITIZERS): compiles and links a target with them; what they find ends the program.
function(tamis_sanitize name sanitizers)
  target_compile_options(${name} PRIVATE -fsanitize=${sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(sanitizers MATCHES "address,undefined")
    # The first sees these as well, when memory is touched; the checks would take a third of the time.
    target_compile_options(${name} PRIVATE -fno-sanitize=null,object-size,vptr)
  endif()
  target_link_options(${name} PUBLIC -fsanitize=${sanitizers})
endfunction()

# tamis_target(NAME): what every target of ours is compiled with.
function(tamis_target name)
  if(TAMIS_DEVELOPER AND TAMIS_SANITIZE)
    target_compile_options(${name} PRIVATE -Werror)  # what clang says unasked; the warnings below are for g++
  elseif(TAMIS_DEVELOPER)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                           -Wold-style-cast -Wno-missing-field-initializers -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(${name} PRIVATE -Wno-restrict)  # cries wolf at text + std::string (GCC bug 105651)
    endif()
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      target_compile_options(${name} PRIVATE -Wno-unknown-pragmas)  # GCC ivdep, which says nothing to clang
    endif()
  endif()
  if(tamis_read_together AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # No search for memory to use again below half a gigabyte: a tenth of the time of large units.
    target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:--param ggc-min-heapsize=524288>")
  endif()
  if(TAMIS_SANITIZE)
    tamis_sanitize(${name} ${TAMIS_SANITIZE})
  endif()
  if(TAMIS_COVERAGE)
    target_compile_options(${name} PRIVATE --coverage)
    target_link_options(${name} PUBLIC --coverage)
  endif()
endfunction()
