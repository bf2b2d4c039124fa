# Language level, warnings and sanitizers for all of our targets.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# What users build costs mostly the parsing of headers, so it is done once: the standard headers that most sources
# include are precompiled. Developers build without, so that a source cannot rely on what it does not include.
set(tamis_common_headers <algorithm> <array> <atomic> <bit> <charconv> <cmath> <cstdint> <cstring> <functional> <limits>
    <map> <memory> <mutex> <numeric> <optional> <span> <stdexcept> <string> <string_view> <utility> <variant> <vector>)
# tamis_precompile(NAME [HEADER…]): these, and headers of its own that most of the sources of a target include.
function(tamis_precompile name)
  if(NOT TAMIS_DEVELOPER)
    target_precompile_headers(${name} PRIVATE ${tamis_common_headers} ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(${name} PRIVATE -Wno-stringop-overread)  # a false alarm about std::string in precompiled headers
    endif()
  endif()
endfunction()

# tamis_target(NAME): what every target of ours is compiled with.
function(tamis_target name)
  if(TAMIS_DEVELOPER)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                           -Wold-style-cast -Wno-missing-field-initializers -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(${name} PRIVATE -Wno-restrict)  # cries wolf at text + std::string (GCC bug 105651)
    endif()
  endif()
  if(TAMIS_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${TAMIS_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${name} PUBLIC -fsanitize=${TAMIS_SANITIZE})
  endif()
  if(TAMIS_COVERAGE)
    target_compile_options(${name} PRIVATE --coverage)
    target_link_options(${name} PUBLIC --coverage)
  endif()
endfunction()
