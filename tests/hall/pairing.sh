#!/bin/sh
# Time and memory of pairing many players: every round of a Swiss between N players whose moves are lots.
#   sh tests/hall/pairing.sh PROGRAM FOLDER PLAYERS ROUNDS
set -eu
program=$(realpath "$1")
mkdir -p "$2"
cd "$2"
{
    printf 'name = "%s players"\nsize = 3\ntime = "1m"\nformat = "swiss"\nrounds = %s\nseed = 1\n' "$3" "$4"
    seq "$3" | sed 's/.*/[[player]]\nname = "&"\nplays = "random"/'
} >"many$3.toml"
round=1
while [ "$round" -le "$4" ]; do
    /usr/bin/time -f "round $round of $3 players: %U s of processor time, %M kB" "$program" tournament pair "many$3.toml" >/dev/null
    # A worker writes no pages between its games.
    "$program" tournament run "many$3.toml" --worker 1/1 --quiet >/dev/null
    "$program" tournament run "many$3.toml" --merge >/dev/null
    round=$((round + 1))
done
