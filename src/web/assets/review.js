// A game walked through: its moves and variations, comments, the curve, and advice on any position.

import { Board } from "/board.js";
import { ask, element, find, isTyping, plural, post, postBytes, say, show } from "/shared.js";
import { drawing, tell } from "/play.js";

class Review {
  /** `questions` answers what is asked of a position of the record. */
  constructor(game, questions) {
    this.game = game;
    this.questions = questions;
    this.at = 0;
    show("view-board");
    this.board = new Board(find("#board"), game.size, {
      asked: (name, at) => say(this.board.describe(...at)),
      spoken: say,
      label: `Go board, ${game.size} by ${game.size}`,
    });
    find("#board").dataset.keys = "off";
    this.panel();
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.fromAddress());
    document.title = `${game.black} – ${game.white} · sgmp-go`;
    find("h1").textContent = `Review: ${game.black} – ${game.white}`;
    this.fromAddress();
  }

  panel() {
    this.comment = element("div", { class: "comment", "aria-live": "polite" });
    this.variations = element("div", { class: "variations", role: "group", "aria-label": "Variations" });
    this.told = element("div", { class: "told", "aria-live": "polite" });
    this.moves = element("ol", { class: "moves" });
    find(".panel").append(
      element("p", { class: "facts" }, this.game.facts.join(" · ")),
      this.variations, this.comment, this.told,
      element("details", { open: innerWidth > 900 }, element("summary", {}, "Moves"), this.moves),
      element("p", { class: "keys" }, "Keys: ← → a move · ↑ ↓ variations · PgUp PgDn ten · Home End · H hint · W why · T territory · G groups"));
    const line = this.mainLine();
    this.moves.append(...line.slice(1).map((index) => {
      const { color, point } = this.game.nodes[index];
      return element("li", { class: color }, element("button", { onclick: () => this.go(index) }, point));
    }));
    this.line = line;
    const controls = find(".controls");
    for (const [text, label, act] of [
      ["⏮", "First position", () => this.go(0)],
      ["◀", "Back", () => this.back(1)],
      ["▶", "Forward", () => this.forward(1)],
      ["⏭", "Last position", () => this.forward(Infinity)],
    ]) controls.append(element("button", { onclick: act, "aria-label": label, title: label, class: "step" }, text));
    this.slider = element("input", { type: "range", min: 0, max: line.length - 1, value: 0, "aria-label": "Move", class: "slider" });
    this.slider.addEventListener("input", () => this.go(this.line[Number(this.slider.value)]));
    controls.append(this.slider);
    for (const [text, what] of [["Hint", "hint"], ["Why", "why"], ["Territory", "territory"], ["Groups", "groups"]]) {
      controls.append(element("button", { onclick: () => this.askFor(what) }, text));
    }
  }

  mainLine() {
    const line = [0];
    for (let next = this.game.nodes[0].children[0]; next !== undefined; next = this.game.nodes[next].children[0]) line.push(next);
    return line;
  }

  fromAddress() {
    const wanted = /^#m(\d+)$/.exec(location.hash);
    this.go(wanted ? this.line[Math.min(Number(wanted[1]), this.line.length - 1)] : this.at);
  }

  go(index) {
    if (index === undefined) return;
    this.at = index;
    const here = this.game.nodes[index];
    this.advice = null;
    this.told.replaceChildren();
    this.draw();
    const number = here.number;
    const mover = here.color === "black" ? "Black" : "White";
    const text = number === 0 ? "The beginning." : here.point === "pass"
      ? `Move ${number}: ${mover} passes.` : `Move ${number}: ${mover} plays ${here.point}.`;
    const last = here.children.length ? "" : this.game.result ? ` Result: ${this.game.result}.` : "";
    find("#status").textContent = text + last;
    say(`${text}${last} ${here.comment ?? ""}`.trim());
    this.comment.textContent = here.comment ?? "";
    this.drawPlayers(here);
    this.drawVariations(here);
    this.drawMoves(index);
    const place = this.line.indexOf(index);
    if (place >= 0) {
      this.slider.value = String(place);
      history.replaceState(null, "", `#m${place}`);
    }
  }

  draw() {
    const here = this.game.nodes[this.at];
    this.board.draw({
      cells: here.board,
      last: here.point,
      labels: here.children.length > 1
        ? here.children.map((child, i) => [this.game.nodes[child].point, "abcdefghij"[i] ?? "·"]) : [],
      ...(this.advice?.draw ?? {}),
    });
  }

  drawPlayers(here) {
    for (const color of ["black", "white"]) {
      const row = find(`[data-player=${color}]`);
      find(".name", row).textContent = this.game[color];
      find(".caps", row).textContent = plural(here.captures[color], "prisoner");
      row.classList.toggle("turn", here.color === color);
    }
  }

  drawVariations(here) {
    this.variations.replaceChildren(...(here.children.length > 1 ? here.children.map((child, i) =>
      element("button", { onclick: () => this.go(child) }, `${"abcdefghij"[i] ?? "·"} ${this.game.nodes[child].point}`)) : []));
  }

  drawMoves(index) {
    find("[aria-current]", this.moves)?.removeAttribute("aria-current");
    const item = this.moves.children[this.line.indexOf(index) - 1];
    if (!item) return;
    item.setAttribute("aria-current", "step");
    this.moves.scrollTop = item.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2;
  }

  back(steps) {
    let to = this.at;
    for (; steps > 0 && this.game.nodes[to].parent !== null; steps--) to = this.game.nodes[to].parent;
    this.go(to);
  }

  forward(steps) {
    let to = this.at;
    for (; steps > 0 && this.game.nodes[to].children.length; steps--) [to] = this.game.nodes[to].children;
    this.go(to);
  }

  /** The next or the last of the variations at this place. */
  aside(step) {
    const { parent } = this.game.nodes[this.at];
    if (parent === null) return;
    const all = this.game.nodes[parent].children;
    this.go(all[(all.indexOf(this.at) + step + all.length) % all.length]);
  }

  async askFor(what) {
    const at = this.at;
    if (this.advice?.what === what) {
      this.advice = null;
      this.told.replaceChildren();
      return this.draw();
    }
    this.told.replaceChildren(element("p", { class: "waiting" }, "A moment …"));
    const advice = await this.questions(what, at);
    if (!advice || at !== this.at) return this.told.replaceChildren();
    this.advice = { what, draw: drawing(advice) };
    this.told.replaceChildren(...tell(advice));
    this.draw();
  }

  key(event) {
    if (isTyping(event) && event.target !== this.slider) return;
    const acts = {
      ArrowLeft: () => this.back(1), ArrowRight: () => this.forward(1),
      ArrowUp: () => this.aside(-1), ArrowDown: () => this.aside(1),
      PageUp: () => this.back(10), PageDown: () => this.forward(10),
      Home: () => this.go(0), End: () => this.forward(Infinity),
      h: () => this.askFor("hint"), w: () => this.askFor("why"),
      t: () => this.askFor("territory"), g: () => this.askFor("groups"),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** Reviews a game of the archive. */
export async function review(name) {
  const path = `/api/archive/${encodeURIComponent(name)}`;
  const game = await ask(path);
  if (game) new Review(game, (what, node) => post(`${path}/ask`, { what, node }));
}

/** Reviews a record that the reader of the page has. */
export async function reviewBytes(bytes) {
  const game = await postBytes("/api/record", bytes);
  if (!game) return;
  history.pushState(null, "", "/");
  new Review(game, (what, node) => postBytes(`/api/record/ask?what=${what}&node=${node}`, bytes));
}
