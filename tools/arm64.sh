#!/usr/bin/env bash
# Try the program as on a Raspberry Pi with 64 bits: tools/arm64.sh SUITE [FOLDER], where SUITE is bookworm or trixie.
#
# Makes Debian for arm64 in FOLDER, whose programs qemu emulates, and times in it what a player does first: set up, play a
# game of Pig on the simulated table, read a photograph. Run it by hand as root; it takes half an hour or more.
# Needs `apt install debootstrap qemu-user-static` and 3 GB. Debian's mirror and pip's settings are this machine's.
set -eu
suite=${1:?name a suite: bookworm or trixie}
root=${2:-${TMPDIR:-/tmp}/pipsqueak-$suite}
home=/home/player/pipsqueak
cd "$(dirname "$0")/.."

# The mounts are those of this run alone, and end with it.
[ "${IN_OWN_MOUNTS:-}" ] || exec unshare --mount env IN_OWN_MOUNTS=yes bash "tools/$(basename "$0")" "$suite" "$root"

binfmt=/proc/sys/fs/binfmt_misc
[ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt
[ -e $binfmt/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf > $binfmt/register

if [ ! -e "$root/made" ]; then
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' 'Component: main' | head -n 1)
    debootstrap --arch=arm64 --variant=minbase --include=ca-certificates,make,python3-venv "$suite" "$root" "$mirror"
    chroot "$root" apt-get install -y --no-install-recommends libgl1 libglib2.0-0 libsm6 libxext6
    chroot "$root" useradd --create-home player
    touch "$root/made"
fi
cp --dereference /etc/resolv.conf /etc/hosts "$root/etc/"
cp --dereference /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
[ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"
for needed in proc dev; do mount --rbind /$needed "$root/$needed"; done

rm -rf "$root$home"
mkdir "$root$home"
git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - | tar --extract --directory "$root$home"
chroot "$root" chown -R player: $home

timed() { # WHAT COMMAND: run it as the player, and print how long it took
    TIMEFORMAT="$suite: $1: %R s, %U s of processor time"
    # shellcheck disable=SC2046  # each setting is a word
    time env --ignore-environment $(env | grep -iE '^(pip_[a-z_]*|[a-z]*_proxy)=') PATH=/usr/sbin:/usr/bin:/bin \
        HOME=/home/player LANG=C.UTF-8 chroot --userspec=player:player "$root" sh -euc "cd $home; $2"
}

timed 'set up' 'make .venv/.package'
timed 'a game of Pig on the simulated table' '.venv/bin/pipsqueak play pig --players robot:optimal,robot:hold20 --seed 3 --fast'
timed 'a photograph' '.venv/bin/pipsqueak read docs/img/reading.jpg'
