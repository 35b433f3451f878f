#!/bin/sh
# A whole Swiss of eight players, five rounds on 9x9, unattended: three levels of ours, GNU Go by GTP at two levels, GNU Go by
# the Standard Go Modem Protocol, a USENIX program, lots. The hall is killed ten times on the way, a program made to crash and one
# to hang. Prints what it looks for, and ends with 0 if all of it is there.
#   sh tests/hall/show.sh PROGRAM FOLDER
set -eu
program=$(realpath "$1")
mkdir -p "$2"
cd "$2"
folder=$PWD
gnugo=${GNUGO:-/usr/games/gnugo}
levels=${LEVELS:-3 6 9}
# shellcheck disable=SC2086 # three words
set -- $levels

# GNU Go behind a filter that ends it, or falls asleep, at its fifth move while a file is there.
cat >fails.sh <<'END'
moves=0
while IFS= read -r line; do
    case $line in *genmove*) moves=$((moves + 1)) ;; esac
    if [ "$moves" -eq 5 ] && [ -e "$1" ]; then
        [ "$2" = crash ] && exit
        sleep 120
    fi
    printf '%s\n' "$line"
done | "$3" --mode gtp --level "$4"
END
touch crash hang

cat >show.toml <<END
name = "The eight of the hall"
place = "a hall without people"
date = "2000-05-21"
size = 9
komi = 5.5
time = "5m"
format = "swiss"
rounds = 5
colors = "balanced"
seed = 1
concurrency = 2
[[player]]
name = "Level $1"
plays = "level:$1"
[[player]]
name = "Level $2"
plays = "level:$2"
[[player]]
name = "Level $3"
plays = "level:$3"
[[player]]
name = "GNU Go 1"
author = "the GNU Go team"
plays = "gtp:sh $folder/fails.sh $folder/crash crash $gnugo 1"
[[player]]
name = "GNU Go 8"
author = "the GNU Go team"
plays = "gtp:sh $folder/fails.sh $folder/hang hang $gnugo 8"
[[player]]
name = "GNU Go by line"
author = "the GNU Go team"
plays = "sgmp:exec:$gnugo --mode sgmp --quiet --color {color} --boardsize {size} --komi {komi} --level 3"
[[player]]
name = "Salt Lake"
plays = "usenix:$program usenix --level 4 --size {size} --komi={komi} --color {color}"
[[player]]
name = "Lots"
plays = "random"
END

ended() { grep -ao '"kind":"game-ended"' show/event.journal 2>/dev/null | wc -l; }
settle() {
    # Each of them fails once.
    if grep -aq '"why":"GNU Go 1: ' show/event.journal; then rm -f crash; fi
    if grep -aq '"why":"GNU Go 8: ' show/event.journal; then rm -f hang; fi
}
kills=0
while [ "$kills" -lt 10 ]; do
    "$program" tournament run show.toml --quiet --jobs 2 >>run.log 2>&1 &
    hall=$!
    # In the midst of a game, after one more than the last time.
    while kill -0 "$hall" 2>/dev/null && [ "$(ended)" -le "$kills" ]; do sleep 1; done
    sleep $((1 + kills % 3))
    kill -9 "$hall" 2>/dev/null || break
    wait "$hall" 2>/dev/null || true
    kills=$((kills + 1))
    echo "killed $kills times, $(ended) games are over"
    settle
done
while :; do
    "$program" tournament run show.toml --one-round >>run.log 2>&1 || { tail -5 run.log; exit 1; }
    settle
    if "$program" tournament status show.toml | grep -q 'The event is over'; then break; fi
done

all=$(grep -ao '"kind":"game-ended","round":[0-9]*,"board":[0-9]*' show/event.journal | wc -l)
once=$(grep -ao '"kind":"game-ended","round":[0-9]*,"board":[0-9]*' show/event.journal | sort -u | wc -l)
echo "$kills kills, $all games, $once of them different"
[ "$all" = 20 ] && [ "$once" = 20 ]
if [ -e crash ] || [ -e hang ]; then echo "nothing crashed, or nothing hung"; exit 1; fi
echo "a program crashed and a program hung, and both lost those games"
"$program" tournament audit show/standings.csv | tail -1
"$program" tournament submit show/records | tail -1
cat show/crosstable.txt show/report.txt
