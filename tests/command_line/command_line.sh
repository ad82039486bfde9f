#!/usr/bin/env bash
# command_line.sh GERM: the program as a process: exit codes, streams, signals.
set -uo pipefail
germ=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"

cat > right.germ << 'TEXT'
layer scaled[N]
  input  x[n < N]
  output y[n < N] = 2 * x[n]
  backward dy
    dx[n] = 2 * dy[n]
TEXT
sed 's/scaled/tripled/; s/dx\[n\] = 2/dx[n] = 3/' right.germ > wrong.germ
sed 's/backward dy/backward dy expect refuted/; s/tripled/lesson/' wrong.germ > lesson.germ
sed 's/backward dy/backward dy expect refuted/; s/scaled/false_alarm/' right.germ > false_alarm.germ
echo 'layer' > broken.germ

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
  ((found == code)) || { fail "$what: exit code $found, not $code"; head -5 out err; }
}
prints() { grep -q -- "$1" out || { fail "$2: standard output lacks: $1"; cat out; }; }
silent() { [[ ! -s err ]] || { fail "$1: something on standard error"; cat err; }; }

expect 0 "a right backward" "$germ" check right.germ
prints '^proved   scaled.backward' "a right backward"
silent "a right backward"
expect 1 "a wrong backward" "$germ" check wrong.germ
prints '^refuted  tripled.backward' "a wrong backward"
expect 0 "a lesson" "$germ" check lesson.germ
expect 1 "a lesson that is none" "$germ" check false_alarm.germ
prints 'expected refuted, found proved' "a lesson that is none"
expect 4 "a text that does not parse" "$germ" check broken.germ
prints '^broken.germ:1:' "a text that does not parse"
expect 4 "invalid comes before refuted" "$germ" check wrong.germ broken.germ
prints '^refuted' "the other texts are decided"
expect 4 "a name declared twice" "$germ" check right.germ --only scaled ./right.germ <(cat right.germ)
expect 64 "no such claim" "$germ" check right.germ --only scale
expect 1 "several files" "$germ" check right.germ wrong.germ lesson.germ
expect 0 "one claim of several files" "$germ" check right.germ wrong.germ --only scaled
expect 4 "a directory with a broken file" "$germ" check .

# The same bytes for any number of jobs, and again.
for jobs in 1 2 5; do "$germ" check right.germ wrong.germ lesson.germ --json --jobs $jobs > jobs.$jobs; done
cmp -s jobs.1 jobs.2 && cmp -s jobs.1 jobs.5 || fail "the output depends on the number of jobs"
grep -q '"verdict": "refuted"' jobs.1 || fail "JSON lacks the verdict"
if command -v python3 > /dev/null; then python3 -m json.tool jobs.1 > /dev/null || fail "JSON is not valid"; fi

"$germ" check - < right.germ > out || fail "standard input"
grep -q '<stdin>:4' out || fail "standard input has no place"

# Results that cannot be written are no results.
if [[ -e /dev/full ]]; then
  "$germ" check right.germ > /dev/full 2> err
  (($? == 70)) || fail "a full disk is not noticed"
  grep -q 'could not be written' err || fail "a full disk is not named"
fi

# SIGINT, once the first result is out. Background jobs of a script ignore it; `env` gives the default back where it can.
if env --default-signal=INT true 2> /dev/null; then
  for k in $(seq 400); do sed "s/scaled/scaled_$k/" right.germ; done > many.txt
  env --default-signal=INT "$germ" check --jobs 1 many.txt > partial 2> err &
  pid=$!
  for _ in $(seq 300); do
    [[ -s partial ]] && break
    sleep 0.1
  done
  kill -INT "$pid"
  wait "$pid"
  code=$?
  ((code == 130)) || fail "an interrupt leaves with $code, not 130"
  grep -q 'interrupted' err || fail "an interrupt is not named"
  [[ $(tail -c 1 partial | wc -l) == 1 ]] || fail "an interrupt cuts a line"
fi

# fmt
cp right.germ ragged.germ
sed -i 's/x\[n\]$/x[n]   # twice/; s/^  input /      input/' ragged.germ
expect 1 "a file that is not in canonical form" "$germ" fmt --check ragged.germ
cmp -s ragged.germ <(sed 's/x\[n\]$/x[n]   # twice/; s/^  input /      input/' right.germ) || fail "fmt --check wrote"
expect 0 "fmt" "$germ" fmt ragged.germ
prints '^ragged.germ$' "fmt"
expect 0 "fmt again" "$germ" fmt --check ragged.germ
grep -q '# twice' ragged.germ || fail "fmt lost a comment"
"$germ" fmt - < ragged.germ | cmp -s - ragged.germ || fail "fmt of standard input"
cp broken.germ before
expect 4 "fmt of a text that does not parse" "$germ" fmt broken.germ
cmp -s broken.germ before || fail "fmt changed a text that does not parse"

# Repairs: of what was not expected, in text and JSON.
expect 1 "a wrong backward with a repair" "$germ" check wrong.germ
prints 'repair: replace `3` by `2` in line 5: proved' "a wrong backward with a repair"
expect 1 "a repair as JSON" "$germ" check wrong.germ --json
prints '"new": "2"' "a repair as JSON"
expect 0 "a lesson needs no repair" "$germ" check lesson.germ
! grep -q 'repair' out || fail "a lesson is repaired"

# new: each kind is well formed, canonical and comes out as it says; nothing is overwritten.
for kind in layer function theorem; do
  expect 0 "new $kind" "$germ" new "my_$kind" --kind "$kind"
  prints "germ check my_$kind.germ" "new $kind says what is next"
  expect 0 "the new $kind" "$germ" check "my_$kind.germ"
  prints '^proved' "the new $kind"
  expect 0 "the new $kind is canonical" "$germ" fmt --check "my_$kind.germ"
done
cp my_layer.germ before
expect 4 "new where a file is" "$germ" new my_layer --kind function
cmp -s my_layer.germ before || fail "new wrote over a file"
for name in layer sum 1x a/b 'a b' ''; do expect 64 "new with the name '$name'" "$germ" new "$name"; done
expect 64 "new of no kind" "$germ" new thing --kind window

# dump: the same text each time, a section for each query, with its answer; the same queries as files.
expect 0 "dump" "$germ" dump my_function.germ my_function.backward
cp out dumped
prints '^; my_function.backward, query 1: sat$' "dump"
prints '^(set-info :status unsat)$' "dump"
"$germ" dump my_function.germ my_function.backward | cmp -s - dumped || fail "dump differs from run to run"
expect 0 "dump to files" "$germ" dump my_function.germ my_function.backward -o queries
[[ $(ls queries | wc -l) == $(grep -c '^(check-sat)$' dumped) ]] || fail "dump: a file for each query"
for solver in z3 cvc5; do # any that is here must agree
  command -v "$solver" > /dev/null || continue
  for query in queries/*.smt2; do
    [[ $("$solver" "$query" 2> /dev/null) == $(sed -n 's/^(set-info :status \(.*\))$/\1/p' "$query") ]] ||
      fail "dump: $solver does not agree on $query"
  done
done
expect 64 "dump of no claim" "$germ" dump my_function.germ my_funktion
expect 4 "dump of a broken text" "$germ" dump broken.germ

# mutate: what is counted adds up; a layer by its name; the same for any number of jobs.
expect 0 "mutate" "$germ" mutate my_function.germ:my_function
prints '^my_function.backward: [0-9]* mutants: [0-9]* refuted' "mutate"
prints 'proved: replace `>` by `>=`' "mutate lists what survives"
prints ' 0 contradicted$' "mutate"
for jobs in 1 3; do "$germ" mutate my_function.germ --json --jobs $jobs > mutants.$jobs; done
cmp -s mutants.1 mutants.3 || fail "mutate depends on the number of jobs"
expect 1 "mutants of a wrong backward" "$germ" mutate wrong.germ
expect 0 "a sample" "$germ" mutate my_layer.germ --sample 5
prints '^my_layer.backward: 5 mutants' "a sample"

# explain: the steps of a proof, where it stops, a name that is nearly right; the usual directories.
expect 0 "explain" "$germ" explain my_function.backward my_function.germ
prints '^my_function.backward: proved' "explain"
prints 'The outputs are jointly differentiable' "explain names the step"
prints 'the case does not arise: `x != 0` excludes it' "explain says why"
prints '^Not modelled: rounding' "explain"
silent "explain"
cp out explained
"$germ" explain my_function.backward my_function.germ | cmp -s - explained || fail "explain differs from run to run"
expect 0 "explain as JSON" "$germ" explain my_function.backward my_function.germ --json
prints '"rule": "G13-G16, G19"' "explain as JSON"
if command -v python3 > /dev/null; then python3 -m json.tool out > /dev/null || fail "JSON of explain is not valid"; fi
expect 1 "explain what is refuted" "$germ" explain tripled.backward wrong.germ
prints 'Here it stops: `dx` was not found equal to the derivative' "explain what is refuted"
prints 'It is false: executed' "explain what is refuted"
expect 0 "explain a lesson" "$germ" explain lesson.backward lesson.germ
expect 64 "explain of no claim" "$germ" explain my_funktion.backward my_function.germ
grep -q 'did you mean `my_function.backward`' err || fail "explain does not guess"
expect 64 "explain without files" "$germ" explain scaled.backward
mkdir -p usual/layers && cp right.germ usual/layers
expect 0 "explain from the usual directories" env -C usual "$germ" explain scaled
prints '^scaled.backward: proved' "explain of a layer"

echo "$faults faults"
((faults == 0))
