#!/usr/bin/env bash
# package.bash CPACK CONFIG: the Debian packages hold what they must and ask for what they need.
# scripts/prove-package installs them. Exit code 77: this system cannot make them.
set -euo pipefail
cpack=$1
config=$2
for tool in dpkg-deb dpkg-shlibdeps file; do
  command -v "$tool" >/dev/null || { echo "skipped: there is no $tool" && exit 77; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$cpack" --config "$config" -G DEB -B "$folder" >"$folder/log" 2>&1 || { cat "$folder/log" && exit 1; }

failed=0
expect() {  # expect WHERE PATTERN, with the text on standard input
  local text
  text=$(cat)
  grep -qE -- "$2" <<<"$text" && return
  printf '%s: no %s in:\n%s\n' "$1" "$2" "$text"
  failed=1
}
# check PACKAGE WORDS_OF_DEPENDS -- FILES
check() {
  local package=("$folder/$1"_*.deb) word
  [[ -f ${package[0]} ]] || { echo "no package $1" && exit 1; }
  local name=$1 contents
  contents=$(dpkg-deb --contents "${package[0]}")
  shift
  while [[ $1 != -- ]]; do
    dpkg-deb --field "${package[0]}" Depends | expect "$name" "(^| )$1( |,|\$)"
    shift
  done
  shift
  for word; do expect "$name" "\\./usr/$word\$" <<<"$contents"; done
}

# SQLite and OpenSSL are linked as archives.
check dlx libc6 libnauty2 zlib1g -- bin/dlx share/man/man1/dlx.1.gz \
  share/man/man1/dlx-count.1.gz share/bash-completion/completions/dlx \
  share/zsh/vendor-completions/_dlx share/fish/vendor_completions.d/dlx.fish \
  share/doc/dlx/copyright share/doc/dlx/changelog.Debian.gz share/doc/dlx/examples/toy.dlx
check libdlx-c0 libc6 libnauty2 -- 'lib/.*libdlx_c.so.0 -> .*' share/doc/libdlx-c0/copyright
check libdlx-dev 'libdlx-c0 \(= .*\)' libnauty2-dev libsqlite3-dev libssl-dev zlib1g-dev -- \
  include/dlx/dlx/dlx.hpp 'lib/.*libdlx_count.a' 'lib/.*libdlx_reductions.a' 'lib/.*/dlx-config.cmake' \
  'lib/.*pkgconfig/dlx.pc' 'lib/.*libdlx_c.so -> .*' share/doc/libdlx-dev/copyright \
  share/doc/libdlx-dev/examples/first_cover.cpp
dpkg-deb --fsys-tarfile "$folder"/dlx_*.deb | tar -xO ./usr/share/doc/dlx/copyright |
  expect copyright 'Permission is hereby granted'
exit $failed
