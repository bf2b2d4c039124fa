# Language level, warnings and sanitizers for all of our targets.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# tamis_target(NAME): what every target of ours is compiled with.
function(tamis_target name)
  if(TAMIS_DEVELOPER)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                           -Wold-style-cast -Wno-missing-field-initializers -Werror)
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
