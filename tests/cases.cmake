# Case files carry their verdicts: `germ check` exits 0 only if every claim comes out as written, with its counterexample
# executed where it is refuted. The library, the lessons and the proofs must be as they say, too.

if(TARGET germ)
  file(GLOB cases CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cases/*.germ)
  foreach(case ${cases})
    cmake_path(GET case STEM name)
    add_test(NAME case.${name} COMMAND germ check --replay ${case})
    set_tests_properties(case.${name} PROPERTIES TIMEOUT 300)
  endforeach()
  add_test(NAME case.prototype COMMAND germ check ${CMAKE_CURRENT_SOURCE_DIR}/prototype)
  set_tests_properties(case.prototype PROPERTIES TIMEOUT 300)
  # Without the replay: it does not accept the nested sums of s09.
  add_test(NAME case.proofs COMMAND germ check ${CMAKE_SOURCE_DIR}/proofs)
  # Statements about the stem of the example are among the proofs: one text.
  add_test(NAME case.one_stem COMMAND ${CMAKE_COMMAND} -E compare_files ${CMAKE_SOURCE_DIR}/examples/stem.germ
      ${CMAKE_SOURCE_DIR}/proofs/dlib_stem.germ)
  add_test(NAME case.layers COMMAND germ check --replay ${CMAKE_SOURCE_DIR}/layers)
  set_tests_properties(case.proofs case.layers PROPERTIES TIMEOUT 120)
  file(GLOB lessons CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/examples/*.germ)
  foreach(lesson ${lessons})
    cmake_path(GET lesson STEM name)
    add_test(NAME lesson.${name} COMMAND germ check --replay ${lesson})
    set_tests_properties(lesson.${name} PROPERTIES TIMEOUT 120)
  endforeach()

  # Mutants of the library's backwards: each is refuted, or proved and then executed on every small shape. One that is
  # proved and executed to the contrary fails the test (exit code 70), and so does a backward that is not proved.
  add_test(NAME mutants.sample COMMAND germ mutate ${CMAKE_SOURCE_DIR}/layers --sample 4 --seed 1)
  set_tests_properties(mutants.sample PROPERTIES TIMEOUT 300)
  add_test(NAME mutants.layers COMMAND germ mutate ${CMAKE_SOURCE_DIR}/layers)
  add_test(NAME mutants.right COMMAND germ mutate ${CMAKE_CURRENT_SOURCE_DIR}/cases/right.germ)
  set_tests_properties(mutants.layers mutants.right PROPERTIES TIMEOUT 7200 LABELS long)
endif()
