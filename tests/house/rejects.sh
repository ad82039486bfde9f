#!/usr/bin/env bash
# rejects.sh ROOT: the tests of the house find what they look for. Each case is a small tree with one fault, and the same
# tree without it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

fresh_tree() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/verifier/base" "$tree/verifier/ir" "$tree/verifier/smt" "$tree/layers"
  cp "$root/CMakeLists.txt" "$tree/"
  cp "$root/verifier/ir/function_table.cpp" "$tree/verifier/ir/"
  echo '#include <vector>' > "$tree/verifier/base/check.hpp"
  printf '#include <z3++.h>\n#include "base/check.hpp"\n' > "$tree/verifier/smt/solver.cpp"
  echo 'layer bowl_of_soup[N]' > "$tree/layers/soup.germ"
}

faults=0
expect() { # expect accepted|rejected TEST WHAT
  local outcome=rejected
  if "$here/$2" "$tree" > /dev/null 2>&1; then outcome=accepted; fi
  if [[ $outcome != "$1" ]]; then
    echo "$2: $3: $outcome, but it should be $1"
    faults=$((faults + 1))
  fi
}

includes() { # includes WHAT FILE LINE...
  fresh_tree
  printf '%s\n' "${@:3}" > "$tree/verifier/$2"
  expect rejected includes.sh "$1"
}

fresh_tree
for test in includes.sh file_lengths.sh layer_names.sh; do expect accepted "$test" "a tree without a fault"; done

includes "an include upwards" ir/upwards.cpp '#include "smt/solver.hpp"'
includes "an include beside" smt/beside.cpp '#include "calculus/germ.hpp"'
includes "Z3 outside of its room" ir/z3.cpp '#include <z3.h>'
includes "Z3 in a header" smt/z3.hpp '#include <z3++.h>'
includes "Eigen outside of its room" smt/eigen.cpp '#include <Eigen/Dense>'
includes "JSON outside of its rooms" ir/json.cpp '#  include <nlohmann/json.hpp>'
includes "an include without its room" ir/bare.cpp '#include "terms.hpp"'
includes "an include around the rooms" ir/around.cpp '#include "base/../smt/solver.hpp"'
includes "an include by macro" ir/macro.cpp '#include HEADER'

fresh_tree
mkdir "$tree/verifier/attic"
echo '#include <vector>' > "$tree/verifier/attic/old.cpp"
expect rejected includes.sh "a room that is not in the table"

fresh_tree
seq 400 | sed 's,^,// ,' > "$tree/verifier/ir/long.cpp"
expect rejected file_lengths.sh "a file of 400 lines"
seq 399 | sed 's,^,// ,' > "$tree/verifier/ir/long.cpp"
expect accepted file_lengths.sh "a file of 399 lines"

fresh_tree
echo 'if (name == "bowl_of_soup") return proved;' > "$tree/verifier/ir/special.cpp"
expect rejected layer_names.sh "a layer's name in a string"
echo 'return 1;  // as in bowl_of_soup' > "$tree/verifier/ir/special.cpp"
expect accepted layer_names.sh "a layer's name in a comment"
echo 'int a_bowl_of_soup = 0;' > "$tree/verifier/ir/special.cpp"
expect accepted layer_names.sh "a word that contains a layer's name"
echo 'function bowl(x) = x' >> "$tree/layers/soup.germ"
echo 'bowl' > "$tree/verifier/ir/special.cpp"
expect rejected layer_names.sh "a function's name"

echo "$faults faults"
((faults == 0))
