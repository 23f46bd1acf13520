#!/usr/bin/env bash
# completion.bash DLX: what bash completes.
set -euo pipefail
dlx=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
touch problem.dlx problem.other "a file"
mkdir parts

script=$("$dlx" completion bash)
set +eu  # as a user's shell is
# shellcheck disable=SC1090
source <(printf '%s\n' "$script")
complete -p dlx >/dev/null || exit 1

failed=0
# expect WORDS... -- CANDIDATES...: in this order or any.
expect() {
  COMP_WORDS=(dlx)
  while [[ $1 != -- ]]; do
    COMP_WORDS+=("$1")
    shift
  done
  shift
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=(stale)
  _dlx
  local found wanted
  found=$(printf '%s\n' "${COMPREPLY[@]}" | sort)
  wanted=$(printf '%s\n' "$@" | sort)
  [[ $found == "$wanted" ]] && return
  printf '%s:\n found %s\nwanted %s\n' "${COMP_WORDS[*]}" "${found//$'\n'/ }" "${wanted//$'\n'/ }"
  failed=1
}

expect so -- soma solve
expect --v -- --version
expect help marg -- marginals
expect count --node -- --node-limit
expect count --engine '' -- auto bit_matrix dancing_cells dancing_links item_bits learning_cells
expect count --engine = bit -- bit_matrix
expect count --engine = -- auto bit_matrix dancing_cells dancing_links item_bits learning_cells
expect count --node-limit '' --
expect count '' -- 'a file' parts problem.dlx problem.other
expect count prob -- problem.dlx problem.other
expect count problem.dlx --up-to a -- all 'a file'
expect split --output p -- parts problem.dlx problem.other
expect cube bl -- blue
expect snake chr -- christmas
expect queens '' --
expect completion '' -- bash fish zsh
expect man langf -- langford
expect nonsense '' --
exit $failed
