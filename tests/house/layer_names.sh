#!/usr/bin/env bash
# layer_names.sh ROOT: no engine file names a layer. Every `layer NAME` and `function NAME` below ROOT/layers is looked for
# as a word in ROOT/verifier. Comments may give examples; the rows of the function table are part of the language.
set -euo pipefail
root=$1
mapfile -t names < <(grep -rhoE --include='*.germ' '^[[:space:]]*(layer|function)[[:space:]]+[A-Za-z_][A-Za-z_0-9]*' \
  "$root/layers" | awk '{print $2}' | sort -u)
((${#names[@]})) || { echo "no layer found below $root/layers"; exit 1; }
mapfile -t rows < <(sed -nE 's/^[[:space:]]*\{"([a-z_0-9]+)",.*/\1/p' "$root/verifier/ir/function_table.cpp")
((${#rows[@]})) || { echo "no row found in the function table"; exit 1; }

faults=0
code=$(mktemp)
trap 'rm -f "$code"' EXIT
while IFS= read -r file; do
  sed -E 's#(^|[[:space:]])//.*##' "$file" | awk -v name="${file#"$root"/}" '{print name ":" NR ": " $0}'
done < <(find "$root/verifier" -type f \( -name '*.cpp' -o -name '*.hpp' \) | sort) > "$code"

for name in "${names[@]}"; do
  [[ " ${rows[*]} " == *" $name "* ]] && continue
  # The place before the text is no part of it: a file may well be called like a layer.
  if found=$(grep -E "^[^:]*:[0-9]+: (.*[^A-Za-z_0-9])?$name([^A-Za-z_0-9]|\$)" "$code"); then
    echo "the layer $name is named in the engine:"
    echo "$found"
    faults=$((faults + 1))
  fi
done
echo "${#names[@]} names, $faults faults"
((faults == 0))
