#!/bin/sh
# Two whole matches against GNU Go through real serial drivers: sh tests/uart/run.sh
#
# Debian's kernel runs in QEMU with our program; GNU Go sits at the host's end of the lines. What is
# played and what is demanded stands in tests/uart/README.md. Exit code 0 if all of it held, else 1.
set -eu
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
triple=x86_64-unknown-linux-gnu
# PROGRAM names one that is built already: linked statically, as with a musl target.
program=${PROGRAM:-$target/$triple/release/sgmp-go}
gnugo=${GNUGO:-$(PATH=$PATH:/usr/games command -v gnugo || echo /usr/games/gnugo)}
# Emulated machines on a busy computer are slow; nothing here takes nearly as long.
patience=${PATIENCE:-600}

# Its number is its own, as an FTDI chip's is: QEMU would make one of the socket that it is in.
adapter=usb-serial,id=adapter,chardev=usb,serial=A6008isP

mkdir -p "$target/uart"
cache=$(cd "$target/uart" && pwd)
console=$cache/console.txt
work=$(mktemp -d)
running=

main() {
    trap clean_up EXIT
    trap 'exit 1' INT TERM HUP
    install_packages
    fetch_kernel
    build_program
    pack_initramfs
    start_machine
    start_opponent uart 9
    start_opponent usb 7
    await '=== uart ended'
    passed "the match on /dev/ttyS1 was played to its end"
    pull_adapter_twice
    await '=== bye'
    passed "the match on /dev/ttyUSB0 was played to its end"
    judge uart
    judge usb
}

clean_up() {
    for process in $running; do
        kill "$process" 2>/dev/null || true
    done
    wait
    rm -rf "$work"
}

passed() {
    echo "PASS $*"
}

failed() {
    echo "FAIL $*"
    cat "$work/qemu.log" 2>/dev/null || true
    echo "the end of the guest's console ($console):"
    tail -n 40 "$console" 2>/dev/null || true
    exit 1
}

# --- what is needed

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

install_packages() {
    missing=
    command -v qemu-system-x86_64 >/dev/null 2>&1 || missing="$missing qemu-system-x86"
    [ -x /bin/busybox ] || missing="$missing busybox-static"
    command -v cpio >/dev/null 2>&1 || missing="$missing cpio"
    command -v socat >/dev/null 2>&1 || missing="$missing socat"
    [ -x "$gnugo" ] || missing="$missing gnugo"
    [ -n "$missing" ] || return 0
    as_root apt-get update -qq
    # shellcheck disable=SC2086 # the list is made of words
    as_root apt-get install -y -qq --no-install-recommends $missing
}

# Debian's kernel package, unpacked and not installed; it is kept for the next time.
fetch_kernel() {
    [ -e "$cache/kernel/boot" ] && return 0
    package=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: //p' | head -n 1)
    [ -n "$package" ] || failed "apt-get knows no linux-image-amd64 (apt-get update?)"
    (cd "$work" && apt-get download -qq "$package")
    rm -rf "$cache/kernel.new"
    dpkg-deb -x "$work/$package"_*.deb "$cache/kernel.new"
    mv "$cache/kernel.new" "$cache/kernel"
}

# One file that needs nothing of the guest's. With a target named, macros are still built as ever.
build_program() {
    [ -z "${PROGRAM:-}" ] || return 0
    RUSTFLAGS='-C target-feature=+crt-static' \
        cargo build --quiet --release --bin sgmp-go --target "$triple"
}

pack_initramfs() {
    mkdir -p "$work/root/bin" "$work/root/modules"
    cp /bin/busybox "$work/root/bin/"
    cp "$program" "$work/root/bin/sgmp-go"
    cp tests/uart/init "$work/root/init"
    chmod 755 "$work/root/init"
    for module in usb-common usbcore xhci-hcd xhci-pci usbserial ftdi_sio; do
        find "$cache/kernel/lib/modules" -name "$module.ko" -exec cp {} "$work/root/modules/" \;
        [ -e "$work/root/modules/$module.ko" ] || failed "the kernel package has no $module.ko"
    done
    (cd "$work/root" && find . | cpio -o -H newc --quiet) >"$work/initramfs"
}

# --- the machine and the two lines

# The first serial port is the guest's console, the second the 16550A under test.
start_machine() {
    : >"$console"
    qemu-system-x86_64 -accel tcg -m 256 -display none -no-reboot -nodefaults \
        -kernel "$cache"/kernel/boot/vmlinuz-* -initrd "$work/initramfs" \
        -append 'console=ttyS0,115200 quiet panic=-1' \
        -monitor "unix:$work/monitor,server=on,wait=off" \
        -chardev "file,id=console,path=$console" -serial chardev:console \
        -chardev "socket,id=uart,path=$work/uart,server=on,wait=off" -serial chardev:uart \
        -chardev "socket,id=usb,path=$work/usb,server=on,wait=off" \
        -device qemu-xhci -device "$adapter" 2>"$work/qemu.log" &
    machine=$!
    running="$running $machine"
}

# start_opponent LINE SIZE: GNU Go as White at the host's end, on a raw pseudo terminal.
start_opponent() {
    until [ -S "$work/$1" ]; do
        kill -0 "$machine" 2>/dev/null || failed "the machine did not start"
        sleep 0.1
    done
    words="--mode sgmp --color white --boardsize $2 --komi 5.5 --level 1 --seed 1 --quiet"
    socat "UNIX-CONNECT:$work/$1" \
        "EXEC:$gnugo $words --outfile $work/$1-gnugo.sgf,pty,raw,echo=0,stderr" \
        >"$work/$1-gnugo.log" 2>&1 &
    running="$running $!"
}

# Between a move of the opponent's and our answer: no frame is on its way, and ours falls due while
# there is no line. GNU Go sends nothing twice, so what is lost here is lost for ever.
pull_adapter_twice() {
    await '=== usb begins'
    await_in_usb '^  4  White'
    monitor 'device_del adapter'
    await_in_usb 'the line is down' 1
    sleep 3
    plug_in_adapter
    await_in_usb 'the line is back' 1
    passed "the adapter was pulled and put back in mid-game, and the match went on"
    await '=== a stranger holds /dev/ttyUSB0'
    await_in_usb '^ *\(8\|10\)  White'
    monitor 'device_del adapter'
    await_in_usb 'the line is down' 2
    plug_in_adapter
    await_in_usb 'the line is back' 2
    await '=== the adapter is /dev/ttyUSB1'
    passed "it came back as /dev/ttyUSB1, was found, and the match went on"
}

# The guest may know of the pull before the machine has let go of the adapter: until then it refuses
# another of that name.
plug_in_adapter() {
    while
        monitor "device_add $adapter"
        tail -n 4 "$work/monitor.log" | grep -q 'Duplicate'
    do
        sleep 0.5
    done
}

monitor() {
    echo "$1" | socat -t 1 - "UNIX-CONNECT:$work/monitor" >>"$work/monitor.log"
}

# --- what the guest says

# What the guest has printed, without the terminal's carriage returns.
said() {
    tr -d '\r' <"$console"
}

said_of_usb() {
    said | sed -n '/^=== usb begins/,$p'
}

# await PATTERN [TIMES]
await() {
    await_from said "$@"
}

await_in_usb() {
    await_from said_of_usb "$@"
}

await_from() {
    waited=0
    until [ "$("$1" | grep -c -- "$2")" -ge "${3:-1}" ]; do
        kill -0 "$machine" 2>/dev/null || {
            # Its last words may have come between the two looks.
            [ "$("$1" | grep -c -- "$2")" -ge "${3:-1}" ] && return 0
            failed "the machine ended without saying: $2"
        }
        [ "$waited" -lt "$((patience * 5))" ] || failed "not said in $patience s: $2"
        waited=$((waited + 1))
        sleep 0.2
    done
}

# --- the end

# The moves of a record on standard input, one a line.
moves() {
    tr -d '\n' | grep -o ';[BW]\[[a-t]*\]' | sed 's/\[tt\]/[]/'
}

# judge NAME: the exit code, the result, and the two sides' records.
judge() {
    said | grep -q "^=== $1 ended with code 0\$" || failed "$1: the program's exit code is not 0"
    said | sed -n "/^=== $1 record/,/^=== $1 end of record/p" | grep -v '^===' >"$work/$1.sgf"
    result=$(grep -o 'RE\[[^]]*\]' "$work/$1.sgf") || failed "$1: the record has no result"
    moves <"$work/$1.sgf" >"$work/$1.moves"
    moves <"$work/$1-gnugo.sgf" >"$work/$1-gnugo.moves"
    count=$(wc -l <"$work/$1.moves")
    [ "$count" -ge 10 ] || failed "$1: $count moves are no game"
    tail -n 2 "$work/$1.moves" | grep -q '\[[a-s]' && failed "$1: the game does not end by two passes"
    # GNU Go adds a third pass to the two, and only to them.
    head -n "$count" "$work/$1-gnugo.moves" | cmp -s - "$work/$1.moves" ||
        failed "$1: the records differ: $(diff "$work/$1.moves" "$work/$1-gnugo.moves" | head -n 5)"
    tail -n +"$((count + 1))" "$work/$1-gnugo.moves" | grep -q '\[[a-s]' &&
        failed "$1: GNU Go has moves that our record lacks"
    cp "$work/$1.sgf" "$work/$1-gnugo.sgf" "$cache/"
    passed "$1: exit code 0, $result, $count moves, the same in both sides' records"
}

main
