// A Go board as SVG: drawn from a state, and asked for points by mouse, touch and keyboard.

import { element, node, tapsChosen } from "./shared.js";
import { HABITS } from "./habits.js";
import { SIZES } from "./sizes.js";

const CELL = 20;
const EDGE = 26;
/** The dot of a loss: with its edge, half a cell from the stone's middle at most. */
const LOSS = { aside: 5.3, radius: 4.4 };
/** A size of the table in the units of this drawing. */
const scaled = (size) => size * CELL / SIZES.step;
const COLUMNS = "ABCDEFGHJKLMNOPQRST";
/** The sign of what a move lost, and its name in the style. */
export const GRADES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
/** Points smaller than this on the screen are played by two taps. */
const SURE_TAP = 48;
let boards = 0;

function starPoints(size) {
  if (size < 7) return [];
  const near = size < 13 ? 2 : 3;
  const far = size - 1 - near;
  const corners = [[near, near], [near, far], [far, near], [far, far]];
  if (size % 2 === 0) return corners;
  const middle = (size - 1) / 2;
  if (size < 9) return [...corners, [middle, middle]];
  if (size < 13) return [...corners, [middle, middle]];
  return [...corners, [middle, middle], [near, middle], [far, middle], [middle, near], [middle, far]];
}

export function pointName(column, row, size) {
  return COLUMNS[column] + (size - row);
}

/** Column and row, from the top, of a point's name; null for a pass. */
export function place(name, size) {
  const found = /^([A-HJ-T])(\d+)$/.exec(name ?? "");
  if (!found) return null;
  return [COLUMNS.indexOf(found[1]), size - Number(found[2])];
}

/** Gives the board the keys, unless somebody writes or chooses elsewhere. */
function giveKeys() {
  if (document.activeElement?.closest("input, textarea, select, dialog")) return;
  document.querySelector("#board")?.focus({ preventScroll: true });
}

// Whoever presses buttons beside the board keeps its keys; where it is scrolled away, nobody looks at it.
document.addEventListener("click", (event) => {
  const box = document.querySelector("#board")?.getBoundingClientRect();
  const isSeen = box && box.top >= 0 && box.bottom <= innerHeight;
  if (isSeen && event.detail && event.target.closest?.("button")) setTimeout(giveKeys);
});

export class Board {
  /** `asked(name)` is called when a point is played or clicked; `spoken(text)` when the cursor moves. */
  constructor(holder, size, { asked, spoken, label }) {
    this.size = size;
    this.asked = asked ?? (() => {});
    this.spoken = spoken ?? (() => {});
    this.cells = ".".repeat(size * size);
    this.playable = null;
    this.mover = null;
    this.cursor = [(size - 1) >> 1, (size - 1) >> 1];
    this.armed = null;
    this.names = new Map();
    this.id = `b${++boards}`;
    const side = 2 * EDGE + (size - 1) * CELL;
    this.svg = node("svg", { viewBox: `0 0 ${side} ${side}`, class: "board" });
    this.svg.append(this.definitions(), this.wood(side), this.grid());
    if (HABITS.coordinates) this.svg.append(this.coordinates());
    for (const layer of ["shade", "stones", "marks", "ghost"]) {
      this[layer] = node("g", { class: layer });
      this.svg.append(this[layer]);
    }
    this.holder = holder;
    /** True once the keyboard was used: before that no cursor is shown. */
    this.keyed = false;
    holder.replaceChildren(this.svg);
    holder.setAttribute("tabindex", "0");
    holder.setAttribute("role", "application");
    holder.setAttribute("aria-roledescription", "Go board");
    holder.setAttribute("aria-label", label ?? `Go board, ${size} by ${size}. Arrow keys move the cursor, Enter plays.`);
    this.confirm = document.querySelector(".confirm");
    this.text = element("pre");
    document.querySelector(".as-text")?.remove();
    document.querySelector(".panel")?.append(element("details", { class: "as-text" }, element("summary", {}, "The board as text"), this.text));
    this.listen();
    giveKeys();
  }

  definitions() {
    const gradient = (id, stops) =>
      node("radialGradient", { id: `${this.id}${id}`, cx: "36%", cy: "30%", r: "72%" },
        ...stops.map(([offset, name]) => node("stop", { offset, class: name })));
    return node("defs", {},
      gradient("b", [["0", "black-light"], ["0.55", "black-mid"], ["1", "black-deep"]]),
      gradient("w", [["0", "white-light"], ["0.6", "white-mid"], ["1", "white-deep"]]),
      node("pattern", { id: `${this.id}grain`, width: 90, height: 46, patternUnits: "userSpaceOnUse" },
        ...[4, 13, 19, 30, 37, 43].map((y, i) => node("path", {
          class: i % 2 ? "grain" : "grain faint",
          d: `M0 ${y} C 20 ${y - 2 + i % 3}, 35 ${y + 3 - i % 2}, 50 ${y} S 75 ${y - 3 + i % 4}, 90 ${y}`,
        }))));
  }

  wood(side) {
    const whole = { width: side, height: side, rx: 5 };
    return node("g", {},
      node("rect", { ...whole, class: "wood" }),
      node("rect", { ...whole, fill: `url(#${this.id}grain)` }));
  }

  grid() {
    const last = EDGE + (this.size - 1) * CELL;
    let path = "";
    for (let i = 0; i < this.size; i++) {
      const at = EDGE + i * CELL;
      path += `M${at} ${EDGE}V${last}M${EDGE} ${at}H${last}`;
    }
    return node("g", {},
      node("path", { d: path, class: "lines" }),
      node("rect", { x: EDGE, y: EDGE, width: last - EDGE, height: last - EDGE, class: "frame" }),
      ...starPoints(this.size).map(([c, r]) =>
        node("circle", { cx: EDGE + c * CELL, cy: EDGE + r * CELL, r: scaled(SIZES.star), class: "star" })));
  }

  coordinates() {
    const group = node("g", { class: "coordinates", "aria-hidden": "true" });
    const far = 2 * EDGE + (this.size - 1) * CELL - 9;
    for (let i = 0; i < this.size; i++) {
      const at = EDGE + i * CELL;
      for (const edge of [9, far]) {
        group.append(node("text", { x: at, y: edge }, COLUMNS[i]));
        group.append(node("text", { x: edge, y: at }, String(this.size - i)));
      }
    }
    return group;
  }

  at(column, row) {
    return [EDGE + column * CELL, EDGE + row * CELL];
  }

  stone(color, column, row, extra = "") {
    const [x, y] = this.at(column, row);
    const group = node("g", { class: `stone ${extra}` });
    group.append(
      node("ellipse", { cx: x + 0.9, cy: y + 1.6, rx: 9.3, ry: 9.1, class: "shadow" }),
      node("circle", { cx: x, cy: y, r: scaled(SIZES.stone), fill: `url(#${this.id}${color})`, class: color === "b" ? "rim-b" : "rim-w" }));
    return group;
  }

  /**
   * Draws a position. `cells` has a letter a point from the top left (X, O or a dot); `last` is the last
   * move's name; `playable` has a + where the side to move may play; `dead`, `black`, `white` and `atari`
   * are lists of names; `labels` is a list of [name, text]; `owners` of [name, -1 to 1, Black's share]; `signs` of
   * [name, a mark of the record, or "wrong"]; `losses` of [name, sign of what the move there lost].
   */
  /** The board as letters, for whoever reads it line by line. */
  asText() {
    const letters = COLUMNS.slice(0, this.size).split("").join(" ");
    const rows = Array.from({ length: this.size }, (_, row) => {
      const number = String(this.size - row).padStart(2);
      return `${number} ${[...this.cells.slice(row * this.size, (row + 1) * this.size)].join(" ")} ${number}`;
    });
    return [`   ${letters}`, ...rows, `   ${letters}`, "X Black, O White"].join("\n");
  }

  draw({ cells, last, mover, playable, dead = [], black = [], white = [], atari = [], labels = [], owners = [], signs = [], losses = [] }) {
    this.cells = cells;
    this.text.textContent = this.asText();
    this.mover = mover ?? null;
    this.playable = playable ?? null;
    this.disarm();
    const lookup = (names) => new Set(names);
    const [isDead, isAtari] = [lookup(dead), lookup(atari)];
    const lastPlace = place(last, this.size);
    this.names.clear();
    this.stones.replaceChildren();
    this.marks.replaceChildren();
    this.shade.replaceChildren();
    // Below the crosses of dead stones.
    for (const [names, color] of [[black, "b"], [white, "w"]]) {
      for (const name of names) this.territory(name, color);
    }
    for (let i = 0; i < cells.length; i++) {
      if (cells[i] === ".") continue;
      const [column, row] = [i % this.size, Math.floor(i / this.size)];
      const name = pointName(column, row, this.size);
      const color = cells[i] === "X" ? "b" : "w";
      const fresh = lastPlace && lastPlace[0] === column && lastPlace[1] === row && this.lastDrawn !== `${last}${cells}`;
      this.stones.append(this.stone(color, column, row, (isDead.has(name) ? "dead " : "") + (fresh ? "fresh" : "")));
      if (isDead.has(name)) this.cross(column, row, color);
      if (isAtari.has(name)) this.note(name, "in atari");
      if (isAtari.has(name) && !isDead.has(name)) this.danger(column, row);
    }
    this.lastDrawn = `${last}${cells}`;
    for (const [name, share] of owners) this.owner(name, share);
    const isLabelled = labels.some(([name]) => name === last);
    if (lastPlace && this.color(...lastPlace) && !isLabelled) this.ring(...lastPlace);
    for (const [name, sign] of signs) this.sign(name, sign);
    for (const [name, text] of labels) this.label(name, text);
    for (const [name, sign] of losses) this.loss(name, sign);
    this.showCursor();
  }

  color(column, row) {
    const cell = this.cells[row * this.size + column];
    return cell === "." ? null : cell === "X" ? "b" : "w";
  }

  note(name, text) {
    this.names.set(name, [this.names.get(name), text].filter(Boolean).join(", "));
  }

  ring(column, row) {
    const [cx, cy] = this.at(column, row);
    this.marks.append(node("circle", { cx, cy, r: scaled(SIZES.last), "stroke-width": scaled(SIZES.markWidth), class: `last on-${this.color(column, row)}` }));
  }

  cross(column, row, color) {
    const [x, y] = this.at(column, row);
    this.note(pointName(column, row, this.size), "dead");
    this.marks.append(node("path", { d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8`, class: `cross on-${color}` }));
  }

  danger(column, row) {
    const [cx, cy] = this.at(column, row);
    this.marks.append(node("circle", { cx, cy, r: scaled(SIZES.stone), class: "danger" }));
  }

  territory(name, color) {
    const [x, y] = this.at(...place(name, this.size));
    this.note(name, color === "b" ? "Black's point" : "White's point");
    const side = scaled(SIZES.sure);
    this.marks.append(node("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 0.8, class: `point-${color}` }));
  }

  owner(name, share) {
    const [x, y] = this.at(...place(name, this.size));
    const side = 2.5 + 6 * Math.min(1, Math.abs(share));
    this.note(name, share > 0 ? "leans to Black" : "leans to White");
    this.marks.append(node("rect", {
      x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 0.8,
      class: share > 0 ? "point-b" : "point-w", "fill-opacity": (0.35 + 0.6 * Math.abs(share)).toFixed(2),
    }));
  }

  label(name, text) {
    const found = place(name, this.size);
    if (!found) return;
    const [x, y] = this.at(...found);
    const on = this.color(...found);
    this.note(name, text);
    if (!on) this.marks.append(node("circle", { cx: x, cy: y, r: scaled(SIZES.clearing), class: "plate" }));
    this.marks.append(node("text", { x, y, class: `label ${on ? `on-${on}` : ""}` }, text));
  }

  /** A mark of the record: triangle, square, circle, cross, or letters. */
  sign(name, sign) {
    const found = place(name, this.size);
    if (!found) return;
    if (sign.label !== undefined) return this.label(name, sign.label);
    const [x, y] = this.at(...found);
    const shapes = {
      triangle: `M${x} ${y - 5.6}l5 8.6h-10z`, square: `M${x - 4.2} ${y - 4.2}h8.4v8.4h-8.4z`,
      circle: `M${x - 4.8} ${y}a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0 -9.6 0`, cross: `M${x - 4} ${y - 4}l8 8m0-8l-8 8`,
    };
    if (sign === "wrong") return this.wrong(name, x, y);
    this.note(name, sign);
    this.marks.append(node("path", { d: shapes[sign], class: `sign on-${this.color(...found) ?? "wood"}` }));
  }

  /** A move that was tried and is wrong: the colored dot of the heaviest mistakes, with a cross. */
  wrong(name, x, y) {
    this.note(name, "wrong");
    this.marks.append(
      node("circle", { cx: x, cy: y, r: 6.4, class: "loss-dot blunder" }),
      node("path", { d: `M${x - 2.8} ${y - 2.8}l5.6 5.6m0-5.6l-5.6 5.6`, class: "wrong-cross" }));
  }

  /** A colored dot with the sign of what a move lost; it keeps within the move's own cell, off all that its neighbors have. */
  loss(name, sign) {
    const found = place(name, this.size);
    if (!found || !sign || !this.color(...found)) return;
    const [x, y] = this.at(...found);
    this.note(name, sign);
    this.marks.append(
      node("circle", { cx: x + LOSS.aside, cy: y - LOSS.aside, r: LOSS.radius, class: `loss-dot ${GRADES[sign]}` }),
      node("text", { x: x + LOSS.aside, y: y - LOSS.aside, class: "loss-sign" }, sign));
  }

  /** Shows letters for advice without drawing the position anew. */
  addLabels(labels) {
    for (const [name, text] of labels) this.label(name, text);
  }

  /** Column and row below a pointer; null beside the board. */
  below(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = (2 * EDGE + (this.size - 1) * CELL) / box.width;
    const column = Math.round(((event.clientX - box.left) * scale - EDGE) / CELL);
    const row = Math.round(((event.clientY - box.top) * scale - EDGE) / CELL);
    const inside = (n) => n >= 0 && n < this.size;
    return inside(column) && inside(row) ? [column, row] : null;
  }

  mayPlay(column, row) {
    return this.playable !== null && this.playable[row * this.size + column] === "+";
  }

  listen() {
    this.holder.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.hover(this.below(event));
    });
    this.holder.addEventListener("pointerleave", () => this.hover(null));
    this.holder.addEventListener("pointerup", (event) => {
      const found = event.button === 0 && this.below(event);
      if (!found) return;
      const cell = this.svg.getBoundingClientRect().width / (this.size + 1.6);
      this.cursor = found;
      this.keyed = false;
      this.showCursor();
      if (this.isArmedFirst(event.pointerType === "touch" && cell < SURE_TAP) && this.mayPlay(...found)) this.tap(found);
      else this.choose(found);
    });
    this.holder.addEventListener("keydown", (event) => this.key(event));
    this.holder.addEventListener("focus", () => this.showCursor());
    this.holder.addEventListener("blur", () => this.showCursor());
  }

  hover(found) {
    if (this.armed) return;
    this.ghost.querySelector(".hover")?.remove();
    if (!found || !this.mover || !this.mayPlay(...found)) return;
    this.ghost.append(this.stone(this.mover, ...found, "hover"));
  }

  /** True if a tap only shows the stone; `isSmall` where the points are small for a finger. */
  isArmedFirst(isSmall) {
    const way = tapsChosen();
    return way === "auto" ? isSmall : way !== "one";
  }

  /** A first tap shows the stone; a second one on the same point plays it, or a button does. */
  tap(found) {
    const name = pointName(...found, this.size);
    const byButton = tapsChosen() === "button";
    if (this.armed === name && !byButton) return this.choose(found);
    this.disarm();
    this.armed = name;
    const [x, y] = this.at(...found);
    const far = 2 * EDGE + (this.size - 1) * CELL;
    this.ghost.append(
      node("path", { d: `M${x} 0V${far}M0 ${y}H${far}`, class: "cross-hair" }),
      this.stone(this.mover, ...found, "hover"));
    const way = byButton ? element("button", { class: "main", onclick: () => this.choose(found) }, `Play ${name}`) : `${name}: tap again to play there.`;
    this.confirm?.replaceChildren(way);
    if (this.confirm) this.confirm.hidden = false;
    this.confirm?.scrollIntoView({ block: "nearest" });
  }

  disarm() {
    this.armed = null;
    this.ghost.replaceChildren();
    if (this.confirm) this.confirm.hidden = true;
  }

  choose(found) {
    this.disarm();
    this.asked(pointName(...found, this.size), found);
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey || this.holder.dataset.keys === "off") return;
    const isFirst = !this.keyed;
    if (steps[event.key]) {
      const [dx, dy] = steps[event.key];
      const bound = (n) => Math.max(0, Math.min(this.size - 1, n));
      this.cursor = [bound(this.cursor[0] + dx), bound(this.cursor[1] + dy)];
      this.keyed = true;
      this.disarm();
      this.showCursor();
      this.spoken(this.describe(...this.cursor));
    } else if ((event.key === "Enter" || event.key === " ") && isFirst) {
      // Nobody plays where no cursor is seen.
      this.keyed = true;
      this.showCursor();
      this.spoken(this.describe(...this.cursor));
      if (this.confirm) {
        this.confirm.textContent = `The cursor is at ${pointName(...this.cursor, this.size)}: Enter again chooses it, the arrows lead on.`;
        this.confirm.hidden = false;
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** A point in words. */
  describe(column, row) {
    const name = pointName(column, row, this.size);
    const what = { b: "black stone", w: "white stone" }[this.color(column, row)] ?? "empty";
    return [name, what, this.names.get(name)].filter(Boolean).join(", ");
  }

  showCursor() {
    this.ghost.querySelector(".cursor")?.remove();
    if (!this.keyed || document.activeElement !== this.holder || this.holder.dataset.keys === "off") return;
    const [x, y] = this.at(...this.cursor);
    this.ghost.append(node("rect", { x: x - 9, y: y - 9, width: 18, height: 18, rx: 3, class: "cursor" }));
  }
}
