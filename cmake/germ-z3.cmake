# The target germ::z3: the Z3 library. Used by the build and by the installed package; Debian's Z3 has no package of its
# own. Z3_LIBRARY names it where it is not found.

if(NOT TARGET germ::z3)
  find_library(Z3_LIBRARY z3)
  if(Z3_LIBRARY)
    add_library(germ::z3 UNKNOWN IMPORTED)
    set_target_properties(germ::z3 PROPERTIES IMPORTED_LOCATION "${Z3_LIBRARY}")
  endif()
endif()
