// The tree of a game with variations: a dot for each position, the game in the first row, a click leads there.

import { element, node } from "/shared.js";

/** Distance of two dots, and of a dot from the edge. */
const STEP = 24;
const EDGE = 14;

/** Column and row of each position: a variation stands in the first row below that is free to its end. */
function places(nodes) {
  const at = new Map();
  const ends = [];
  const lines = [[0, 0, 0]];
  while (lines.length) {
    const [first, column, above] = lines.shift();
    const line = [first];
    while (nodes[line.at(-1)].children.length) line.push(nodes[line.at(-1)].children[0]);
    let row = above;
    while ((ends[row] ?? Infinity) <= column + line.length) row++;
    ends[row] = Math.min(ends[row] ?? Infinity, column - 1);
    line.forEach((index, i) => at.set(index, [column + i, row]));
    // The latest branches first, so that those of earlier moves lie below them.
    for (let i = line.length - 1; i >= 0; i--) {
      for (const child of nodes[line[i]].children.slice(1)) lines.push([child, column + i + 1, row + 1]);
    }
  }
  return at;
}

export class Tree {
  /** `go(index)` shows a position. */
  constructor(go) {
    this.go = go;
    this.svg = node("svg", { class: "tree", role: "img", "aria-label": "The tree of variations; the arrow keys walk through it" });
    this.box = element("div", { class: "tree-box" }, this.svg);
    this.svg.addEventListener("click", (event) => {
      const index = event.target.dataset?.index;
      if (index) this.go(Number(index));
    });
  }

  /** Draws the tree; only what belongs to it now is there. */
  draw(nodes) {
    const at = places(nodes);
    const point = (index) => at.get(index).map((place) => EDGE + STEP * place);
    const [lines, dots] = [[], []];
    let [width, height] = [0, 0];
    for (const index of at.keys()) {
      const [x, y] = point(index);
      [width, height] = [Math.max(width, x + EDGE), Math.max(height, y + EDGE)];
      const { parent, color, point: played, comment } = nodes[index];
      if (parent !== null) {
        const [px, py] = point(parent);
        lines.push(py === y ? `M${px} ${py}H${x}` : `M${px} ${py}V${y - STEP / 2}L${x} ${y}`);
      }
      const dot = node("circle", { cx: x, cy: y, r: 6, class: `dot ${color ?? "start"}${comment ? " told" : ""}`, "data-index": index });
      dot.append(node("title", {}, played ?? "set up"));
      dots.push(dot);
    }
    this.at = at;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", height);
    this.here = node("circle", { r: 9, class: "here" });
    this.svg.replaceChildren(node("path", { d: lines.join(""), class: "branch" }), this.here, ...dots);
  }

  /** Marks a position, and brings it into view. */
  show(index) {
    const place = this.at?.get(index);
    if (!place) return;
    const [x, y] = place.map((at) => EDGE + STEP * at);
    this.here.setAttribute("cx", x);
    this.here.setAttribute("cy", y);
    this.box.scrollLeft = x - this.box.clientWidth / 2;
    this.box.scrollTop = y - this.box.clientHeight / 2;
  }
}
