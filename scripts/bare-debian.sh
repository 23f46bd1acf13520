# Functions that make a minimal Debian 12 in a folder, in which scripts test installations. Source
# this file after lib.sh; sourcing it runs nothing.

# make_bare_debian MIRROR [MADE]: makes a minimal Debian in $debian from a mirror. If MIRROR is '',
# uses the first mirror that this machine's apt has for bookworm, or else deb.debian.org. With MADE,
# copies the folder MADE instead, which debootstrap --variant=minbase has made. The end of the script
# removes $debian, except with keep=yes.
make_bare_debian() {
  local mirror=$1 made=${2:-}
  ((EUID == 0)) || die 2 "only root can make a Debian in a folder"
  if [[ -z $mirror ]] && command -v apt-get >/dev/null; then
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
      'Created-By: Packages' | awk '$2 == "bookworm" && $3 == "main" && !found++ { print $1 }')
  fi
  mirror=${mirror:-http://deb.debian.org/debian}

  folder=$(mktemp -d "${TMPDIR:-/tmp}/dlx-bare-debian.XXXXXX")
  debian=$folder/debian
  trap remove_bare_debian EXIT
  if [[ -n $made ]]; then
    say "A minimal Debian 12 in $debian, a copy of $made"
    cp --archive "$made" "$debian"
  else
    command -v debootstrap >/dev/null ||
      die 2 "debootstrap is missing; install the package debootstrap"
    say "A minimal Debian 12 in $debian, from $mirror"
    quietly debootstrap debootstrap --variant=minbase bookworm "$debian" "$mirror"
  fi
  # Copies this machine's settings for reaching the mirror, such as a proxy, into the new Debian.
  if command -v apt-config >/dev/null; then
    apt-config dump | grep -E '^Acquire::(http|https|Check-|ForceIP)' \
      >"$debian/etc/apt/apt.conf.d/99reach-the-mirror" || true
  fi
  cp --dereference /etc/resolv.conf /etc/hosts "$debian/etc/"
  mount -t proc proc "$debian/proc"

  local tool
  for tool in g++ cmake ninja git sudo python3; do
    ! inside /bin/sh -c "command -v $tool" >/dev/null || die 1 "not bare: it has $tool"
  done
  [[ ! -e $debian/etc/ssl/certs/ca-certificates.crt ]] || die 1 "not bare: it has ca-certificates"
}

remove_bare_debian() {
  if mountpoint --quiet "$debian/proc"; then
    # /proc must be unmounted before the folder is deleted.
    umount "$debian/proc" || die 1 "cannot unmount $debian/proc; the folder stays"
  fi
  if [[ $keep == yes ]]; then
    say "The folder stays: $debian"
  else
    rm -rf --one-file-system "$folder"
  fi
}

# Runs a command in $debian, with an empty environment.
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb chroot "$debian" "$@" </dev/null
}
