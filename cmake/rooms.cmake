# germ_room(NAME [ROOMS room...] [LIBRARIES target...]): the library germ_NAME from verifier/NAME/*.cpp.
# `main.cpp` of the cli is the program, not part of its library. A library given by its path, /usr/lib/libz3.so, is linked
# as germ::z3, so that no path is exported. GERM_ROOMS and GERM_LIBRARIES are, for the installed package, the rooms and
# the foreign libraries that they link.

add_library(germ_warnings INTERFACE)
target_compile_options(germ_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
  # g++ 12 reports overlapping copies inside std::string's operator+ that cannot happen (its bug 105329).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)

# Seen in .cpp files only: who links an installed room does not need them.
set(germ_header_libraries Boost::headers Eigen3::Eigen nlohmann_json::nlohmann_json)

include(${CMAKE_SOURCE_DIR}/cmake/germ-libraries.cmake)

function(germ_room name)
  cmake_parse_arguments(room "" "" "ROOMS;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/verifier/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(NOT sources)
    return()
  endif()
  add_library(germ_${name} STATIC ${sources})
  set_property(GLOBAL APPEND PROPERTY GERM_ROOMS ${name})
  set_target_properties(germ_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(germ_${name} PUBLIC cxx_std_20)
  target_include_directories(germ_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/verifier> $<INSTALL_INTERFACE:include/germ>)
  target_link_libraries(germ_${name} PRIVATE $<BUILD_INTERFACE:germ_warnings>)
  foreach(library ${room_LIBRARIES})
    if(library IN_LIST germ_header_libraries)
      target_link_libraries(germ_${name} PRIVATE $<BUILD_INTERFACE:${library}>)
    else()
      if(IS_ABSOLUTE "${library}")
        cmake_path(GET library STEM stem)
        string(REGEX REPLACE "^lib" "" plain ${stem})
        germ_plain_library(${plain} "${library}")
        set(library germ::${plain})
      endif()
      target_link_libraries(germ_${name} PRIVATE ${library})
      if(NOT name STREQUAL cli)
        set_property(GLOBAL APPEND PROPERTY GERM_LIBRARIES ${library})
      endif()
    endif()
  endforeach()
  foreach(below ${room_ROOMS})
    if(TARGET germ_${below})
      target_link_libraries(germ_${name} PUBLIC germ_${below})
    endif()
  endforeach()
endfunction()
