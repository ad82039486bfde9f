# Tests of the house: what the compiler does not see. Scripts, each told where the tree is.

foreach(rule includes file_lengths layer_names rejects)
  add_test(NAME house.${rule} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/house/${rule}.sh ${CMAKE_SOURCE_DIR})
  set_tests_properties(house.${rule} PROPERTIES TIMEOUT 120)
endforeach()
