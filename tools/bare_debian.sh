#!/bin/sh
# SPDX-License-Identifier: MIT
# bare_debian.sh: tries ./run and ./test where nothing is installed but git. --help says how.
set -eu
usage() {
    cat <<'TEXT'
usage: tools/bare_debian.sh [quick|all]

Makes a minimal Debian in a temporary folder, clones the committed project into it, and runs there:
    ./run models, the page (./run, fetched once), and ./test (quick, all: as ./test takes them)
The release and the mirror are those that apt uses on this machine. The folder is removed in the end.
Logs are kept in build/bare_debian/. The last line says what passed; the exit status is 0 if all did.

Needs root, 15 GB in TMPDIR (default /var/tmp), and as long as ./test takes, plus ten minutes.

For instance:    sudo tools/bare_debian.sh quick
TEXT
}
case $#${1-} in
0 | 1quick | 1all) how=${1-} ;;
1--help | 1-h)
    usage
    exit 0
    ;;
*)
    usage >&2
    exit 2
    ;;
esac
if [ "$(id -u)" != 0 ]; then
    echo "bare_debian.sh: needs root, to make a Debian and to run in it: sudo tools/bare_debian.sh" >&2
    exit 1
fi
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/setup.sh"
started=$(date +%s)
say() {
    printf '[%4d s] %s\n' "$(($(date +%s) - started))" "$*"
}
name="bare Debian"
give_up() {
    [ ! -s "$logs/debian.log" ] || tail -n 20 "$logs/debian.log" >&2
    echo "$name: could not be made: $*"
    exit 1
}

logs=$root/build/bare_debian
rm -rf "$logs"
mkdir -p "$logs"
folder=
child=
clean_up() {
    # unshare does not listen to softer signals; killed, it takes all that runs in its namespace along, which may still write for a moment.
    [ -z "$child" ] || kill -KILL "$child" 2>/dev/null || true
    tries=0
    while [ -n "$folder" ] && [ -e "$folder" ] && [ "$tries" -lt 10 ]; do
        rm -rf --one-file-system "$folder" || true
        sleep 1
        tries=$((tries + 1))
    done
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# apart COMMAND ...: runs it where mounts and processes are its own: when it ends, so do they, whatever happened.
apart() {
    unshare --mount --pid --fork --kill-child "$@" &
    child=$!
    status=0
    wait "$child" || status=$?
    child=
    return $status
}
apart mount -t proc proc /proc || give_up "this machine lets nobody mount, not even root (a container without privileges?)"
need debootstrap:debootstrap git:git

# Where apt gets the release of this machine from: the distribution's own sources, no other.
sources() {
    apt-get indextargets --format '$(ORIGIN)|deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | sed -n 's/^\(Debian\|Ubuntu\)|//p' | sort -u
}
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
[ -n "$(sources)" ] || apt-get update >"$logs/debian.log" 2>&1 || give_up "apt-get update failed"
mirror=$(sources | sed -n "s/^deb \([^ ]*\) $codename main\$/\1/p" | head -1)
[ -n "$mirror" ] || give_up "no source of apt's has the release '$codename'"

folder=$(mktemp -d "${TMPDIR:-/var/tmp}/bare_debian.XXXXXX")
debian=$folder/debian
say "making a Debian ($codename) with git from $mirror"
apart debootstrap --variant=minbase --include=git,ca-certificates "$codename" "$debian" "$mirror" >"$logs/debian.log" 2>&1 || give_up "debootstrap failed"
name="bare $(. "$debian/etc/os-release" && echo "${NAME%% *} $VERSION_ID")"

# What this machine needs to reach mirrors and registries: sources, apt's and npm's settings, certificates. Settings of apt that call programs of
# this machine are left out.
say "copying how this machine reaches its mirrors"
sources >"$debian/etc/apt/sources.list"
for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/* /etc/apt/auth.conf /etc/apt/auth.conf.d/* /etc/apt/preferences.d/* /etc/hosts /etc/resolv.conf; do
    [ ! -f "$file" ] || grep -q Invoke "$file" || cp -pL "$file" "$debian$file"
done
[ ! -f "${HOME-/root}/.npmrc" ] || cp -pL "${HOME-/root}/.npmrc" "$debian/root/.npmrc"
for file in /usr/local/etc/npmrc /usr/etc/npmrc /etc/npmrc; do
    [ ! -f "$file" ] || cp -pL "$file" "$debian/etc/npmrc"
done
certificates=/etc/ssl/certs/ca-certificates.crt
for file in "$certificates" "${NODE_EXTRA_CA_CERTS-}"; do
    [ ! -f "$file" ] || cat "$file"
done >"$folder/certificates"
[ ! -s "$folder/certificates" ] || cp "$folder/certificates" "$debian$certificates"

say "cloning $(git -C "$root" log -1 --format='%h, %s')"
[ -z "$(git -C "$root" status --porcelain)" ] || echo "         what is not committed is not tried"
git -c advice.detachedHead=false clone -q --depth 1 "file://$root" "$debian/root/swivel" 2>>"$logs/debian.log" || give_up "the project could not be cloned"

# inside LOG COMMANDS: runs them in the clone, with an environment of nothing but where programs, the network and certificates are.
inside() {
    apart sh -euc '
        debian=$1
        mount --rbind /dev "$debian/dev"
        mount -t sysfs -o ro sysfs "$debian/sys"
        mount -t proc proc "$debian/proc"
        for name in http_proxy https_proxy no_proxy; do
            eval "value=\${$name-}"
            [ -z "$value" ] || set -- "$@" "$name=$value"
        done
        commands=$2
        shift 2
        exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_EXTRA_CA_CERTS='"$certificates"' "$@" \
            chroot "$debian" sh -c "cd /root/swivel; $commands"' sh "$debian" "$2" >"$logs/$1.log" 2>&1 </dev/null
}
result=0
said=
# outcome LOG WHAT: what the last stage gave, from its exit status.
outcome() {
    if [ "$status" = 0 ]; then
        said="$said$2 ok, "
    else
        tail -n 40 "$logs/$1.log"
        say "$2 FAILED: build/bare_debian/$1.log"
        said="$said$2 FAILED, "
        result=1
    fi
}

say "./run models"
inside models './run models && ./run models | grep -q arm7' || true
outcome models "./run models"

say "./run: the page"
inside page '
    ./run >page.out 2>&1 &
    server=$!
    address=
    while [ -z "$address" ] && kill -0 $server 2>/dev/null; do
        sleep 1
        address=$(sed -n "s/.*\(http:[^ ]*\).*/\1/p" page.out | head -1)
    done
    cat page.out
    node -e "fetch(process.argv[1]).then(async (answer) => {
        const page = await answer.text();
        console.log(answer.status, answer.headers.get(\"content-type\"), page.length);
        process.exit(answer.ok && /<title>Swivel/.test(page) ? 0 : 1);
    })" "$address"
    status=$?
    kill $server && wait $server
    [ $? = 0 ] && [ $status = 0 ]' || true
outcome page "page"

say "./test $how"
inside test "./test $how" || true
counts=$(sed -n 's/^\([0-9]* passed, [0-9]* failed, [0-9]* skipped\)$/\1/p' "$logs/test.log" | tail -1)
if [ "$status" != 0 ] || [ -z "$counts" ]; then
    sed -n '/tests FAILED:$/,/^Errors/p' "$logs/test.log"
    [ -n "$counts" ] || tail -n 40 "$logs/test.log"
    result=1
fi
say "done"
echo "$name: $said./test${how:+ $how}: ${counts:-did not come to its end}"
exit $result
