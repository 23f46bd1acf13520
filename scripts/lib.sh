# Functions that the shell scripts in scripts/ and .ci/run share. Source this file; sourcing it runs
# nothing.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/build/logs
# All clones of the repository share one ccache, because paths in the cache are relative to the
# clone.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

# The names of Debian packages, by the part of the build that needs them.
library_packages=(g++ cmake ninja-build pkg-config libboost-dev libboost-graph-dev zlib1g-dev
                  libssl-dev nlohmann-json3-dev robin-map-dev libnauty2-dev
                  libsqlite3-dev libpugixml-dev libzstd-dev)
app_packages=(libcli11-dev libfmt-dev)
test_packages=(catch2 libbenchmark-dev librapidcheck-dev)
cluster_packages=(coop-computing-tools coop-computing-tools-dev iproute2 procps)
fuzz_packages=(clang libclang-rt-14-dev)
ci_packages=(clang libclang-rt-14-dev clang-format ccache git python3-jsonschema doxygen mandoc zsh
             fish dpkg-dev file clasp cadical glpk-utils zstd)
python_packages=(python3-dev pybind11-dev python3-pip python3-setuptools python3-wheel python3-venv
                 python3-numpy python3-scipy python3-pytest mypy python3-pandas python3-tqdm python3-nbclient
                 python3-ipykernel)

say() { printf '\n== %s\n' "$*"; }

die() {  # die EXIT_CODE MESSAGE...
  local code=$1
  shift
  printf '\n%s: %s\n' "${0##*/}" "$*" >&2
  exit "$code"
}

# Runs a command and shows its output only if it fails.
quietly() {  # quietly LOG_NAME COMMAND...
  local log=$logs/$1.log
  shift
  mkdir -p "$logs"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    die 1 "this failed, its output is above and in $log: $*"
  fi
}

missing_packages() {
  local package status
  for package; do
    # dpkg-query prints one line for each architecture for which the package is installed.
    status=$(dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null || true)
    [[ $'\n'$status == *$'\n'installed* ]] || printf '%s ' "$package"
  done
}

# Installs the packages that are missing. Uses no network if none is missing.
install_packages() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    die 2 "this system has no apt-get. Install what these Debian packages hold, then run" \
      "this command again with --no-install: $*"
  fi
  local missing as_root=()
  read -r -a missing <<<"$(missing_packages "$@")"
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die 2 "these packages are missing, and only root can install them: ${missing[*]}"
    as_root=(sudo)
  fi
  say "Installing ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
  quietly apt-update "${apt[@]}" update
  quietly apt-install "${apt[@]}" install --yes --no-install-recommends "${missing[@]}"
}

configure() {  # configure PRESET CMAKE_OPTIONS...
  local preset=$1 launcher=
  shift
  command -v cmake >/dev/null || die 2 "cmake (3.25 or newer) is not installed"
  # The launcher is set even without ccache, because the build folder may have stored a ccache that
  # no longer exists.
  if command -v ccache >/dev/null; then launcher=ccache; fi
  cd "$root"
  quietly "configure-$preset" \
    cmake --preset "$preset" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" "$@"
}

build() {  # build PRESET BUILD_OPTIONS...
  say "Building in build/$1 (some minutes the first time)"
  local log=$logs/build-$1.log
  if [[ -t 1 ]]; then
    cmake --build --preset "$@" || die 1 "this failed, see above: cmake --build --preset $*"
    return
  fi
  # Ninja prints a line for each step if the output is not a terminal. Only one line for each tenth
  # of the steps is shown.
  cmake --build --preset "$@" 2>&1 </dev/null | tee "$log" | awk -F'[][/]' '
    /^\[[0-9]+\/[0-9]+\]/ && int(10 * $2 / $3) > tenths { tenths = int(10 * $2 / $3); print; fflush() }' ||
    { cat "$log" >&2 && die 1 "this failed, its output is above and in $log: cmake --build --preset $*"; }
}

# Builds the packages dlx, libdlx-c0 and libdlx-dev in build/package.
build_packages() {
  install_packages "${library_packages[@]}" "${app_packages[@]}" dpkg-dev file
  say "Building the packages in build/package"
  local launcher=
  if command -v ccache >/dev/null; then launcher=ccache; fi
  cd "$root"
  quietly configure-package cmake --preset release -B build/package -DDLX_APPS=ON -DDLX_TESTS=OFF \
    -DDLX_BENCH=OFF -DDLX_WERROR=ON -DCMAKE_INSTALL_PREFIX=/usr \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher"
  rm -f build/package/*.deb
  quietly build-package cmake --build build/package --target package
  ls -l build/package/*.deb
}

# Counts the assemblies of Soma, and races dancing links against a naive search.
show_soma() {
  local dlx=$root/build/release/apps/dlx command
  for command in "soma" "soma --naive"; do
    say "dlx $command"
    # shellcheck disable=SC2086 — $command may contain two words
    "$dlx" $command || die 1 "'dlx $command' ended with exit code $?"
  done
}
