#!/usr/bin/env bash
# install.sh ROOT BUILD CXX FLAGS: the installed package stands alone. Installs to a temporary prefix, moves that, looks
# for paths of the build in it and for headers that are missing, then builds examples/cpp against it, compiles every
# header that was installed, and runs the example and the program.
set -euo pipefail
root=$1 build=$2 cxx=$3 flags=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$1"; exit 1; }

cmake --install "$build" --prefix "$scratch/first" > "$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the installation fails"; }
mv "$scratch/first" "$scratch/moved"
prefix=$scratch/moved

! grep -rnF -e "$root" -e "$build" -e "$scratch" "$prefix/lib/cmake" "$prefix/include" || fail "a path of the build is installed"
! grep -rnE '"/[a-z]|;/[a-z]' "$prefix/lib/cmake/germ/germ-targets"*.cmake || fail "an absolute path is exported"
for file in bin/germ include/germ/germ.hpp include/germ/api/germ.hpp include/germ/ir/terms.hpp lib/libgerm_api.a \
  share/germ/layers/dense.germ share/doc/germ/LANGUAGE.md; do
  [[ -e $prefix/$file ]] || fail "$file is not installed"
done
! grep -rnE '#include <(boost|Eigen|nlohmann|z3)' "$prefix/include" || fail "a public header needs a foreign library"
(
  cd "$prefix/include/germ"
  for header in */*.hpp; do echo "#include \"$header\""; done
) > "$scratch/headers.cpp"
"$cxx" -std=c++20 -fsyntax-only -I"$prefix/include/germ" "$scratch/headers.cpp" || fail "an installed header does not compile"

cmake -S "$root/examples/cpp" -B "$scratch/example" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" \
  -DCMAKE_CXX_FLAGS="$flags" > "$scratch/log" 2>&1 && cmake --build "$scratch/example" >> "$scratch/log" 2>&1 ||
  { cat "$scratch/log"; fail "the example does not build against the installed package"; }
"$scratch/example/prove_layers" > "$scratch/out" || { cat "$scratch/out"; fail "the example fails"; }
# Which counterexample is found may change; that the entry is one of dW, and that both values differ, may not.
for line in 'proved   dense, for all sizes' 'refuted  dense_row_0' 'wrong at dW\[[0-9]+, [0-9]+\]: declared 0, true [1-9-].*' \
  'proved   relu_dense\.backward, for all sizes  \(relu_dense\.germ:.*' '4 proved; all as expected'; do
  grep -qxE "$line" "$scratch/out" || { cat "$scratch/out"; fail "the example does not print: $line"; }
done
"$prefix/bin/germ" check "$prefix/share/germ/layers/dense.germ" > /dev/null || fail "the installed program fails"
echo "the installed package stands alone"
