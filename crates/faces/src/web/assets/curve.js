// The curve of a game: Black's chance to win after each move, with the moves that lost most.

import { GRADES } from "/board.js";
import { element, node } from "/shared.js";

const WIDTH = 320;
const HEIGHT = 96;
/** Milliseconds between two looks at what is known, while parts are awaited. */
const KNOWN_EVERY = 2000;
/** Parts in a row that did not come, until no more is asked for, and milliseconds until the next one is. */
const MAX_MISSED = 4;
const AGAIN_AFTER = 2000;
/** Numbers of moves in a sentence: "move 59", "moves 67, 77 and 80". */
const NUMBERS = /(\bmoves? \d+(?:(?:, | and )\d+)*)/;

/** Black's chance and lead in words. */
export function standing({ win, lead }) {
  const chance = `Black's chance ${Math.max(1, Math.min(99, Math.round(100 * win)))} %`;
  if (lead === null) return chance;
  const points = Math.abs(lead).toFixed(1);
  const ahead = points === "0.0" ? "even" : `${lead > 0 ? "Black" : "White"} ${points} ahead`;
  return `${chance} · ${ahead}`;
}

export class Curve {
  /**
   * `part(from)` brings judged positions from there on, `known()` at once what is known, `go(number)` shows one, `lead(number)` too
   * and leads to it, `turned(turn)` shows a turning point, `retry(turn, button)` asks for it once more; `judged()` is called as more
   * is known.
   */
  constructor(count, { part, known, go, lead, turned, retry, judged }) {
    this.count = count;
    this.part = part;
    this.known = known;
    this.go = go ?? (() => {});
    this.lead = lead;
    this.turned = turned;
    this.retry = retry;
    this.judged = judged ?? (() => {});
    this.points = [];
    /** True while the turning points are looked at closely. */
    this.isClose = false;
    this.missed = 0;
    /** Positions that `part` has brought. */
    this.seen = 0;
    this.told = [];
    this.at = 0;
    this.svg = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      this.go(Math.round((event.clientX - box.left) / box.width * this.count));
    });
    this.words = element("p", { class: "standing" });
    this.turns = element("ol", { class: "turns" });
    this.summary = element("div", { class: "summary", hidden: true });
    // Where turning points come, the block has its room from the start: nothing below it moves.
    this.box = element("section", { class: turned ? "judged whole" : "judged", hidden: !turned, "aria-label": "Curve of the game" },
      this.svg, this.words, turned && element("h2", {}, "Turning points"), this.turns);
  }

  /** Asks for what is not known yet, part after part. */
  async load() {
    if (this.isLoading) return;
    this.isLoading = true;
    this.draw();
    if (this.known) this.followKnown();
    while (this.seen <= this.count) {
      const judged = await this.part(this.seen);
      if (!judged && this.missed++ < MAX_MISSED) {
        // The program may be started anew.
        await new Promise((go) => setTimeout(go, AGAIN_AFTER * 2 ** this.missed));
        continue;
      }
      if (!judged?.points.length) break;
      this.missed = 0;
      this.points.splice(this.seen, judged.points.length, ...judged.points);
      if (judged.goes_on) {
        this.isClose = true;
        this.drawNews();
        continue;
      }
      this.seen += judged.points.length;
      if (this.isClose) await this.takeKnown((number, point) => { this.points[number] = point; });
      if (this.turned && this.seen > this.count) {
        this.drawTurns(judged.turns);
        this.drawSummary(judged.summary);
      }
      this.drawNews();
    }
    this.isLoading = false;
    this.draw();
  }

  /** Shows what is known already, and whether another record is looked at first, until all parts have come. */
  async followKnown() {
    while (this.isLoading && this.seen <= this.count) {
      const isKnown = await this.takeKnown((number, point) => { this.points[number] ??= point; });
      if (!isKnown || !this.isLoading) return;
      this.drawNews();
      await new Promise((go) => setTimeout(go, KNOWN_EVERY));
    }
  }

  /** Takes in what is known; false where nothing comes. */
  async takeKnown(take) {
    const known = await this.known();
    if (!known) return false;
    this.waits = known.waits;
    known.points.forEach((point, number) => { if (point) take(number, point); });
    return true;
  }

  drawNews() {
    if (this.points.some((point) => point)) this.box.hidden = false;
    this.draw();
    this.judged();
  }

  /** How far the search is. */
  progress() {
    if (!this.isLoading || this.seen > this.count) return "";
    if (this.isClose && !this.waits) return "Looking closely at the turning points …";
    return this.waits ? "Waiting: another record is looked at." : `Looking at move ${this.seen} of ${this.count} …`;
  }

  /** The game goes on from the position after `common` moves: those behind it are other ones now. */
  resize(count, common) {
    this.points.length = Math.min(this.points.length, common + 1);
    this.seen = Math.min(this.seen, common + 1);
    this.count = count;
    this.at = count;
    this.draw();
    this.load();
  }

  show(number) {
    this.at = number;
    this.draw();
  }

  draw() {
    const x = (number) => number / Math.max(1, this.count) * WIDTH;
    const y = (win) => 4 + (1 - win) * (HEIGHT - 8);
    const known = this.points.map((point, number) => point && [x(number), y(point.win)]).filter(Boolean);
    this.tellStanding();
    if (!known.length) return this.svg.replaceChildren();
    const line = known.map(([left, top]) => `${left.toFixed(1)} ${top.toFixed(1)}`).join("L");
    const end = known[known.length - 1][0];
    this.svg.replaceChildren(
      node("path", { class: "below", d: `M0 ${HEIGHT}L${line}L${end} ${HEIGHT}Z` }),
      node("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      node("path", { class: "win", d: `M${line}` }),
      ...this.points.flatMap((point, number) => point?.loss?.sign
        ? [node("path", { class: `mark ${GRADES[point.loss.sign]}`, d: `M${x(number)} ${y(point.win)}v0.01` })] : []),
      node("path", { class: "now", d: `M${x(this.at)} 0V${HEIGHT}` }));
  }

  tellStanding() {
    const here = this.points[this.at];
    const told = [here && `After move ${this.at}: ${standing(here)}.`, this.progress()];
    this.words.textContent = told.filter(Boolean).join(" ");
    if (this.turned && !this.turns.childElementCount) {
      this.turns.replaceChildren(element("li", { class: "waiting" }, "They are told when the whole game has been looked at."));
    }
  }

  /** The sign of what a move lost, by its number; empty where it lost little, or is not known. */
  signOf(number) {
    return this.points[number]?.loss?.sign ?? "";
  }

  drawSummary(lines) {
    this.summary.hidden = lines.length === 0;
    this.summary.replaceChildren(element("h2", {}, "The moves in sum"), ...lines.map((line) => element("p", {}, ...this.linked(line))));
  }

  /** A sentence whose numbers of moves lead there. */
  linked(line) {
    const link = (number) => element("a", { href: `#m${number}`, onclick: (event) => {
      event.preventDefault();
      this.lead(Number(number));
    } }, number);
    return line.split(NUMBERS).flatMap((part, i) =>
      i % 2 ? part.split(/(\d+)/).map((word, j) => j % 2 ? link(word) : word) : [part]);
  }

  drawTurns(turns) {
    this.told = turns;
    const item = (turn) => element("li", {},
      element("button", { class: "quiet", onclick: () => this.turned(turn) }, turn.sentence.split(" Better:")[0]),
      this.retry && element("button", { class: "quiet", onclick: (event) => this.retry(turn, event.currentTarget), "aria-label": `Try move ${turn.number} again` }, "Try it again"));
    const none = element("li", { class: "waiting" }, "Nothing turned: no move changed who wins, nor lost much while the game was open.");
    this.turns.replaceChildren(...(turns.length ? turns.map(item) : [none]));
  }
}
