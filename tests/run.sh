#!/bin/sh
# Every test of the project: sh tests/run.sh [what `cargo test --workspace` takes]
#
# The checks of the source and the documents come first: they compile nothing of the program. The rest are the unit tests
# and the examples of all crates and the tests of the whole program. Some of these play against GNU Go, across a socat
# cable, on a terminal of tmux, under valgrind, or in Chromium. What is missing of these is installed from the packages of
# Debian or Ubuntu, by sudo if need be; after that no test may be left out. `cargo test --workspace` leaves out what it
# cannot run, and says so (TESTING.md).
set -eu
cd "$(dirname "$0")/.."

cargo test -p sgmp-house

missing=
# Debian's folder of games is not in root's PATH.
PATH=$PATH:/usr/games
command -v "${GNUGO:-gnugo}" >/dev/null 2>&1 || missing="$missing gnugo"
command -v socat >/dev/null 2>&1 || missing="$missing socat"
command -v tmux >/dev/null 2>&1 || missing="$missing tmux"
command -v valgrind >/dev/null 2>&1 || missing="$missing valgrind"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
command -v chromedriver >/dev/null 2>&1 || missing="$missing chromium-driver"

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

# Package servers have bad moments: three times, then it is an error.
three_times() {
    for wait in 5 15 0; do
        if "$@"; then
            return 0
        fi
        echo "failed: $*" >&2
        sleep "$wait"
    done
    return 1
}

if [ -n "$missing" ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "tests/run.sh: missing:$missing; install them, or name GNU Go in GNUGO" >&2
        exit 1
    fi
    echo "installing:$missing"
    three_times as_root apt-get update -qq
    # shellcheck disable=SC2086 # the list is made of words
    three_times as_root apt-get install -y -qq --no-install-recommends $missing
fi

export SGMP_NO_SKIP=1
# The longest tests wait for a line most of their time: twice as many at once as a small machine has
# cores takes a third off the whole.
export RUST_TEST_THREADS="${RUST_TEST_THREADS:-5}"

# cargo-nextest runs the tests of all binaries side by side, in two thirds of the time, but no documentation tests.
if [ "$#" -eq 0 ] && command -v cargo-nextest >/dev/null 2>&1; then
    cargo nextest run --workspace --exclude sgmp-house --test-threads "$RUST_TEST_THREADS"
    exec cargo test --workspace --exclude sgmp-house --doc
fi
exec cargo test --workspace --exclude sgmp-house "$@"
