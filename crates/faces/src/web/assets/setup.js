// A board on which a position is set up, to be analyzed in a review.

import { Board, place, pointName } from "/board.js";
import { element, find, notice, plural, say, show } from "/shared.js";

const SIZES = { least: 7, usual: 9, most: 19 };
/** Stones without a liberty that are named. */
const SHOWN = 6;
/** The keys of the tools, while the board has the focus. */
const TOOL_KEYS = { b: "black", w: "white", t: "turns", e: "erase" };
const CELLS = { black: "X", white: "O" };
const WORDS = { black: "Black", white: "White" };
const other = (color) => color === "black" ? "white" : "black";

/** The points that touch one. */
function neighbours([column, row], size) {
  const all = [[column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]];
  return all.filter((point) => point.every((n) => n >= 0 && n < size));
}

/** The names of the stones that have no liberty; `cells` has a letter a point from the top left. */
export function withoutLiberty(cells, size) {
  const at = ([column, row]) => cells[row * size + column];
  const [seen, found] = [new Set(), []];
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === "." || seen.has(i)) continue;
    const [string, ways] = [[[i % size, Math.floor(i / size)]], []];
    seen.add(i);
    for (const stone of string) {
      for (const point of neighbours(stone, size)) {
        const index = point[1] * size + point[0];
        if (at(point) === ".") ways.push(point);
        else if (at(point) === cells[i] && !seen.has(index)) {
          seen.add(index);
          string.push(point);
        }
      }
    }
    if (!ways.length) found.push(...string.map((stone) => pointName(...stone, size)));
  }
  return found;
}

/** The reason why stones cannot stay, and what to do. */
function refusal(names) {
  const more = names.length - SHOWN;
  const points = names.slice(0, SHOWN).join(", ") + (more > 0 ? ` and ${more} more` : "");
  const [stones, has, them] = names.length === 1 ? ["stone", "has", "it"] : ["stones", "have", "them"];
  return `The ${stones} at ${points} ${has} no liberty: take ${them} away, or a stone beside.`;
}

/** A position as a record. */
function record(cells, size, turn) {
  const letter = (n) => "abcdefghijklmnopqrs"[n];
  const stones = (cell, property) => {
    const points = [...cells].flatMap((found, i) => found === cell ? [`[${letter(i % size)}${letter(Math.floor(i / size))}]`] : []);
    return points.length ? property + points.join("") : "";
  };
  return `(;FF[4]GM[1]SZ[${size}]${stones("X", "AB")}${stones("O", "AW")}PL[${turn === "black" ? "B" : "W"}])`;
}

class Setup {
  constructor(reviewFile) {
    this.reviewFile = reviewFile;
    show("view-setup");
    document.title = "Set up a position · sgmp-go";
    this.form = find("#tools");
    const { size, tool } = this.form.elements;
    for (let n = SIZES.least; n <= SIZES.most; n++) size.append(element("option", { value: n, selected: n === SIZES.usual }, `${n}×${n}`));
    /** The color of each stone by the name of its point. Those beside a smaller board come back with a larger one. */
    this.stones = new Map();
    /** The color that the tool for both puts next. */
    this.next = "black";
    this.recall();
    size.addEventListener("change", () => this.open());
    for (const choice of tool) choice.addEventListener("change", () => this.changed());
    for (const choice of this.form.elements.turn) choice.addEventListener("change", () => this.changed());
    find("#clear").addEventListener("click", () => this.clear());
    find("#board").addEventListener("keydown", (event) => this.key(event));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.analyze();
    });
    this.open();
  }

  /** The position that was here when the reader went on to its review, or loaded the page anew. */
  recall() {
    const left = history.state?.setup;
    if (!left) return;
    const { size, tool, turn } = this.form.elements;
    [size.value, tool.value, turn.value] = [left.size, left.tool, left.turn];
    this.next = left.next;
    this.stones = new Map(left.stones);
  }

  keep() {
    const { size, tool, turn } = this.form.elements;
    const left = { size: size.value, tool: tool.value, turn: turn.value, next: this.next, stones: [...this.stones] };
    history.replaceState({ setup: left }, "");
  }

  get size() {
    return Number(this.form.elements.size.value);
  }

  /** Shows an empty board of the chosen size, and puts the stones on it. */
  open() {
    const { size } = this;
    this.board = new Board(find("#board"), size, {
      asked: (name) => this.put(name),
      spoken: say,
      label: `Go board, ${size} by ${size}. Arrow keys move the cursor, Enter puts a stone or takes it away. B black stones, W white stones, T both in turn, E erase.`,
    });
    this.changed();
  }

  /** A letter a point from the top left. */
  cells() {
    const cells = Array(this.size ** 2).fill(".");
    for (const [name, color] of this.stones) {
      const [column, row] = place(name, this.size);
      if (column < this.size && row >= 0) cells[row * this.size + column] = CELLS[color];
    }
    return cells.join("");
  }

  /** The color that the tool puts; null where it takes away. */
  color() {
    const tool = this.form.elements.tool.value;
    if (tool === "erase") return null;
    return tool === "turns" ? this.next : tool;
  }

  put(name) {
    const tool = this.form.elements.tool.value;
    const [old, color] = [this.stones.get(name), this.color()];
    if (!color || old === color || (old && tool === "turns")) this.stones.delete(name);
    else this.stones.set(name, color);
    if (tool === "turns" && !old) {
      this.next = other(color);
      this.form.elements.turn.value = this.next;
    }
    this.changed();
    say(`${this.board.describe(...place(name, this.size))}. ${find("#status").textContent}`);
  }

  clear() {
    this.stones.clear();
    this.next = "black";
    this.form.elements.turn.value = "black";
    this.changed();
    say("The board is empty.");
  }

  /** Draws the position and says what there is. */
  changed() {
    const cells = this.cells();
    const dead = withoutLiberty(cells, this.size);
    const color = this.color();
    this.board.draw({
      cells, dead,
      mover: color && color[0],
      playable: color && [...cells].map((cell) => cell === "." ? "+" : "-").join(""),
    });
    find("pre", this.form).textContent = this.board.asText();
    const count = (cell) => [...cells].filter((found) => found === cell).length;
    const stones = `${plural(count("X"), "black stone")}, ${plural(count("O"), "white stone")}.`;
    find("#status").textContent = dead.length ? refusal(dead) : stones;
    this.keep();
  }

  async analyze() {
    const cells = this.cells();
    const dead = withoutLiberty(cells, this.size);
    if (dead.length) return notice(refusal(dead));
    const button = find("button.main", this.form);
    button.disabled = true;
    await this.reviewFile(record(cells, this.size, this.form.elements.turn.value));
    button.disabled = false;
  }

  key(event) {
    const tool = TOOL_KEYS[event.key.toLowerCase()];
    if (!tool || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.form.elements.tool.value = tool;
    this.changed();
    say(tool === "erase" ? "Erase." : tool === "turns" ? `Both in turn: ${WORDS[this.next]}.` : `${WORDS[tool]} stones.`);
  }
}

/** Sets up a position, which `reviewFile` then opens. */
export function setup(reviewFile) {
  new Setup(reviewFile);
}
