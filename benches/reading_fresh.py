#!/usr/bin/env python3
"""Asks sgmp-go and GNU Go the same questions about fresh positions, by GTP.

Games between GNU Go at several levels and sgmp-go at its levels 0 to 6 are played here, or taken from a folder of
records; after 30, 50 and 70 % of their moves, groups and strings are drawn by chance and asked about. Where the two answers differ
and one of them names a move, a sample is played out: the move is played, and both sides go on with what
each program answers to the opposite question, until one finds nothing more to do; then GNU Go's and
sgmp-go's last word are noted.

usage: benches/reading_fresh.py SGMP_GO GNUGO [--games 200] [--questions 2000] [--sample 100]
                                [--effort 200000] [--size 19] [--seed 1] [--records FOLDER] [--part 1/16]
                                [--seconds 600]
"""

import argparse
import collections
import pathlib
import random
import re
import statistics
import subprocess
import sys
import time

COLUMNS = "ABCDEFGHJKLMNOPQRST"
VERBS = ["attack", "defend", "owl_attack", "owl_defend"]
OPPOSITE = {"attack": "defend", "defend": "attack", "owl_attack": "owl_defend", "owl_defend": "owl_attack"}
MOVES_PLAYED_OUT = 30


class Program:
    """A program that speaks GTP."""

    def __init__(self, words):
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, line):
        """The answer's lines, and whether it is one ("=") or a refusal."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            text = self.process.stdout.readline()
            if not text:
                raise SystemExit(f"a program ended at {line!r}")
            if text.strip():
                lines.append(text.strip())
            elif lines:
                break
        return lines[0].startswith("="), [lines[0].lstrip("=? ")] + lines[1:]

    def position(self, size, moves):
        self.ask(f"boardsize {size}")
        self.ask("clear_board")
        for color, vertex in moves:
            self.ask(f"play {color} {vertex}")

    def end(self):
        self.process.kill()
        self.process.wait()


def game(chance, arguments):
    """The moves of a game between two players drawn by chance."""
    words = []
    for _ in range(2):
        if chance.random() < 0.5:
            words.append([arguments.gnugo, "--mode", "gtp", "--quiet", "--level", str(chance.choice([0, 1, 2, 4]))])
        else:
            words.append([arguments.sgmp_go, "gtp", "--level", str(chance.randrange(7))])
        words[-1] += ["--seed", str(chance.randrange(1 << 20))]
    players = [Program(line) for line in words]
    for player in players:
        player.position(arguments.size, [])
    moves, passes, most = [], 0, 220 * arguments.size**2 // 361
    while passes < 2 and len(moves) < most:
        turn = len(moves) % 2
        color = "bw"[turn]
        ok, lines = players[turn].ask(f"genmove {color}")
        vertex = lines[0].split()[0].upper()
        if not ok or vertex == "RESIGN":
            break
        players[1 - turn].ask(f"play {color} {vertex}")
        passes = passes + 1 if vertex == "PASS" else 0
        moves.append((color, vertex))
    for player in players:
        player.end()
    return moves


def recorded(path, size):
    """The moves of a record's main line."""
    moves = []
    for color, place in re.findall(r";([BW])\[([a-s]{2})?\]", path.read_text(errors="replace")):
        vertex = COLUMNS[ord(place[0]) - 97] + str(size - (ord(place[1]) - 97)) if place else "PASS"
        moves.append((color.lower(), vertex))
    return moves


def answer(program, question):
    """The code, the move, and whether it is decided; None for a refusal."""
    ok, lines = program.ask(question)
    if not ok:
        return None
    words = lines[0].split()
    return int(words[0]), (words[1].upper() if len(words) > 1 else None), len(lines) == 1


def play_out(programs, arguments, moves, verb, stone, owner, first):
    """Plays an answer out from both sides. Returns the side that has its way by each program's word."""
    line = list(moves)
    asks = verb
    mover = owner if verb.endswith("defend") else "wb"["wb".index(owner) ^ 1]
    vertex = first
    for _ in range(MOVES_PLAYED_OUT):
        for program in programs.values():
            ok, _ = program.ask(f"play {mover} {vertex}")
            if not ok:
                return None
        line.append((mover, vertex))
        mover = "b" if mover == "w" else "w"
        asks = OPPOSITE[asks]
        told = {name: answer(program, f"{asks} {stone}") for name, program in programs.items()}
        # A refusal: the stones are gone.
        if any(it is None for it in told.values()):
            return "attacker"
        works = [name for name, (code, move, _) in told.items() if code != 0 and move not in (None, "PASS")]
        if not works or any(move == "PASS" for _, move, _ in told.values()):
            is_attack = asks.endswith("attack")
            has_way = any(code != 0 for code, _, _ in told.values())
            return "attacker" if is_attack == has_way else "defender"
        vertex = told[works[0]][1]
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sgmp_go")
    parser.add_argument("gnugo")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--effort", type=int, default=200000)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=pathlib.Path, help="take the games from the SGF files of this folder")
    parser.add_argument("--part", default="1/1", help="use the K-th of N parts of the records: K/N")
    parser.add_argument("--seconds", type=float, default=1e9, help="ask no more after this time, nor play out after one and a half")
    arguments = parser.parse_args()
    begun = time.monotonic()
    chance = random.Random(arguments.seed)
    records = sorted(arguments.records.glob("*.sgf")) if arguments.records else []
    chance.shuffle(records)
    part, parts = map(int, arguments.part.split("/"))
    records = records[part - 1 :: parts]
    chance.seed(f"{arguments.seed} {part}")
    programs = {
        "sgmp-go": Program([arguments.sgmp_go, "gtp", "--effort", str(arguments.effort)]),
        "gnugo": Program([arguments.gnugo, "--mode", "gtp", "--quiet"]),
    }
    a_game = -(-arguments.questions // arguments.games)
    asked, alike, same_move, open_ = (collections.Counter() for _ in range(4))
    times = collections.defaultdict(list)
    differ = []
    games = len(records[: arguments.games]) if arguments.records else arguments.games
    for number in range(games):
        if time.monotonic() > begun + arguments.seconds:
            break
        moves = recorded(records[number], arguments.size) if records else game(chance, arguments)
        for question in range(a_game):
            part = moves[: len(moves) * (30, 50, 70)[question % 3] // 100]
            for program in programs.values():
                program.position(arguments.size, part)
            owner = chance.choice("bw")
            stones = programs["gnugo"].ask("list_stones " + {"b": "black", "w": "white"}[owner])[1]
            stones = " ".join(stones).split()
            if not stones:
                continue
            stone, verb = chance.choice(stones), VERBS[question % len(VERBS)]
            question_words = f"{verb} {stone}"
            before = time.monotonic()
            ours = answer(programs["sgmp-go"], question_words)
            taken = time.monotonic() - before
            theirs = answer(programs["gnugo"], question_words)
            if ours is None or theirs is None:
                continue
            times[verb].append(taken)
            asked[verb] += 1
            open_[verb] += not ours[2]
            if (ours[0] != 0) == (theirs[0] != 0):
                alike[verb] += 1
                same_move[verb] += ours[1] == theirs[1]
            else:
                differ.append((part, verb, stone, owner, ours, theirs))
        print(f"{sum(asked.values())} asked, {len(differ)} differ", file=sys.stderr, flush=True)
    for verb in VERBS:
        print(
            f"{verb:11} {asked[verb]:5} asked, {alike[verb]:5} alike, "
            f"{same_move[verb]:5} with the same move, {open_[verb]:5} not decided by sgmp-go, "
            f"{statistics.median(times[verb] or [0]):.3f} s in the median, {max(times[verb], default=0):.3f} s at most"
        )
    chance.shuffle(differ)
    right = collections.Counter()
    for part, verb, stone, owner, ours, theirs in differ[: arguments.sample]:
        if time.monotonic() > begun + 1.5 * arguments.seconds:
            break
        name, first = ("sgmp-go", ours[1]) if ours[0] != 0 else ("gnugo", theirs[1])
        other = "gnugo" if name == "sgmp-go" else "sgmp-go"
        if first in (None, "PASS"):
            right["nothing to play out"] += 1
            continue
        for program in programs.values():
            program.position(arguments.size, part)
        winner = play_out(programs, arguments, part, verb, stone, owner, first)
        if winner is None:
            right["open"] += 1
            continue
        asker = "attacker" if verb.endswith("attack") else "defender"
        right[name if winner == asker else other] += 1
    print("played out:", dict(right))
    for program in programs.values():
        program.end()


if __name__ == "__main__":
    main()
