#!/usr/bin/env bash
# includes.sh ROOT: every #include of ROOT/verifier runs downwards by the table in ROOT/CMakeLists.txt, and each foreign
# library is seen in its own rooms only.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/rooms.sh"
root=$1
read_rooms "$root/CMakeLists.txt"

faults=0
fault() {
  echo "$1"
  faults=$((faults + 1))
}

# The rooms that may see a foreign header; empty for the standard library's.
homes_of() {
  case "$1" in
    z3*) echo smt ;;
    Eigen/*) echo numeric ;;
    nlohmann/*) echo report cli ;;
    boost/program_options*) echo cli ;;
    boost/*) echo base ;;
    png.h | zlib.h) echo tensors ;;
    doctest/*) echo nowhere ;;
    *) ;;
  esac
}

count=0
while IFS=: read -r file number text; do
  count=$((count + 1))
  path=${file#"$root"/verifier/}
  room=${path%%/*}
  place="verifier/$path:$number"
  [[ -n ${may_include[$room]:-} ]] || { fault "$place: $room is no room"; continue; }
  if [[ $text =~ \#[[:space:]]*include[[:space:]]*\"([^\"]*)\" ]]; then
    included=${BASH_REMATCH[1]}
    target=${included%%/*}
    if [[ $included != */* || $included == *..* ]]; then
      fault "$place: \"$included\" does not begin with its room"
    elif [[ ${may_include[$room]} != *" $target "* ]]; then
      fault "$place: room $room may not include \"$included\""
    fi
  elif [[ $text =~ \#[[:space:]]*include[[:space:]]*\<([^\>]*)\> ]]; then
    header=${BASH_REMATCH[1]}
    homes=$(homes_of "$header")
    if [[ -n $homes && " $homes " != *" $room "* ]]; then
      fault "$place: <$header> belongs to: $homes"
    elif [[ $homes == smt && $file != *.cpp ]]; then
      fault "$place: <$header> may not stand in a header"
    fi
  else
    fault "$place: an include that this test cannot read"
  fi
done < <(grep -rnE --include='*.cpp' --include='*.hpp' '^[[:space:]]*#[[:space:]]*include' "$root/verifier")

((count > 0)) || fault "no include found below $root/verifier"
echo "$count includes, $faults faults"
((faults == 0))
