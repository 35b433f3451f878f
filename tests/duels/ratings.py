#!/usr/bin/env python3
"""Fits the rating list of `sgmp-go duel --merge DIR...` by another method: python3 tests/duels/ratings.py DIR...

SGMP_GO names the program (sgmp-go unless it is set). The strengths are found by plain gradient steps on the logarithm of
the posterior (Bradley and Terry 1952; a drawn game of each player against one of strength 0), the intervals from second
differences of that function. Needs Python alone. It reads games.jsonl itself, and knows players by name: name them alike in
all folders, and no two of one name.
"""

import json
import math
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ELO = 400 / math.log(10)


def read(folders):
    """Games between every two names: points of the first, games."""
    seen, score = set(), defaultdict(lambda: [0.0, 0.0])
    for folder in folders:
        words = json.dumps(json.loads((Path(folder) / "duel.json").read_text())["words"], sort_keys=True)
        for file in sorted(Path(folder).glob("games*.jsonl")):
            for line in file.read_text().splitlines():
                game = json.loads(line)
                if (words, game["game"]) in seen:
                    continue
                seen.add((words, game["game"]))
                black, white = game["names"]
                points = {"black": 1.0, "white": 0.0}.get(game["winner"], 0.5)
                one, other = sorted([black, white])
                entry = score[one, other]
                entry[0] += points if one == black else 1 - points
                entry[1] += 1
    return score


def posterior(strength, score):
    value = sum(-math.log1p(math.exp(-s)) / 2 - math.log1p(math.exp(s)) / 2 for s in strength.values())
    for (one, other), (points, games) in score.items():
        lead = strength[one] - strength[other]
        value -= points * math.log1p(math.exp(-lead)) + (games - points) * math.log1p(math.exp(lead))
    return value


def fit(score):
    names = sorted({name for pair in score for name in pair})
    strength = dict.fromkeys(names, 0.0)
    most = max(sum(games for pair, (_, games) in score.items() if name in pair) for name in names)
    step = 2.0 / (most + 1)
    for _ in range(200_000):
        slope = {name: 0.5 - 1 / (1 + math.exp(-s)) for name, s in strength.items()}
        for (one, other), (points, games) in score.items():
            surplus = points - games / (1 + math.exp(strength[other] - strength[one]))
            slope[one] += surplus
            slope[other] -= surplus
        for name in names:
            strength[name] += step * slope[name]
        if max(abs(value) for value in slope.values()) < 1e-9:
            break
    return strength


def margins(strength, score):
    names, h = list(strength), 1e-3

    def at(**moved):
        return posterior({name: value + moved.get(name, 0) for name, value in strength.items()}, score)

    n = len(names)
    bend = [[0.0] * n for _ in range(n)]
    for i, one in enumerate(names):
        for j, other in enumerate(names[: i + 1]):
            if i == j:
                second = (at(**{one: h}) - 2 * at() + at(**{one: -h})) / h**2
            else:
                second = (at(**{one: h, other: h}) - at(**{one: h, other: -h}) - at(**{one: -h, other: h}) + at(**{one: -h, other: -h})) / (4 * h**2)
            bend[i][j] = bend[j][i] = -second
    wide = []
    for i in range(n):
        # The variance of a strength less the mean of all: solve for that combination.
        want = [(1.0 if k == i else 0.0) - 1 / n for k in range(n)]
        rows = [row[:] + [want[k]] for k, row in enumerate(bend)]
        for column in range(n):
            pivot = max(range(column, n), key=lambda row: abs(rows[row][column]))
            rows[column], rows[pivot] = rows[pivot], rows[column]
            for row in range(n):
                if row != column:
                    factor = rows[row][column] / rows[column][column]
                    rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
        solved = [rows[k][n] / rows[k][k] for k in range(n)]
        wide.append(ELO * 1.959964 * math.sqrt(sum(a * b for a, b in zip(want, solved))))
    return dict(zip(names, wide))


def main(folders):
    told = subprocess.run([os.environ.get("SGMP_GO", "sgmp-go"), "duel", "--merge", *folders, "--json"], check=True, capture_output=True, text=True)
    lists = json.loads(told.stdout)["lists"]
    score, worst = read(folders), 0.0
    for players in lists:
        names = {player["name"] for player in players}
        own = {pair: games for pair, games in score.items() if set(pair) <= names}
        strength = fit(own)
        mean, wide = sum(strength.values()) / len(strength), margins(strength, own)
        for player in players:
            name = player["name"]
            elo = ELO * (strength[name] - mean)
            apart = max(abs(elo - player["elo"]), abs(wide[name] - player["elo_margin95"]))
            worst = max(worst, apart)
            print(f"{name}: {player['elo']:+.3f} ± {player['elo_margin95']:.3f}, here {elo:+.3f} ± {wide[name]:.3f}")
    print(f"at most {worst:.4f} Elo points apart")
    sys.exit(0 if worst < 0.1 else 1)


if __name__ == "__main__":
    main(sys.argv[1:]) if len(sys.argv) > 1 else print(__doc__)
