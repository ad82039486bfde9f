# `cmake --install build --prefix P`: the program, the rooms as static libraries with their public headers, the package
# `germ` for find_package, the layer library and the pages. The prefix may be moved afterwards.

include(CMakePackageConfigHelpers)

# Everything but the command line, under one name.
get_property(germ_rooms GLOBAL PROPERTY GERM_ROOMS)
list(REMOVE_ITEM germ_rooms cli)
list(TRANSFORM germ_rooms PREPEND germ_ OUTPUT_VARIABLE germ_targets)
add_library(germ_library INTERFACE)
set_target_properties(germ_library PROPERTIES EXPORT_NAME germ)
target_link_libraries(germ_library INTERFACE ${germ_targets})
target_include_directories(germ_library INTERFACE $<INSTALL_INTERFACE:include>)

install(TARGETS germ RUNTIME DESTINATION bin)
install(TARGETS ${germ_targets} germ_library EXPORT germ ARCHIVE DESTINATION lib)
install(EXPORT germ NAMESPACE germ:: FILE germ-targets.cmake DESTINATION lib/cmake/germ)

# The table of docs/API.md.
set(germ_headers api/germ.hpp base/check.hpp ir/function_table.hpp ir/printer.hpp numeric/census.hpp refute/decide.hpp
  report/report.hpp smt/solver.hpp syntax/library.hpp tensors/npy.hpp)
install(CODE "set(GERM_HEADERS \"${germ_headers}\")\nset(GERM_VERIFIER \"${CMAKE_SOURCE_DIR}/verifier\")")
install(SCRIPT ${CMAKE_SOURCE_DIR}/cmake/install_headers.cmake)
install(FILES cmake/germ.hpp DESTINATION include/germ)

# A library X::Y is found as package X, germ::z3 as the library z3.
get_property(germ_libraries GLOBAL PROPERTY GERM_LIBRARIES)
list(REMOVE_DUPLICATES germ_libraries)
set(germ_dependencies "")
set(germ_plain_libraries "")
foreach(library ${germ_libraries})
  if(library MATCHES "^germ::(.*)$")
    list(APPEND germ_plain_libraries ${CMAKE_MATCH_1})
  else()
    string(REGEX REPLACE "::.*$" "" package ${library})
    string(APPEND germ_dependencies "find_dependency(${package})\n")
  endif()
endforeach()
set(germ_layers share/germ/layers)
configure_package_config_file(cmake/germ-config.cmake.in ${CMAKE_BINARY_DIR}/germ-config.cmake
  INSTALL_DESTINATION lib/cmake/germ PATH_VARS germ_layers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/germ-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/germ-config.cmake ${CMAKE_BINARY_DIR}/germ-config-version.cmake cmake/germ-libraries.cmake
  DESTINATION lib/cmake/germ)

install(DIRECTORY layers/ DESTINATION ${germ_layers} FILES_MATCHING PATTERN *.germ)
install(DIRECTORY docs/ DESTINATION share/doc/germ FILES_MATCHING PATTERN *.md)
install(FILES README.md SOUNDNESS.md LICENSE DESTINATION share/doc/germ)
