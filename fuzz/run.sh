#!/bin/sh
# Fuzzes every target for a while: sh fuzz/run.sh [SECONDS [TARGET...]]
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- decoder session trace journal sgf sgf_tree gtp telnet learned knowledge net tournament config tutorial

# The wire's targets want the bytes themselves, not their hex form.
seeds=fuzz/corpus/seeds
mkdir -p "$seeds/wire"
for file in fixtures/traces/*.txt fixtures/traces/handmade/*.txt fixtures/matches/*.txt; do
    octal=$(grep -oE '([0-9A-Fa-f]{2}:){3}[0-9A-Fa-f]{2}' "$file" | tr ':' '\n' |
        while read -r byte; do printf '\\%03o' "0x$byte"; done)
    # shellcheck disable=SC2059 # the format is the bytes
    printf "$octal" >"$seeds/wire/$(basename "$file" .txt)"
done

for target in "$@"; do
    case $target in
        decoder | session | telnet) from="$seeds/wire" ;;
        trace) from="fixtures/traces fixtures/traces/handmade fixtures/matches" ;;
        journal) from=fixtures/journals ;;
        sgf | sgf_tree) from="fixtures/sgf fixtures/finished" ;;
        gtp) from=fixtures/gtp ;;
        learned) from=fixtures/learned ;;
        knowledge | net) from=data ;;
        tournament) from=fixtures/tournament ;;
        tutorial) from=data/tutorial ;;
        config) from=fixtures/config ;;
        *) echo "no such target: $target" >&2; exit 2 ;;
    esac
    mkdir -p "fuzz/corpus/$target"
    # shellcheck disable=SC2086 # the folders are words
    cargo +nightly fuzz run "$target" "fuzz/corpus/$target" $from -- \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048
done
