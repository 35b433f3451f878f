#!/bin/sh
# Makes runs of docs/evolution.md again, with the nets that they kept:
#   sh data/evolution/make.sh FOLDER [RUN...]
# RUN is one of a-1 a-random b-1 a-short a-random-short b-short a-openings; without one, all of them. The program is
# sgmp-go, or what SGMP_GO names. Stopped, the same words go on. Each run's table is held against the one here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=${SGMP_GO:-sgmp-go}
[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "$0"; exit 2; }
out=$1
shift
[ $# -ge 1 ] || set -- a-1 a-random b-1 a-short a-random-short b-short a-openings

# Minutes on one core of a 2024 machine, by "Speed" in docs/evolution.md.
minutes() {
    case $1 in
        a-1 | a-random) echo 10 ;;
        b-1) echo 72 ;;
        a-short | a-random-short) echo 5 ;;
        b-short) echo 12 ;;
        a-openings) echo 9 ;;
        *) echo "no run is called $1: there are a-1 a-random b-1 a-short a-random-short b-short a-openings" >&2; exit 2 ;;
    esac
}

# evolve NAME CONFIG SEED [OPTION...]
evolve() {
    name=$1 config=$2 seed=$3
    shift 3
    "$program" evolve "$here/../../configs/paper-$config.toml" --seed "$seed" --out "$out/$name" "$@"
    if cut -d, -f1-13,16 "$out/$name/generations.csv" | cmp -s - "$out/.table"; then
        echo "$name: as published"
    else
        echo "$name: its table is not the published one" >&2
        exit 1
    fi
}

made() {
    gzip -dc "$here/generations/$1.csv.gz" > "$out/.table"
    evolve "$@"
}

# several NAME CONFIG LAST [OPTION...]: with seeds 1 to LAST
several() {
    stem=$1 kind=$2 last=$3
    shift 3
    for number in $(seq "$last"); do
        made "$stem-$number" "$kind" "$number" --generations 1000 --set keep_every=100 "$@"
    done
}

all=0
for run in "$@"; do
    all=$((all + $(minutes "$run")))
done
echo "$*: some $all minutes on one core, less on more"
mkdir -p "$out"
for run in "$@"; do
    echo "$run: some $(minutes "$run") minutes on one core"
    case $run in
        a-1) made a-1 a 1 ;;
        a-random) made a-random a 1 --set variation.kind=random --set 'name=A, by chance' ;;
        b-1) made b-1 b 1 ;;
        a-short) several a-short a 10 --set 'name=A, 1,000' ;;
        a-random-short) several a-random a 10 --set variation.kind=random --set 'name=A, by chance, 1,000' ;;
        b-short) several b-short b 10 --set 'name=B, 1,000' ;;
        a-openings)
            several a-openings a 2 --set fitness.random_plies=4 --set fitness.openings=4 --set 'name=A, openings'
            ;;
    esac
done
rm -f "$out/.table"
