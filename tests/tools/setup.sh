#!/bin/sh
# SPDX-License-Identifier: MIT
# setup.sh: what `need` of tools/setup.sh does with apt, tried with an apt-get that answers as the real one does: it waits for a lock and says so,
# gives up after its time, and shows the end of both logs when packages cannot be installed.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
PATH=$work/bin:$PATH
printf '#!/bin/sh\necho 0\n' >"$work/bin/id"  # root
# It fails as many times as the file `locked` has lines, then does what `then` says.
cat >"$work/bin/apt-get" <<'STUB'
#!/bin/sh
here=$(dirname "$0")/..
echo "$@" >>"$here/calls"
if [ -s "$here/locked" ]; then
    sed -n 1p "$here/locked"
    sed -i 1d "$here/locked"
    exit 100
fi
sh "$here/then" "$1"
STUB
chmod +x "$work/bin/id" "$work/bin/apt-get"

# try SECONDS: asks for a package that is missing; the exit status and what was said are in `status` and `said`.
try() {
    : >"$work/calls"
    status=0
    said=$(root=$work && . "$project/tools/setup.sh" && lock_seconds=$1 && need "$work/nothing:some-package" 2>&1) || status=$?
}
expect() {
    [ "$status" = "$1" ] || { echo "exit status $status, expected $1: $said"; exit 1; }
    shift
    for words; do
        case $said in *"$words"*) ;; *) echo "not said: $words"; echo "but: $said"; exit 1 ;; esac
    done
}
lists='E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4242 (apt-get)'
packages='E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4242 (unattended-upgr)'
: >"$work/locked"
echo 'exit 0' >"$work/then"

try 60
expect 0 "Installing: some-package"
[ "$(tr '\n' ';' <"$work/calls")" = "update;install -y --no-install-recommends some-package;" ] || { cat "$work/calls"; exit 1; }
case $said in *Waiting*) echo "waits for nothing"; exit 1 ;; esac

# Each lock is waited for, and named once.
printf '%s\n' "$lists" "$lists" >"$work/locked"
try 60
expect 0 "Waiting until another program is done with apt: /var/lib/apt/lists/lock. It is held by process 4242 (apt-get)"
[ "$(echo "$said" | grep -c Waiting)" = 1 ] && [ "$(grep -c update "$work/calls")" = 3 ] || { echo "$said"; cat "$work/calls"; exit 1; }
printf 'case $1 in install) [ ! -e "%s/held" ] || { rm "%s/held"; echo "%s"; exit 100; } ;; esac\n' "$work" "$work" "$packages" >"$work/then"
: >"$work/held"
try 60
expect 0 "It is held by process 4242 (unattended-upgr)"

# A lock that is never given back, and a package that does not exist: both logs are shown.
echo "case \$1 in update) echo from the lists ;; *) echo '$packages'; exit 100 ;; esac" >"$work/then"
try 2
expect 1 Waiting "from the lists" "$packages" "apt-get install -y --no-install-recommends some-package"
echo 'case $1 in update) echo from the lists ;; *) seq 100; echo "E: Unable to locate package some-package"; exit 100 ;; esac' >"$work/then"
try 60
expect 1 "from the lists" 100 "E: Unable to locate package some-package" "Installing failed"
case $said in *Waiting*) echo "waits for a package that does not exist"; exit 1 ;; esac
echo "locks are waited for, failures shown"
