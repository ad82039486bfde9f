#!/usr/bin/env bash
# file_lengths.sh ROOT: no file of ROOT/verifier has 400 lines or more.
set -euo pipefail
root=$1
faults=0
count=0
while IFS= read -r file; do
  count=$((count + 1))
  lines=$(wc -l < "$file")
  if ((lines >= 400)); then
    echo "${file#"$root"/}: $lines lines; at most 399"
    faults=$((faults + 1))
  fi
done < <(find "$root/verifier" -type f \( -name '*.cpp' -o -name '*.hpp' \) | sort)
((count > 0)) || { echo "no file found below $root/verifier"; exit 1; }
echo "$count files, $faults faults"
((faults == 0))
