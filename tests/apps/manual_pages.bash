#!/usr/bin/env bash
# manual_pages.bash DLX PAGES [DLX_CLUSTER]: mandoc finds no fault in any manual page, and each page
# says all that the help says. PAGES is the folder of the pages written by hand. Exit code 77: there
# is no mandoc.
set -euo pipefail
dlx=$1
pages=$2
cluster=${3-}
command -v mandoc >/dev/null || { echo "skipped: there is no mandoc" && exit 77; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
complain() {
  printf '%s\n' "$*" >&2
  failed=yes
}
failed=no

"$dlx" man >"$folder/dlx.1"
commands=$(sed -n 's/^\.It Xr dlx-\([a-z]*\) 1$/\1/p' "$folder/dlx.1")
(($(wc -w <<<"$commands") > 20)) || complain "dlx(1) names few commands: $commands"
for command in $commands; do
  "$dlx" man "$command" >"$folder/dlx-$command.1"
done

# The version stands where mdoc has the system, and the pages are not installed here.
faults=$(mandoc -T lint "$folder"/*.1 "$pages"/*.[15] 2>&1 |
  grep -v 'operating system explicitly specified\|referenced manual not found' || true)
[[ -z $faults ]] || complain "$faults"

for page in "$folder"/*.1; do
  command=${page#"$folder"/dlx}
  command=${command%.1}
  command=${command#-}
  text=$(mandoc -T ascii "$page" | sed 's/.\x08//g')
  for section in NAME SYNOPSIS DESCRIPTION OPTIONS "EXIT STATUS" EXAMPLES "SEE ALSO"; do
    grep -qx "$section" <<<"$text" || complain "$page: no section $section"
  done
  # shellcheck disable=SC2086 # none for dlx itself
  help=$("$dlx" $command --help-all 2>/dev/null || "$dlx" $command --help)
  for option in $(grep -oE '^  -[a-zA-Z,-]+' <<<"$help" | tr ',' ' '); do
    grep -qE -- "^ *(-[a-z]( [^ ]*)?, )?$option( |$|,)" <<<"$text" || complain "$page: no $option"
  done
  while read -r example; do
    grep -qF -- "$example" <<<"$text" || complain "$page: no example '$example'"
  done < <(sed -n '/^Examples:/,$s/^  //p' <<<"$help")
done

# The page of dlx-cluster has the options that only dlx-cluster has, and no others.
if [[ -n $cluster ]]; then
  own=$(comm -23 <("$cluster" count --help | grep -oE '^  --[a-z-]+' | sort) \
    <({ "$dlx" count --help && "$dlx" solve --help; } | grep -oE '^  --[a-z-]+' | sort))
  described=$(mandoc -T ascii "$pages/dlx-cluster.1" | sed 's/.\x08//g' |
    sed -n '/^OPTIONS/,/^EXIT/s/^ *\(--[a-z-]*\).*/  \1/p' | sort)
  [[ $own == "$described" ]] || complain "dlx-cluster.1: options $described instead of $own"
fi
[[ $failed == no ]]
