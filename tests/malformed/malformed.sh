#!/usr/bin/env bash
# malformed.sh GERM [KILOBYTES]: every file of this folder has one fault, and `germ check` names it: exit code 4, one error with
# the id and the place expected and no other, nothing `proved`, little output, in 2 s of processor time and 500 MB.
# KILOBYTES: another bound of memory; `unlimited` for a program with sanitizers.
# What is expected is the first line of a file, `# expect ID at LINE:COLUMN` (or LINE, where the column depends on how levels
# of nesting are counted), or stands in expected.txt where the fault is in the first bytes.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
germ=$1
kilobytes=${2:-512000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

declare -A elsewhere=()
while read -r name id place; do elsewhere[$name]="$id $place"; done < "$here/expected.txt"

# "G301 4:17", from the file or from expected.txt.
expected() { # expected FILE
  local line=""
  IFS= read -r -n 100 line < "$1"
  if [[ $line =~ ^'# expect '(G[0-9]+)' at '([0-9:]+)$ ]]; then
    want="${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"
  else
    want=${elsewhere[${1##*/}]:-}
  fi
} 2> /dev/null

# Says what is wrong with the program's answer; nothing if it is right.
judge() { # judge FILE EXPECTED
  local code line found=""
  said=""
  (
    ulimit -v "$kilobytes" -t 2 -c 0
    exec "$germ" check "$1"
  ) > "$scratch/out" 2> "$scratch/err"
  code=$?
  ((code == 4)) || said+=" exit code $code;"
  [[ ! -s $scratch/err ]] || said+=" standard error: $(head -c 200 "$scratch/err");"
  local -i bytes=0
  while IFS= read -r line; do
    bytes+=${#line}
    [[ $line != proved* ]] || said+=" something is proved;"
    [[ $line =~ \.germ:([0-9]+):([0-9]+):' error: '.*\[(G[0-9]+)\]$ ]] || continue
    found+="${found:+, }${BASH_REMATCH[3]} ${BASH_REMATCH[1]}"
    [[ $2 != *:* ]] || found+=":${BASH_REMATCH[2]}"
  done < "$scratch/out"
  ((bytes <= 8192)) || said+=" $bytes bytes of output;"
  [[ $found == "$2" ]] || said+=" expected $2, found ${found:-no error};"
}

# The judge itself: a right text, a fault elsewhere, another fault are no answers.
printf 'layer f[N]\n  input x[n < N]\n  output y[n] = x[n]\n' > "$scratch/right.germ"
printf 'layer f[N]\n  input x[n < N]\n  output y[n] = z[n]\n' > "$scratch/wrong.germ"
accepts() { judge "$scratch/$1.germ" "$2" && [[ -z $said ]]; }
if ! accepts wrong "G201 3:17" || ! accepts wrong "G201 3" || accepts right "G201 3:17" || accepts wrong "G201 3:16" ||
  accepts wrong "G202 3:17" || accepts wrong "G201 2"; then
  echo "the judge of this test is wrong"
  exit 1
fi

faults=0
count=0
for file in "$here"/*.germ; do
  count=$((count + 1))
  expected "$file"
  judge "$file" "$want"
  [[ -n $said ]] || continue
  echo "${file##*/}:$said"
  faults=$((faults + 1))
done
echo "$count files, $faults faults"
((count >= 100 && faults == 0))
