// The curve of a game: Black's chance to win after each move, with the moves that lost most.

import { element } from "/shared.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 320;
const HEIGHT = 96;
/** Turning points that are listed, and the points that one has to lose. */
const MAX_TURNS = 5;
const MIN_LOSS = 2;

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** Black's chance and lead in words. */
export function standing({ win, lead }) {
  const points = Math.abs(lead).toFixed(1);
  const ahead = points === "0.0" ? "even" : `${lead > 0 ? "Black" : "White"} ${points} ahead`;
  return `Black wins ${Math.round(100 * win)} % · ${ahead}`;
}

export class Curve {
  /** `part(from)` brings judged positions from there on, `go(number)` shows one. */
  constructor(nodes, count, { part, go }) {
    this.nodes = nodes;
    this.count = count;
    this.part = part;
    this.go = go;
    this.points = [];
    this.at = 0;
    this.svg = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      this.go(Math.round((event.clientX - box.left) / box.width * this.count));
    });
    this.words = element("p", { class: "standing" });
    this.turns = element("ol", { class: "turns" });
    this.box = element("section", { class: "judged", hidden: true, "aria-label": "Curve of the game" },
      this.svg, this.words, this.turns);
  }

  /** Asks for the whole curve, part after part. */
  async load() {
    while (this.points.length <= this.count) {
      const judged = await this.part(this.points.length);
      if (!judged?.points.length || !judged.points[0]) break;
      this.points.push(...judged.points);
      this.box.hidden = false;
      this.draw();
    }
    this.isDone = true;
    this.draw();
  }

  show(number) {
    this.at = number;
    this.draw();
  }

  draw() {
    const x = (number) => number / Math.max(1, this.count) * WIDTH;
    const y = (win) => 4 + (1 - win) * (HEIGHT - 8);
    const known = this.points.map((point, number) => point && [x(number), y(point.win)]).filter(Boolean);
    const line = known.map(([left, top]) => `${left.toFixed(1)} ${top.toFixed(1)}`).join("L");
    const end = known.length ? known[known.length - 1][0] : 0;
    this.svg.replaceChildren(
      node("path", { class: "below", d: `M0 ${HEIGHT}L${line}L${end} ${HEIGHT}Z` }),
      node("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      node("path", { class: "win", d: `M${line}` }),
      node("path", { class: "now", d: `M${x(this.at)} 0V${HEIGHT}` }));
    const here = this.points[this.at];
    const progress = this.isDone ? "" : ` (judging move ${this.points.length} of ${this.count} …)`;
    this.words.textContent = (here ? `After move ${this.at}: ${standing(here)}` : "") + progress;
    this.drawTurns();
  }

  drawTurns() {
    const turns = this.losses().sort((a, b) => b.loss - a.loss).slice(0, MAX_TURNS);
    const key = turns.map(({ number }) => number).join();
    if (key === this.listed) return;
    this.listed = key;
    this.turns.replaceChildren(...turns.map(({ number, color, point, loss }) => element("li", {},
      element("button", { class: "quiet", onclick: () => this.go(number) },
        `Move ${number}, ${capital(color)} ${point}: ${loss.toFixed(0)} points lost`))));
  }

  /** Moves that cost their side points. */
  losses() {
    const lost = [];
    for (let number = 1; number < this.points.length; number++) {
      const [before, after] = [this.points[number - 1], this.points[number]];
      const { color, point } = this.nodes[number];
      if (!before || !after || !color) continue;
      const loss = (before.lead - after.lead) * (color === "black" ? 1 : -1);
      if (loss >= MIN_LOSS) lost.push({ number, color, point, loss });
    }
    return lost;
  }
}
