"""Recomputes events of people: starts, handicaps, sums and places, from their files and the games alone.

    python3 recompute.py EVENT.toml ...

The formulas are those of OpenGotha's help ("Placement settings", "Handicap settings") and of the EGF's tournament system rules;
nothing is shared with the program. Ends with 1 where something differs, and says what.
"""

import json
import re
import sys
import tomllib
from fractions import Fraction as F

CRITERIA = ("macmahon", "wins", "sos", "sos-1", "sos-2", "sosos", "sodos")
LISTS = {"macmahon": "macmahon,sos,sodos", "kgs": "wins,sos,sodos", "fjk": None}


def steps(rank):
    """Steps above 30 kyu."""
    number, letter = int(rank[:-1]), rank[-1].lower()
    return 30 - number if letter == "k" else 29 + number


def rank_of(player):
    if "rank" in player:
        return steps(player["rank"])
    if "rating" in player:
        # 2100 is 1 dan, and a rank has 100 points around its own.
        return max(0, min(38, (player["rating"] + 950) // 100))
    return None


def start_of(plan, player, is_macmahon):
    if not is_macmahon:
        return F(0)
    if "start" in player:
        return F(player["start"])
    rank = rank_of(player)
    low = steps(plan["floor"]) if "floor" in plan else 0
    high = steps(plan["bar"]) if "bar" in plan else 38
    rank = min(max(rank, low), high)
    groups = [[steps(word) for word in group.split("-")] for group in plan.get("groups", [])]
    # Every rank is a step of its own, but those of a group together are one.
    return F(sum(1 for r in range(rank) if not any(a <= r < b for a, b in groups))) if not any(
        a < rank <= b for a, b in groups
    ) else F(sum(1 for r in range([a for a, b in groups if a < rank <= b][0]) if not any(a <= r < b for a, b in groups)))


def points(result):
    """Black's and White's."""
    if result[0] in "BW" and "+" in result:
        return (F(1), F(0)) if result[0] == "B" else (F(0), F(1))
    return F(1, 2), F(1, 2)


class Event:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.plan = tomllib.load(file)
        with open(path[: -len(".toml")] + "/standings.json") as file:
            self.said = json.load(file)
        self.players = {player["name"]: player for player in self.plan["player"]}
        words = self.plan.get("tie_breaks", "macmahon" if "bar" in self.plan or "floor" in self.plan else "fjk")
        self.list = [word.strip() for word in (LISTS.get(words) or words).split(",")]
        self.is_macmahon = "macmahon" in self.list
        self.start = {name: start_of(self.plan, player, self.is_macmahon) for name, player in self.players.items()}
        self.rounds = self.said["rounds"]
        self.absent = set(re.findall(r"(\S.*?) is absent in round (\d+)", "\n".join(self.said["notes"])))
        self.wrong = []

    def unplayed(self, name, number):
        """Points of a round without a game; None of a round with one."""
        rnd = self.rounds[number - 1]
        if any(name in (game["black"], game["white"]) for game in rnd["games"]):
            return None
        if rnd["bye"] == name:
            return F(str(self.plan.get("bye", 1)))
        if (name, str(number)) in self.absent or self.players[name].get("from_round", 1) > number:
            return F(str(self.plan.get("absence", 0)))
        return F(0)

    def wins(self, name, before=10**6):
        total = F(0)
        for rnd in self.rounds:
            if rnd["round"] >= before:
                break
            free = self.unplayed(name, rnd["round"])
            total += free or 0
            for game in rnd["games"]:
                if game["status"] == "over" and name in (game["black"], game["white"]):
                    total += points(game["result"])[0 if game["black"] == name else 1]
        return total

    def score(self, name, before=10**6):
        return self.wins(name, before) + self.start[name]

    def opponents(self, name):
        """(score as SOS takes it, opponent or None, own points, plain score) a round."""
        for rnd in self.rounds:
            if self.unplayed(name, rnd["round"]) is not None:
                yield (self.start[name] if self.is_macmahon else F(0)), None, F(0), F(0)
                continue
            for game in rnd["games"]:
                if name not in (game["black"], game["white"]) or game["status"] != "over":
                    continue
                is_black = game["black"] == name
                other = game["white" if is_black else "black"]
                stones = game["handicap"] if self.is_macmahon else 0
                own = points(game["result"])[0 if is_black else 1]
                yield self.score(other) + (-stones if is_black else stones), other, own, self.score(other)

    def sums(self, name):
        met = list(self.opponents(name))
        scores = sorted(score for score, _, _, _ in met)
        rounds = len(self.rounds)

        def sos(who):
            return sum((score for score, _, _, _ in self.opponents(who)), F(0))

        idle = self.start[name] * rounds if self.is_macmahon else F(0)
        return {
            "wins": self.wins(name),
            "macmahon": self.score(name),
            "sos": sum(scores, F(0)),
            "sos-1": sum(scores[1:], F(0)),
            "sos-2": sum(scores[2:], F(0)),
            "sosos": sum((idle if other is None else sos(other) for _, other, _, _ in met), F(0)),
            "sodos": sum((plain * own for _, other, own, plain in met if other), F(0)),
        }

    def check_handicaps(self):
        kind = self.plan.get("handicap", "none")
        for rnd in self.rounds:
            for game in rnd["games"]:
                black, white = game["black"], game["white"]
                if kind == "none":
                    right = 0
                else:
                    plain = {
                        "rank": lambda name: F(rank_of(self.players[name])),
                        "mms": lambda name: self.score(name, rnd["round"]),
                    }[kind]
                    bar = self.plan.get("handicap_bar")
                    strength = (lambda name: min(plain(name), F(steps(bar)))) if bar else plain
                    difference = abs(strength(black) - strength(white)) // 1
                    right = difference + self.plan.get("handicap_correction", 0) if difference > 0 else 0
                    right = max(0, min(self.plan.get("handicap_maximum", 9), right))
                    if right and strength(black) >= strength(white):
                        self.wrong.append((black, "has Black and is not the weaker"))
                komi = self.plan.get("handicap_komi", 0.5) if right else self.plan.get("komi", 5.5)
                if (game["handicap"], game["komi"]) != (right, komi):
                    self.wrong.append((black, white, game["handicap"], game["komi"], "right", right, komi))

    def check(self):
        self.check_handicaps()
        sums = {name: self.sums(name) for name in self.players}
        keys = [key for key in self.list if key in CRITERIA]
        out = {row["name"] for row in self.said["standings"] if row["disqualified"]}
        order = lambda name: [-sums[name][key] for key in keys]
        for row in self.said["standings"]:
            name = row["name"]
            for key in keys:
                if F(str(row[key])) != sums[name][key]:
                    self.wrong.append((name, key, row[key], "right", float(sums[name][key])))
            ahead = [other for other in self.players if other not in out and order(other) < order(name)]
            place = None if name in out else 1 + len(ahead)
            if row["place"] != place:
                self.wrong.append((name, "place", row["place"], "right", place))
        return self.wrong


def main(paths):
    faults = 0
    for path in paths:
        event = Event(path)
        wrong = event.check()
        games = sum(len(rnd["games"]) for rnd in event.rounds)
        stones = sum(1 for rnd in event.rounds for game in rnd["games"] if game["handicap"])
        print(f"{path}: {len(event.players)} players, {games} games, {stones} with a handicap:", wrong or "as recomputed")
        faults += bool(wrong)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
