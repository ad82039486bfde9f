# germ_plain_library(NAME PATH): the target germ::NAME, a library that has no CMake package of its own, such as Z3 of
# Debian. Used by the build, and by the installed package with the path that it finds.

function(germ_plain_library name path)
  if(NOT TARGET germ::${name})
    add_library(germ::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(germ::${name} PROPERTIES IMPORTED_LOCATION "${path}")
  endif()
endfunction()
