#!/usr/bin/env bash
# derive.sh GERM ROOT: what `germ derive` prints parses, is canonical, is proved by `germ check`, and reads as a person
# writes it; what it cannot prove it does not print as right.
set -uo pipefail
germ=$1
root=$2
here=$root/tests/derive
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"

faults=0
fail() {
  echo "FAILED: $1"
  faults=$((faults + 1))
}
# expect CODE WHAT COMMAND...: out and err hold what was printed.
expect() {
  local code=$1 what=$2 found
  shift 2
  "$@" > out 2> err < /dev/null
  found=$?
  ((found == code)) || { fail "$what: exit code $found, not $code"; head -20 out err; }
}
mentions() { grep -qF -- "$1" "$3" || { fail "$2: it lacks: $1"; head -20 "$3"; }; }

# The layer library, and forwards that have no backward: derived, proved by `check` as a text of its own.
for source in "$root/layers" "$here/forwards.germ"; do
  name=$(basename "$source" .germ)
  expect 0 "derive $name" "$germ" derive "$source"
  cp out "$name.derived"
  expect 0 "derive $name again" "$germ" derive "$source"
  cmp -s out "$name.derived" || fail "derive $name: two runs differ"
  mkdir -p "$name"
  cp "$name.derived" "$name/$name.germ"
  expect 0 "check what was derived of $name" "$germ" check "$name/$name.germ"
  subjects=$(grep -cE '^(layer|function) ' "$name.derived")
  backwards=$(grep -cE '^proved +[A-Za-z_0-9]+\.backward(,| +\()' out)
  ((subjects > 0)) || fail "nothing was derived of $name"
  ((backwards == subjects)) || fail "$name: $subjects declarations, $backwards joint theorems"
  expect 0 "canonical text of $name" "$germ" fmt --check "$name/$name.germ"
done

# Read by a person: tests/derive/golden/NAME.germ.
for golden in "$here"/golden/*.germ; do
  name=$(basename "$golden" .germ)
  expect 0 "derive $name" "$germ" derive "$here/forwards.germ:$name"
  cmp -s out "$golden" || { fail "$name reads otherwise"; diff "$golden" out; }
done

# The lines alone are those of the whole.
expect 0 "the backward alone" "$germ" derive --backward-only "$here/forwards.germ:dense"
grep -q '^layer' out && fail "the backward alone: the forward is printed"
while IFS= read -r line; do grep -qxF -- "$line" "$here/golden/dense.germ" || fail "not in the whole: $line"; done < out
expect 0 "JSON" "$germ" derive --json "$here/forwards.germ:dense"
if command -v python3 > /dev/null; then
  python3 -c 'import json, sys; d = json.load(open("out"))["derived"]; sys.exit(not (len(d) == 1 and d[0]["proved"]))' ||
    fail "JSON: not one proved text"
fi

# The text is not what was there: a wrong backward is replaced, a domain stays.
sed 's/dx\[n, k\] = sum(m < M) dy/dx[n, k] = 2 * (sum(m < M) dy/; s/W\[m, k\]$/W[m, k])/' > wrong.germ << 'TEXT'
layer wrong[N, K, M]
  input  x[n < N, k < K]
  param  W[m < M, k < K]
  output y[n < N, m < M] = sum(k < K) W[m, k] * x[n, k]
  domain all(n, k) x[n, k] > 0
  # A comment on the backward goes with it.
  backward dy
    dx[n, k] = sum(m < M) dy[n, m] * W[m, k]
  jvp tx
    ty[n, m] = sum(k < K) W[m, k] * tx[n, k]
TEXT
expect 0 "a wrong backward" "$germ" derive wrong.germ
mentions 'dx[n, k] = sum(m < M) dy[n, m] * W[m, k]' "a wrong backward" out
mentions 'domain all(n, k) x[n, k] > 0' "a domain" out
grep -q '2 \*' out && fail "a wrong backward is still there"
grep -q 'jvp' out && fail "an unproved jvp is printed"
grep -q 'comment' out && fail "a comment on the old backward is still there"

# Wrong usage, and what no text can be right for.
expect 64 "an unknown layer" "$germ" derive "$here/forwards.germ:dens"
mentions 'did you mean `dense`?' "an unknown layer" err
expect 64 "no file" "$germ" derive
cat > stopped.germ << 'TEXT'
layer stopped[N]
  input  x[n < N]
  output y[n < N] = x[n] * stop(x[n])
TEXT
expect 2 "a layer with stop" "$germ" derive stopped.germ
mentions 'stop' "a layer with stop" out
grep -qv '^#' out && fail "a layer with stop: something that is no comment"
# The own domain is too wide: nothing is printed as right.
cat > wide.germ << 'TEXT'
function wide(x) = x if x > 0 else 0
  domain true
TEXT
expect 2 "a domain that is too wide" "$germ" derive wide.germ
grep -qv '^#' out && fail "a domain that is too wide: something that is no comment"
echo 'layer' > broken.germ
expect 4 "a text that does not parse" "$germ" derive broken.germ

echo "$faults faults"
((faults == 0))
