#!/bin/sh
# Packs runs of `sgmp-go evolve` and the report on them for the repository:
#   sh data/evolution/pack.sh REPORT RUN...
# Seconds, moves and leaves are left out: docs/evolution.md does not rest on them.
set -eu
here=$(dirname "$0")
report=$1
shift
mkdir -p "$here/generations"
cp "$report/nets.csv" "$report/pairs.csv" "$here/"
for run in "$@"; do
    cut -d, -f1-13,16 "$run/generations.csv" | gzip -9n > "$here/generations/$(basename "$run").csv.gz"
done
