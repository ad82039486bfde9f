#!/usr/bin/env bash
# prototype.sh [FOLDER]: the same checks decided by the prototype in FOLDER (default ../shared/prototype beside the
# repository) and by build/germ, in one run on one core each. Prints a table by family: checks, verdicts that agree,
# seconds of both, ratio. GERM names another program.
# Exit 1 if a verdict differs, if germ takes more than a third of the prototype's wall time, or if a check takes more
# than twice its time there.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/.." && pwd)
prototype=${1:-$root/../shared/prototype}
germ=${GERM:-$root/build/germ}
[[ -f $prototype/cases.py ]] || { echo "no prototype in $prototype" >&2; exit 64; }
[[ -x $germ ]] || { echo "no program $germ: build it first" >&2; exit 64; }

python=
while read -r candidate; do
  if "$candidate" -c 'import z3' 2> /dev/null; then python=$candidate; break; fi
done < <(type -ap python3)
[[ -n $python ]] || { echo "no python3 that has the z3 module" >&2; exit 64; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$prototype" "$folder/copy"

# Wall times include the start of the process and the reading of the cases.
wall() { # wall FILE COMMAND...: runs it with its output in FILE, prints the seconds
  local start=$EPOCHREALTIME status=0
  "${@:2}" > "$1" || status=$?
  echo "$start $EPOCHREALTIME" | awk '{ printf "%.3f", $2 - $1 }'
  return "$status"
}

prototype_wall=$(wall "$folder/checks.json" "$python" "$here/prototype.py" run "$folder/copy")
# Only 64 and 70 mean that there are no answers; the comparison judges the verdicts.
# A claim before the others: the prototype's times begin after its solver is loaded, and so do then germ's. The wall time
# has all of it.
printf 'function first(x) = x if x > 0 else 0\n  domain x != 0\n  backward dy\n    dx = dy if x > 0 else 0\n' > "$folder/first.germ"
# The files come in the order of the prototype's families.
files=("$folder/first.germ")
for family in dense conv conv_symbolic conv_grouped conv_transpose pools resample norms softmax attention elementwise \
  gather misc; do
  files+=("$root/tests/prototype/$family.germ")
done
germ_wall=$(wall "$folder/claims.json" "$germ" check --json --timings --jobs 1 "${files[@]}") ||
  { status=$?; (( status < 64 )) || { echo "germ failed with exit code $status" >&2; exit 1; }; }
"$python" "$here/prototype.py" compare "$folder/checks.json" "$folder/claims.json" "$root/tests/prototype" \
  "$prototype_wall" "$germ_wall"
