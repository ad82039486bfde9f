# Tests of the house: what the compiler does not see. Scripts, each told where the tree is.

foreach(rule includes file_lengths layer_names rejects)
  add_test(NAME house.${rule} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/house/${rule}.sh ${CMAKE_SOURCE_DIR})
  set_tests_properties(house.${rule} PROPERTIES TIMEOUT 120)
endforeach()

if(TARGET germ)
  add_test(NAME program.command_line
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/command_line/command_line.sh $<TARGET_FILE:germ>)
  set_tests_properties(program.command_line PROPERTIES TIMEOUT 120)

  # Sanitizers reserve addresses by the terabyte.
  set(malformed_memory 512000)
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(malformed_memory unlimited)
  endif()
  add_test(NAME program.malformed
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/malformed/malformed.sh $<TARGET_FILE:germ> ${malformed_memory})
  set_tests_properties(program.malformed PROPERTIES TIMEOUT 300)
endif()

if(TARGET germ)
  add_test(NAME program.install
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/install.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}
      ${CMAKE_CXX_COMPILER} "${CMAKE_CXX_FLAGS}")
  set_tests_properties(program.install PROPERTIES TIMEOUT 300)
endif()
