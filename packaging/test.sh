#!/bin/sh
# Tries what packaging/build.sh has made in dist/, on systems that have never seen Rust: sh packaging/test.sh [PART ...]
#
#   linux          the static program: self-test, and a match with itself over a pty
#   linux-arm64    the same under qemu-user
#   windows        under wine: bench, a game in lines, a page, matches with the Linux program over TCP and over a COM port
#   deb            lintian; installed, run, upgraded, played over a pty against the static program, and purged in a fresh Debian made by
#                  mmdebstrap; where no such may be made, unpacked and run
#   deb-arm64      lintian; unpacked and run under qemu-user with Debian's libc for arm64
#   package        every crate packs below the registry's limit
#
# Root, for chroots, or sudo. What is missing of Debian's packages is installed.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
dist=$root/dist
work=$(mktemp -d)
# Whatever was started or mounted ends with it; nothing that is mounted still is removed with the folder.
clean_up() {
    # shellcheck disable=SC2046 # several numbers
    kill $(jobs -p) 2>/dev/null || true
    for mounted in "$work/debian/dev/pts" "$work/debian/proc"; do
        mountpoint -q "$mounted" && as_root umount "$mounted"
    done
    rm -rf --one-file-system "$work"
}
trap clean_up EXIT
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
parts=${*:-linux linux-arm64 windows deb deb-arm64 package}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# needs COMMAND PACKAGE...
needs() {
    command -v "$1" >/dev/null 2>&1 && return
    shift
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"
}

say() {
    printf '%s\n' "--- $*"
}

fail() {
    printf 'FAIL: %s\n' "$*" >&2
    exit 1
}

# The static program for this machine, unpacked: what the others play against.
linux_program() {
    [ -x "$work/linux/sgmp-go" ] || {
        mkdir -p "$work/linux"
        tar --directory="$work/linux" --strip-components=1 -xf "$dist/sgmp-go-$version-linux-x86_64.tar.xz"
    }
    echo "$work/linux/sgmp-go"
}

# signature PROGRAM...: of a short bench, which is the same wherever the program plays the same.
signature() {
    "$@" bench --playouts 200 2>/dev/null | tr -d '\r' | sed -n 's/.*signature[: ]*\([0-9a-f]\{16\}\).*/\1/p' | head -1
}

# same_game ONE TWO: both sides' records.
same_game() {
    "$(linux_program)" compare "$1" "$2" || fail "the records differ"
}

test_linux() {
    program=$(linux_program)
    ldd "$program" 2>&1 | grep -q "statically linked\|not a dynamic" || fail "$program is not static"
    "$program" loopback --size 9 >"$work/loopback.log" 2>&1 || { cat "$work/loopback.log"; fail "loopback"; }
    say "linux: loopback passes, bench $(signature "$program")"
}

test_linux_arm64() {
    needs qemu-aarch64-static qemu-user-static
    mkdir -p "$work/arm64"
    tar --directory="$work/arm64" --strip-components=1 -xf "$dist/sgmp-go-$version-linux-aarch64.tar.xz"
    program="qemu-aarch64-static $work/arm64/sgmp-go"
    $program --version | head -1
    # shellcheck disable=SC2086 # two words
    arm=$(signature $program)
    here=$(signature "$(linux_program)")
    [ -n "$arm" ] && [ "$arm" = "$here" ] || fail "bench: $here here, $arm under qemu"
    say "linux-arm64: bench $arm, as on this machine"
    # qemu-user has no calls for terminals (ENOSYS): a match over TCP, as on Windows.
    listen arm64 17778
    # shellcheck disable=SC2086 # two words
    $program --port tcp:127.0.0.1:17778 --color black --size 9 --time 5m --quiet --no-config --level 3 --sgf "$work/tcp-arm64.sgf" \
        >"$work/tcp-other.log" 2>&1 || { cat "$work/tcp-other.log"; fail "the match over TCP under qemu"; }
    same_game_as_listener arm64 "$work/tcp-arm64.sgf"
    say "linux-arm64: a match over TCP"
}

# listen NAME PORT: this machine's program waits there for a match over TCP, as White.
listen() {
    "$(linux_program)" --port "tcp-listen:127.0.0.1:$2" --color white --size 9 --time 5m --quiet --no-config --level 3 \
        --sgf "$work/listen-$1.sgf" >"$work/listen-$1.log" 2>&1 &
    listener=$!
    sleep 1
}

# same_game_as_listener NAME RECORD
same_game_as_listener() {
    wait "$listener" || { cat "$work/listen-$1.log"; fail "the match over TCP, here"; }
    same_game "$work/listen-$1.sgf" "$2"
}

# Wine 8 has no bcryptprimitives.dll, which Rust's library wants: for these tests alone one is laid beside the program.
windows_program() {
    [ -e "$work/windows/sgmp-go.exe" ] && return
    needs wine wine wine64
    needs unzip unzip
    needs x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
    unzip -q "$dist/sgmp-go-$version-windows-x86_64.zip" -d "$work"
    mv "$work/sgmp-go-$version-windows-x86_64" "$work/windows"
    x86_64-w64-mingw32-gcc -shared -O2 -o "$work/windows/bcryptprimitives.dll" packaging/windows/bcryptprimitives.c -ladvapi32
    export WINEPREFIX="$work/wine" WINEDEBUG=-all WINEARCH=win64
    wineboot --init >/dev/null 2>&1
}

windows() {
    (cd "$work/windows" && wine ./sgmp-go.exe "$@")
}

test_windows() {
    windows_program
    ours=$(signature "$(linux_program)")
    theirs=$(cd "$work/windows" && signature wine ./sgmp-go.exe)
    [ -n "$ours" ] && [ "$ours" = "$theirs" ] || fail "bench: $ours here, $theirs under wine"
    say "windows: bench $theirs, as on Linux"
    windows loopback --size 9 >"$work/loopback.log" 2>&1 || { cat "$work/loopback.log"; fail "loopback under wine"; }
    say "windows: loopback passes"
    printf 'E5\npass\nresign\nyes\n' | windows play --plain --size 9 --level 0 --no-config >"$work/play.log" 2>&1 || true
    grep -q "E5" "$work/play.log" || { cat "$work/play.log"; fail "no game in lines"; }
    say "windows: a game in lines"
    test_windows_page
    test_windows_tcp
    test_windows_com
    test_windows_programs
}

test_windows_page() {
    windows serve --no-browser --listen 127.0.0.1:18420 >"$work/serve.log" 2>&1 &
    for _ in $(seq 50); do
        curl -fs http://127.0.0.1:18420/ >"$work/page.html" 2>/dev/null && break
        sleep 0.2
    done
    wineserver -k || true
    grep -q "<html" "$work/page.html" || { cat "$work/serve.log"; fail "no page"; }
    say "windows: a page is served"
}

test_windows_tcp() {
    listen windows 17777
    windows --port tcp:127.0.0.1:17777 --color black --size 9 --time 2m --quiet --no-config --level 3 --sgf tcp.sgf \
        >"$work/tcp-windows.log" 2>&1 || { cat "$work/tcp-windows.log"; fail "the match over TCP"; }
    same_game_as_listener windows "$work/windows/tcp.sgf"
    say "windows: a match over TCP"
}

# COM5 is one end of a cable of two pseudo terminals. The program under wine is killed in the middle, and goes on.
test_windows_com() {
    needs socat socat
    socat "pty,raw,echo=0,link=$work/a" "pty,raw,echo=0,link=$work/b" &
    cable=$!
    sleep 1
    ln -sf "$work/a" "$WINEPREFIX/dosdevices/com5"
    "$(linux_program)" --port "$work/b" --color white --size 9 --time 3m --quiet --no-config --level 3 \
        --sgf "$work/com-linux.sgf" >"$work/com-linux.log" 2>&1 &
    linux=$!
    windows --port COM5 --color black --size 9 --time 3m --no-config --plain --level 3 --move-time 300ms --sgf com.sgf \
        >"$work/com-windows.log" 2>&1 &
    for _ in $(seq 300); do
        [ "$(grep -c "Black" "$work/com-windows.log" || true)" -gt 6 ] && break
        sleep 0.2
    done
    pkill -KILL -f 'sgmp-go.exe --port COM5' || fail "there was nothing to kill"
    sleep 2
    windows --resume com.journal --port COM5 --away free --no-config --quiet >"$work/com-resumed.log" 2>&1 ||
        { cat "$work/com-windows.log" "$work/com-resumed.log"; fail "the match over COM5"; }
    wait "$linux" || { cat "$work/com-linux.log"; fail "the match over COM5, on Linux"; }
    kill "$cable"
    same_game "$work/com-linux.sgf" "$work/windows/com.sgf"
    say "windows: a match over COM5, killed and resumed"
}

# Programs behind pipes: a duel, and an engine in a match of its own.
test_windows_programs() {
    windows duel --games 2 --size 9 --no-config ours:level=0 'gtp:sgmp-go.exe gtp --level 0 --no-config' \
        >"$work/duel.log" 2>&1 || { cat "$work/duel.log"; fail "the duel"; }
    say "windows: a duel with a program"
}

# in_chroot COMMAND...
in_chroot() {
    as_root chroot "$work/debian" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb DEBIAN_FRONTEND=noninteractive "$@"
}

# A match over a cable of two pseudo terminals: the installed program against the static one.
test_deb_match() {
    needs socat socat
    socat "pty,raw,echo=0,link=$work/c" "pty,raw,echo=0,link=$work/d" &
    cable=$!
    sleep 1
    "$(linux_program)" --port "$work/d" --color white --size 9 --time 2m --quiet --no-config --level 3 \
        --sgf "$work/deb-linux.sgf" >"$work/deb-linux.log" 2>&1 &
    linux=$!
    in_chroot sgmp-go --port "$(readlink "$work/c")" --color black --size 9 --time 2m --quiet --no-config --level 3 \
        --sgf /root/deb.sgf >"$work/deb.log" 2>&1 || { cat "$work/deb.log"; fail "the match over a pty, in the chroot"; }
    wait "$linux" || { cat "$work/deb-linux.log"; fail "the match over a pty, here"; }
    kill "$cable"
    same_game "$work/deb-linux.sgf" "$work/debian/root/deb.sgf"
    say "deb: a match over a pty against the static program"
}

test_deb() {
    deb=$(ls "$dist"/sgmp-go_*_amd64.deb)
    needs lintian lintian
    lintian --fail-on error "$deb" || fail "lintian"
    say "deb: lintian has no error"
    needs mmdebstrap mmdebstrap
    if ! as_root mmdebstrap --variant=minbase bookworm "$work/debian" >"$work/debian.log" 2>&1; then
        say "deb: no chroot can be made here ($(tail -1 "$work/debian.log")): unpacked and run"
        dpkg-deb -x "$deb" "$work/unpacked"
        "$work/unpacked/usr/bin/sgmp-go" loopback --size 9
        return
    fi
    as_root mount -t proc proc "$work/debian/proc" || true
    # The pseudo terminals of this machine: one end of a cable lies there, one here.
    as_root mount --bind /dev/pts "$work/debian/dev/pts" || true
    as_root ln -sf pts/ptmx "$work/debian/dev/ptmx"
    # The version before: the same files under a lower number.
    dpkg-deb -R "$deb" "$work/older"
    sed -i 's/^Version: .*/Version: 0.0.1/' "$work/older/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$work/older" "$work/older.deb" >/dev/null
    as_root cp "$deb" "$work/debian/root/sgmp-go.deb"
    as_root cp "$work/older.deb" "$work/debian/root/older.deb"
    in_chroot apt-get install -y -qq --no-install-recommends /root/older.deb >"$work/apt.log" 2>&1 || { cat "$work/apt.log"; fail "install"; }
    in_chroot apt-get install -y -qq --no-install-recommends /root/sgmp-go.deb >"$work/apt.log" 2>&1 || { cat "$work/apt.log"; fail "upgrade"; }
    in_chroot sgmp-go --version | head -2
    in_chroot sgmp-go loopback --size 9 >"$work/loopback.log" 2>&1 || { cat "$work/loopback.log"; fail "loopback in the chroot"; }
    test_deb_match
    in_chroot apt-get purge -y -qq sgmp-go >"$work/apt.log" 2>&1 || { cat "$work/apt.log"; fail "purge"; }
    left=$(in_chroot find / -xdev -name '*sgmp-go*' -not -path '/root/*' -not -path '/tmp/*' | head -5)
    [ -z "$left" ] || fail "the purge leaves $left"
    say "deb: installed, upgraded, played and purged in a fresh Debian"
}

test_deb_arm64() {
    deb=$(ls "$dist"/sgmp-go_*_arm64.deb)
    needs lintian lintian
    lintian --fail-on error "$deb" || fail "lintian"
    needs qemu-aarch64-static qemu-user-static
    [ -e /usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1 ] || needs no-such-command libc6-arm64-cross
    dpkg-deb -x "$deb" "$work/deb-arm64"
    arm=$(signature qemu-aarch64-static -L /usr/aarch64-linux-gnu "$work/deb-arm64/usr/bin/sgmp-go")
    here=$(signature "$(linux_program)")
    [ -n "$arm" ] && [ "$arm" = "$here" ] || fail "bench: $here here, $arm under qemu"
    say "deb-arm64: lintian has no error; bench $arm, as on this machine"
}

# The registry takes 10 MiB.
test_package() {
    cargo package --workspace --no-verify --allow-dirty --quiet
    for crate in "${CARGO_TARGET_DIR:-target}"/package/*.crate; do
        bytes=$(stat -c %s "$crate")
        [ "$bytes" -lt 10485760 ] || fail "$crate has $bytes bytes"
        printf '%9d %s\n' "$bytes" "$(basename "$crate")"
    done
    say "package: each crate is below 10 MiB"
}

for part in $parts; do
    case $part in
    linux) test_linux ;;
    linux-arm64) test_linux_arm64 ;;
    windows) test_windows ;;
    deb) test_deb ;;
    deb-arm64) test_deb_arm64 ;;
    package) test_package ;;
    *) echo "packaging/test.sh: no such part: $part (see its head)" >&2 && exit 2 ;;
    esac
done
say "all of it holds: $parts"
