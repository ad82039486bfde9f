# Sourced: the table of rooms, read from CMakeLists.txt, and the includes of a file.
# rooms: in order. may_include[ROOM]: itself, the rooms it names and what they may include. libraries[ROOM]: as written.

declare -a rooms=()
declare -A may_include=() libraries=()

read_rooms() { # read_rooms CMAKELISTS
  local line name below words word
  while IFS= read -r line; do
    [[ $line == *')' ]] || { echo "CMakeLists.txt: a germ_room call on several lines: $line"; return 1; }
    line=${line#germ_room(}
    line=${line%%)*}
    read -r -a words <<< "$line"
    name=${words[0]}
    below=" $name "
    libraries[$name]=" "
    local section=""
    for word in "${words[@]:1}"; do
      case "$word" in
        ROOMS | LIBRARIES) section=$word ;;
        *)
          if [[ $section == ROOMS ]]; then
            if [[ -z ${may_include[$word]:-} ]]; then
              echo "CMakeLists.txt: room $name names $word, which does not come before it"
              return 1
            fi
            below+="${may_include[$word]}"
          else
            libraries[$name]+="$word "
          fi
          ;;
      esac
    done
    rooms+=("$name")
    may_include[$name]=$below
  done < <(grep -E '^germ_room\(' "$1")
  ((${#rooms[@]})) || { echo "$1: no germ_room line"; return 1; }
}
