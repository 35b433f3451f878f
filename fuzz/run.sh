#!/bin/sh
# Fuzzes every target for a while: sh fuzz/run.sh [SECONDS [TARGET...]]
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- decoder session trace journal sgf sgf_tree gtp telnet cgos nngs learned knowledge net tournament lists config tutorial pages

# The wire's targets want the bytes themselves, not their hex form.
seeds=fuzz/corpus/seeds
mkdir -p "$seeds/wire"
for file in fixtures/traces/*.txt fixtures/traces/handmade/*.txt fixtures/matches/*.txt; do
    octal=$(grep -oE '([0-9A-Fa-f]{2}:){3}[0-9A-Fa-f]{2}' "$file" | tr ':' '\n' |
        while read -r byte; do printf '\\%03o' "0x$byte"; done)
    # shellcheck disable=SC2059 # the format is the bytes
    printf "$octal" >"$seeds/wire/$(basename "$file" .txt)"
done

# Requests to the server of pages: an address, and a body.
mkdir -p "$seeds/requests"
request() {
    printf '%s\n%s' "$2" "$3" >"$seeds/requests/$1"
}
request game 'POST /api/games' '{"against":"computer","size":7,"level":0,"color":"black"}'
request two 'POST /api/games' '{"against":"person","size":9,"color":"white","handicap":3,"minutes":5}'
request move 'POST /api/seat/00000000000000000000000000000001/move' '{"moves":0,"point":"D4"}'
request record 'POST /api/record' '(;SZ[9];B[ee]C[a](;W[cc])(;W[gc];B[]))'
request ask 'POST /api/record/ask?what=groups&node=1&line=E5,pass' '(;SZ[9];B[cc];W[gg])'
request written 'POST /api/record/written' '{"moves":[{"parent":1,"color":"white","point":"E5"}],"comments":[{"node":0,"text":"a]"}]}
(;SZ[9];B[cc])'
request kept 'GET /api/archive/a.sgf' ''
request curve 'GET /api/archive/a.sgf/curve?from=0' ''
request other 'GET /api/archive/..%2Fsecret.txt' ''

for target in "$@"; do
    case $target in
        decoder | session | telnet) from="$seeds/wire" ;;
        trace) from="fixtures/traces fixtures/traces/handmade fixtures/matches" ;;
        journal) from=fixtures/journals ;;
        sgf | sgf_tree) from="fixtures/sgf fixtures/finished" ;;
        gtp) from=fixtures/gtp ;;
        cgos) from=fixtures/cgos ;;
        nngs) from=fixtures/nngs ;;
        learned) from=fixtures/learned ;;
        knowledge | net) from=data ;;
        tournament) from=fixtures/tournament ;;
        lists) from=fixtures/lists ;;
        tutorial) from=crates/faces/data/tutorial ;;
        config) from=fixtures/config ;;
        pages) from="$seeds/requests" ;;
        *) echo "no such target: $target" >&2; exit 2 ;;
    esac
    mkdir -p "fuzz/corpus/$target"
    # shellcheck disable=SC2086 # the folders are words
    cargo +nightly fuzz run "$target" "fuzz/corpus/$target" $from -- \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048
done
