// The curve of a game: Black's chance to win after each move, with the moves that lost most.

import { GRADES } from "/board.js";
import { element, node } from "/shared.js";

const WIDTH = 320;
const HEIGHT = 96;

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
   * `part(from)` brings judged positions from there on, `go(number)` shows one, `turned(turn)` a turning point, `retry(turn)`
   * asks for it once more; `judged()` is called as more is known.
   */
  constructor(count, { part, go, turned, retry, judged }) {
    this.count = count;
    this.part = part;
    this.go = go ?? (() => {});
    this.turned = turned;
    this.retry = retry;
    this.judged = judged ?? (() => {});
    this.points = [];
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
    this.box = element("section", { class: "judged", hidden: true, "aria-label": "Curve of the game" },
      this.svg, this.words, turned && element("h2", {}, "Turning points"), this.turns, this.summary);
  }

  /** Asks for what is not known yet, part after part. */
  async load() {
    if (this.isLoading) return;
    this.isLoading = true;
    while (this.points.length <= this.count) {
      const judged = await this.part(this.points.length);
      if (!judged?.points.length) break;
      this.points.push(...judged.points);
      if (judged.points.some((point) => point)) this.box.hidden = false;
      if (this.turned && this.points.length > this.count) {
        this.drawTurns(judged.turns);
        this.drawSummary(judged.summary);
      }
      this.draw();
      this.judged();
    }
    this.isLoading = false;
    this.draw();
  }

  /** The game goes on from the position after `common` moves: those behind it are other ones now. */
  resize(count, common) {
    this.points.length = Math.min(this.points.length, common + 1);
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
    const here = this.points[this.at];
    const progress = this.isLoading && this.points.length <= this.count ? ` (looking at move ${this.points.length} of ${this.count} …)` : "";
    this.words.textContent = (here ? `After move ${this.at}: ${standing(here)}` : "") + progress;
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
    this.summary.replaceChildren(element("h2", {}, "The moves in sum"), ...lines.map((line) => element("p", {}, line)));
  }

  drawTurns(turns) {
    this.told = turns;
    const item = (turn) => element("li", {},
      element("button", { class: "quiet", onclick: () => this.turned(turn) }, turn.sentence.split(" Better:")[0]),
      this.retry && element("button", { class: "quiet", onclick: () => this.retry(turn), "aria-label": `Try move ${turn.number} again` }, "Try it again"));
    const none = element("li", { class: "waiting" }, "Nothing turned: no move changed who wins, nor lost much while the game was open.");
    this.turns.replaceChildren(...(turns.length ? turns.map(item) : [none]));
  }
}
