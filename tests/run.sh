#!/bin/sh
# Every test of the project: sh tests/run.sh [what `cargo test --workspace` takes]
#
# Some tests play against GNU Go, across a socat cable, or under valgrind. What is missing of these is
# installed from the packages of Debian or Ubuntu, by sudo if need be.
set -eu
cd "$(dirname "$0")/.."

missing=
[ -x /usr/games/gnugo ] || missing="$missing gnugo"
command -v socat >/dev/null 2>&1 || missing="$missing socat"
command -v valgrind >/dev/null 2>&1 || missing="$missing valgrind"

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
        echo "tests/run.sh: missing:$missing; install them (GNU Go as /usr/games/gnugo)" >&2
        exit 1
    fi
    echo "installing:$missing"
    three_times as_root apt-get update -qq
    # shellcheck disable=SC2086 # the list is made of words
    three_times as_root apt-get install -y -qq --no-install-recommends $missing
fi

exec cargo test --workspace "$@"
