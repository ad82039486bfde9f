#!/usr/bin/env bash
# The demo: prove the library, refute a wrong backward, count the windows of a real stem on two photos. $1: the program.
set -euo pipefail
germ=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { printf '\n== %s\n\n' "$1"; }

step "The layer library: every backward, for all tensor sizes"
"$germ" check layers

step "A dense layer with one wrong index: refuted, with an executed counterexample"
wrong=$(mktemp -d)
trap 'rm -rf "$wrong"' EXIT
sed 's/dy\[n, m\] \* x\[n, k\]/dy[n, m] * x[0, k]/' layers/dense.germ > "$wrong/dense.germ"
status=0
(cd "$wrong" && "$germ" check dense.germ --only "dense_layer.backward wrt W") || status=$?
[[ $status -eq 1 ]] || { echo "demo: the wrong backward was not refuted (exit code $status)" >&2; exit 1; }

step "The stem of a real network: its backward, as one layer"
"$germ" check examples/stem.germ

step "Where the stem's domain fails on two real photos, decided exactly"
data=examples/data/dlib_stem
"$germ" probe examples/stem.germ:dlib_stem --tensor x=$data/photos.npy \
  --tensor w=$data/conv1_weight.npy --tensor bias=$data/conv1_bias.npy \
  --tensor scale=$data/scale1_weight.npy --tensor shift=$data/scale1_bias.npy
