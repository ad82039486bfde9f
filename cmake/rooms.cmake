# germ_room(NAME [ROOMS room...] [LIBRARIES target...]): the library germ_NAME from verifier/NAME/*.cpp.
# `main.cpp` of the cli is the program, not part of its library.

add_library(germ_warnings INTERFACE)
target_compile_options(germ_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
  # g++ 12 reports overlapping copies inside std::string's operator+ that cannot happen (its bug 105329).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)

function(germ_room name)
  cmake_parse_arguments(room "" "" "ROOMS;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/verifier/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(NOT sources)
    return()
  endif()
  add_library(germ_${name} STATIC ${sources})
  target_include_directories(germ_${name} PUBLIC ${CMAKE_SOURCE_DIR}/verifier)
  target_link_libraries(germ_${name} PRIVATE germ_warnings ${room_LIBRARIES})
  foreach(below ${room_ROOMS})
    if(TARGET germ_${below})
      target_link_libraries(germ_${name} PUBLIC germ_${below})
    endif()
  endforeach()
endfunction()
