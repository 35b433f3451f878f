// A game walked through: its moves and variations, comments, the curve, and advice on any position.

import { Board, GRADES } from "/board.js";
import { MOMENT, ask, awaitPage, bring, busy, element, find, isForView, leaveGame, nothingHere, notice, plural, postBytes, say, show, turnWords, wordList } from "/shared.js";
import { Curve } from "/curve.js";
import { drawing, tell } from "/play.js";
import { Tree } from "/tree.js";

const letter = (place) => "abcdefghij"[place] ?? "·";

class Review {
  /**
   * `questions(what, node, line)` answers what is asked of a position: that of a node of the record, with the
   * moves of a line played on from there; `part(from)` brings a part of the curve, `known()` what is known of it; `written(additions)` writes the
   * record with what was added; `keep(additions)` keeps that beside the record, and `forget()` drops it, where there is
   * a place for it; `again(number)` opens a move of the game as a problem.
   */
  constructor(game, { questions, part, known, written, keep, forget, again, isDraft }) {
    this.game = game;
    this.questions = questions;
    this.written = written;
    this.keep = keep;
    this.forget = forget;
    this.again = again;
    this.added = [];
    this.removed = [];
    this.comments = new Map();
    this.isUnkept = false;
    addEventListener("beforeunload", (event) => {
      this.keepRemark();
      if (this.isUnkept) event.preventDefault();
    });
    this.at = 0;
    show("view-board");
    find(".table").classList.add("long");
    this.board = new Board(find("#board"), game.size, {
      asked: (name, at) => this.board.color(...at) ? say(this.board.describe(...at)) : this.tryMove(name),
      spoken: say,
      label: `Go board, ${game.size} by ${game.size}. Arrow keys walk through the game. A click on a point, or its name below, shows what comes of a move there.`,
    });
    find("#board").dataset.keys = "off";
    find("#board").setAttribute("role", "group");
    this.line = this.mainLine();
    this.curve = new Curve(this.line.length - 1, {
      part,
      known,
      go: (number) => this.go(this.line[number]),
      lead: (number) => {
        this.go(this.line[number]);
        bring(find("#status"));
      },
      turned: (turn) => this.showTurn(turn),
      judged: () => {
        this.drawLosses();
        this.showWanted();
      },
      retry: (turn, button) => busy(button, () => this.tryAgain(turn.number)),
    });
    this.panel(isDraft && forget);
    this.drawTree();
    addEventListener("keydown", (event) => this.key(event));
    find(".holder").addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    addEventListener("hashchange", () => this.fromAddress());
    document.title = `${game.black} – ${game.white} · sgmp-go`;
    find("h1").textContent = `Review: ${game.black} – ${game.white}`;
    this.fromAddress();
    this.curve.load();
  }

  panel(isDraft) {
    this.tree = new Tree((index) => this.go(index));
    this.treeBox = element("details", { open: true, hidden: true }, element("summary", {}, "Variations"), this.tree.box);
    this.comment = element("div", { class: "comment", "aria-live": "polite" });
    this.variations = element("div", { class: "variations", role: "group", "aria-label": "Variations" });
    this.told = element("div", { class: "told", "aria-live": "polite" });
    this.remark = element("textarea", { rows: 4, maxlength: 8000, "aria-label": "Comment on this position" });
    this.writing = element("form", { class: "remark", hidden: true, onsubmit: (event) => {
      event.preventDefault();
      this.remarkOn(this.remark.value.trim());
    } }, this.remark, element("button", {}, "Keep"));
    this.moves = element("ol", { class: "moves" });
    this.typed = element("input", { name: "point", placeholder: "such as E5", size: 8, autocomplete: "off", maxlength: 6, "aria-label": "Try a move by its name" });
    const form = element("form", { class: "by-name", onsubmit: (event) => {
      event.preventDefault();
      this.tryMove(this.typed.value.trim().toUpperCase());
      this.typed.value = "";
    } }, this.typed, element("button", {}, "What if?"));
    find(".sheet").append(this.comment, this.told, this.writing, this.variations);
    find(".panel").append(
      form,
      this.treeBox,
      this.curve.box,
      element("p", { class: "facts" }, this.game.facts.join(" · ")),
      ...this.game.left_out.map((text) => element("p", { class: "facts" }, text)),
      element("details", { open: innerWidth > 900 }, element("summary", {}, "Moves"), this.moves),
      this.curve.summary,
      element("p", {},
        element("button", { class: "quiet", onclick: () => this.write() }, "Write a comment"),
        this.cut = element("button", { class: "quiet", hidden: true, onclick: () => this.cutOff() }, "Remove this variation"),
        this.drop = element("button", { class: "quiet", hidden: !isDraft, onclick: () => this.dropAll() }, "Drop all that was tried"),
        element("button", { class: "quiet", onclick: () => this.save() }, "Save as SGF, with what was tried")),
      this.list = wordList(),
      element("p", { class: "keys" }, "Keys (letters while the board is chosen): ← → a move · ↑ ↓ variations · PgUp PgDn ten · Home End · H hint · W why · Z why not · T territory · G groups · I comment · L turning points, 1 to 5 go there · F a problem of the move · Esc a step back · ? words"));
    const { line } = this;
    this.moves.append(...line.slice(1).map((index) => {
      const { color, point } = this.game.nodes[index];
      return element("li", { class: color }, element("button", { onclick: () => this.go(index) }, point ?? "set up"), element("span", { class: "loss" }));
    }));
    const controls = find(".controls");
    // The text below may have been scrolled to: the board and what is said of it come back.
    const walk = (act) => () => {
      act();
      bring(find("#status"));
    };
    for (const [text, label, act] of [
      ["|◀", "First position", () => this.go(0)],
      ["◀", "Back", () => this.back(1)],
      ["▶", "Forward", () => this.forward(1)],
      ["▶|", "Last position", () => this.forward(Infinity)],
    ]) controls.append(element("button", { onclick: walk(act), "aria-label": label, title: label, class: "step" }, text));
    this.slider = element("input", { type: "range", min: 0, max: line.length - 1, value: 0, "aria-label": "Move", class: "slider" });
    this.slider.addEventListener("input", () => this.go(this.line[Number(this.slider.value)]));
    controls.append(this.slider);
    for (const [text, what] of [["Hint", "hint"], ["Why", "why"], ["Why not", "whynot"], ["Territory", "territory"], ["Groups", "groups"]]) {
      controls.append(element("button", { onclick: () => this.askFor(what) }, text));
    }
  }

  mainLine() {
    const line = [0];
    for (let next = this.game.nodes[0].children[0]; next !== undefined; next = this.game.nodes[next].children[0]) line.push(next);
    return line;
  }

  fromAddress() {
    const wanted = /^#m(\d+)(-turn)?$/.exec(location.hash);
    this.go(wanted ? this.line[Math.min(Number(wanted[1]), this.line.length - 1)] : this.at);
    if (!wanted?.[2]) return;
    this.wanted = Number(wanted[1]);
    this.noteAddress("-turn");
    this.showWanted();
  }

  /** Writes the place into the address. */
  noteAddress(beside = "") {
    const place = this.line.indexOf(this.at);
    if (place >= 0) history.replaceState(null, "", `#m${place}${beside}`);
  }

  /** Shows the turning point that the address names, once it is known. */
  showWanted() {
    const turn = this.curve.told.find(({ number }) => number === this.wanted);
    if (turn) this.showTurn(turn);
  }

  go(index) {
    if (index === undefined) return;
    this.keepRemark();
    this.at = index;
    this.wanted = null;
    const here = this.game.nodes[index];
    this.advice = null;
    this.told.replaceChildren();
    this.draw();
    const place = this.line.indexOf(index);
    const what = this.words(here);
    const text = place < 0 ? `A variation. ${what}` : what;
    const last = place === this.line.length - 1 && this.game.result ? ` Result: ${this.game.result}.` : "";
    find("#status").replaceChildren(text, element("span", { id: "loss" }), last);
    say(`${text}${last} ${here.comment ?? ""}`.trim());
    this.comment.textContent = here.comment ?? "";
    this.writing.hidden = true;
    this.cut.hidden = place >= 0;
    this.drawPlayers(here);
    this.drawVariations(here);
    this.drawMoves(index);
    this.curve.show(this.lastInGame(index));
    this.tellLoss();
    this.tree.show(index);
    if (place >= 0) this.slider.value = String(place);
    this.noteAddress();
  }

  words({ number, color, point, parent }) {
    if (parent === null) return "The beginning.";
    if (!point) return `After move ${number}: stones are set up.`;
    const mover = color === "black" ? "Black" : "White";
    return `Move ${number}: ${mover} ${point === "pass" ? "passes" : `plays ${point}`}.`;
  }

  /** The place in the game where a variation leaves it. */
  lastInGame(index) {
    let place = this.line.indexOf(index);
    for (; place < 0; place = this.line.indexOf(index)) index = this.game.nodes[index].parent;
    return place;
  }

  /** The latest three moves of the game at this place with what they lost. */
  latestLosses() {
    const losses = [];
    for (let index = this.at; index && losses.length < 3; index = this.game.nodes[index].parent) {
      losses.push([this.game.nodes[index].point, this.lossAt(index)]);
    }
    return losses;
  }

  draw() {
    const here = this.game.nodes[this.at];
    this.board.draw({
      cells: here.board,
      last: here.point,
      mover: here.next[0],
      playable: here.board.replaceAll(/./g, (cell) => cell === "." ? "+" : "-"),
      signs: here.marks ?? [],
      losses: this.latestLosses(),
      labels: here.children.length > 1
        ? here.children.map((child, i) => [this.game.nodes[child].point, letter(i)]) : [],
      ...(this.advice?.draw ?? {}),
    });
  }

  drawPlayers(here) {
    for (const color of ["black", "white"]) {
      const row = find(`[data-player=${color}]`);
      find(".name", row).textContent = this.game[color];
      find(".caps", row).textContent = plural(here.captures[color], "prisoner");
      row.classList.toggle("turn", here.next === color);
    }
  }

  drawVariations(here) {
    this.variations.replaceChildren(...(here.children.length > 1 ? here.children.map((child, i) =>
      element("button", { onclick: () => this.go(child) }, `${letter(i)} ${this.game.nodes[child].point ?? "set up"}`)) : []));
  }

  /** The tree, where there is more than one line. */
  drawTree() {
    const { nodes } = this.game;
    this.treeBox.hidden = !nodes.some(({ children }) => children.length > 1);
    if (this.treeBox.hidden) return;
    this.tree.draw(nodes);
    this.tree.show(this.at);
  }

  /** The signs of what the game's moves lost, behind the moves. */
  drawLosses() {
    [...this.moves.children].forEach((item, i) => {
      const sign = this.lossAt(this.line[i + 1]);
      const shown = item.lastElementChild;
      shown.textContent = sign;
      shown.className = `loss ${GRADES[sign] ?? ""}`;
    });
    this.draw();
    this.tellLoss();
  }

  /** The sign of what the move of a node of the game lost. */
  lossAt(index) {
    const place = this.line.indexOf(index);
    return place > 0 ? this.curve.signOf(this.game.nodes[index].number) : "";
  }

  /** Says what the move at this place lost, behind the move. */
  tellLoss() {
    const here = this.game.nodes[this.at];
    const loss = this.line.includes(this.at) && here.point ? this.curve.points[here.number]?.loss : null;
    find("#loss").textContent = loss ? ` ${loss.words[0].toUpperCase()}${loss.words.slice(1)}.` : "";
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

  /** Walks through the game by the wheel over the board, where the page itself has nothing to scroll. */
  wheel(event) {
    if (event.ctrlKey || document.documentElement.scrollHeight > innerHeight + 1) return;
    event.preventDefault();
    if (event.deltaY > 0) this.forward(1);
    else if (event.deltaY < 0) this.back(1);
  }

  /** The next or the last of the variations at this place. */
  aside(step) {
    const { parent } = this.game.nodes[this.at];
    if (parent === null) return;
    const all = this.game.nodes[parent].children;
    this.go(all[(all.indexOf(this.at) + step + all.length) % all.length]);
  }

  /** Takes away what is told. */
  closeTold() {
    this.advice = null;
    this.told.replaceChildren();
    this.noteAddress();
    this.draw();
  }

  /** Takes away what is told; where nothing is, leads from a variation back to the game. */
  stepBack() {
    if (this.list.open) this.list.open = false;
    else if (this.told.childElementCount) this.closeTold();
    else if (!this.line.includes(this.at)) this.go(this.line[this.lastInGame(this.at)]);
  }

  async askFor(what) {
    const at = this.at;
    const [number, line] = this.lineTo(at);
    if (this.advice?.what === what) return this.closeTold();
    this.noteAddress();
    this.told.replaceChildren(element("p", { class: "waiting" }, MOMENT));
    bring(this.told);
    const advice = await this.questions(what, number, line);
    if (!advice || at !== this.at) return this.told.replaceChildren();
    this.advice = { what, draw: drawing(advice) };
    this.told.replaceChildren(...tell(advice));
    bring(this.told);
    this.draw();
  }

  /** The number of the record's node that a position comes from, and the moves that were tried from there. */
  lineTo(index) {
    const line = [];
    const { nodes } = this.game;
    for (; nodes[index].isAdded; index = nodes[index].parent) line.unshift(nodes[index].point);
    return [nodes[index].id, line];
  }

  /** Shows a turning point: what the move lost, why, and the better line as a variation. */
  async showTurn({ number, sentence, better }) {
    const path = better.reduce((path, position) => [...path, this.add(path.at(-1), position)], [this.line[number - 1]]);
    const at = this.line[number];
    const way = document.activeElement?.dataset?.way;
    this.go(at);
    this.noteAddress("-turn");
    const shown = path.length > 1 && element("button", { onclick: () => { this.go(path[1]); bring(find("#status")); } }, "Show the better line");
    const waiting = element("p", { class: "waiting" }, MOMENT);
    const ways = element("p", { class: "ways" }, ...[shown, ...this.waysFrom(number)].filter(Boolean));
    this.told.replaceChildren(element("h2", {}, "The game turned here"), ways, waiting);
    if (way) (find(`[data-way=${way}]`, ways) ?? find("button", ways))?.focus();
    bring(this.told);
    const advice = await this.questions("why", ...this.lineTo(at));
    const shorter = element("p", { class: "facts" }, `By the shorter search of the curve: ${sentence}`);
    waiting.replaceWith(...(advice ? tell(advice) : []), shorter);
  }

  /** Buttons to the turning points before and after that of a move, in the order of the game. */
  waysFrom(number) {
    const inOrder = this.curve.told.toSorted((one, other) => one.number - other.number);
    const place = inOrder.findIndex((turn) => turn.number === number);
    const way = (word, turn) => turn && element("button", {
      "data-way": word, "aria-label": `Move ${turn.number}, the turning point ${word} this one`, onclick: () => this.showTurn(turn),
    }, word === "before" ? `◀ Move ${turn.number}` : `Move ${turn.number} ▶`);
    return [way("before", inOrder[place - 1]), way("after", inOrder[place + 1])];
  }

  /** The same of the move at this place, or of the next one, if either lost much. */
  tryHere() {
    const { number } = this.game.nodes[this.at];
    const heavy = this.line.includes(this.at) && [number, number + 1].find((at) => this.curve.signOf(at));
    if (!heavy) return notice("This move lost too little to make a problem of it.");
    notice(MOMENT);
    this.tryAgain(heavy);
  }

  /** Makes a problem of one's own of a move, and opens it; false where none comes of it. */
  async tryAgain(number) {
    const given = await this.again(number);
    if (!given) return false;
    leaveGame(given.study, number);
    location.assign(`/study/${given.study}`);
    return true;
  }

  /** Plays a move that the record does not have, and shows what comes of it. */
  async tryMove(name) {
    const at = this.at;
    const { nodes } = this.game;
    const known = nodes[at].children.find((child) => nodes[child].point === name);
    if (known !== undefined) return this.go(known);
    const [number, line] = this.lineTo(at);
    this.told.replaceChildren(element("p", { class: "waiting" }, MOMENT));
    bring(this.told);
    const advice = await this.questions("try", number, [...line, name === "PASS" ? "pass" : name]);
    if (at !== this.at) return;
    if (!advice) return this.told.replaceChildren();
    const tried = advice.positions.reduce((path, position) => [...path, this.add(path.at(-1), position)], [at])[1];
    this.changed();
    this.go(tried);
    this.advice = { what: "try", draw: drawing(advice) };
    this.told.replaceChildren(...tell(advice));
    bring(this.told);
    this.draw();
  }

  /** A child of a node, new if it has none such. */
  add(parent, position) {
    const { nodes } = this.game;
    const known = nodes[parent].children.find((child) => nodes[child].point === position.point);
    if (known !== undefined) return known;
    this.added.push({ parent: nodes[parent].id, color: position.color, point: position.point });
    nodes.push({ ...position, id: this.game.next_id++, isAdded: true, parent, children: [], comment: null });
    nodes[parent].children.push(nodes.length - 1);
    this.drawTree();
    return nodes.length - 1;
  }

  /** Opens the field for a comment on this position. */
  write() {
    this.writing.hidden = !this.writing.hidden;
    this.remark.value = this.game.nodes[this.at].comment ?? "";
    if (!this.writing.hidden) this.remark.focus();
  }

  remarkOn(text) {
    this.setRemark(text);
    find("#board").focus();
  }

  setRemark(text) {
    const here = this.game.nodes[this.at];
    this.writing.hidden = true;
    if (text === (here.comment ?? "")) return;
    here.comment = text || null;
    this.comments.set(here.id, text);
    this.comment.textContent = text;
    this.changed();
  }

  /** Takes in a comment that is being written when its place is left. */
  keepRemark() {
    if (!this.writing.hidden) this.setRemark(this.remark.value.trim());
  }

  /** Takes the variation away that the position stands in. */
  cutOff() {
    const { nodes } = this.game;
    let first = this.at;
    while (nodes[nodes[first].parent].children[0] === first) first = nodes[first].parent;
    const { parent } = nodes[first];
    nodes[parent].children = nodes[parent].children.filter((child) => child !== first);
    this.removed.push(nodes[first].id);
    this.drawTree();
    this.changed();
    this.go(parent);
  }

  async dropAll() {
    if (!confirm("Drop all that was tried and written here? The record itself stays as it is.")) return;
    this.isUnkept = false;
    clearTimeout(this.keeping);
    if (await this.forget()) location.reload();
  }

  additions() {
    const comments = [...this.comments].map(([node, text]) => ({ node, text }));
    return { moves: this.added, comments, removed: this.removed };
  }

  /** Keeps what was tried and written, a moment after it has changed. */
  changed() {
    this.isUnkept = true;
    this.drop.hidden = !this.forget;
    if (!this.keep) return;
    clearTimeout(this.keeping);
    this.keeping = setTimeout(async () => {
      if (await this.keep(this.additions())) this.isUnkept = false;
    }, 300);
  }

  async save() {
    this.keepRemark();
    const record = await this.written(this.additions());
    if (!record) return;
    if (!this.keep) this.isUnkept = false;
    const link = URL.createObjectURL(new Blob([record.sgf], { type: "application/x-go-sgf" }));
    element("a", { href: link, download: `${this.game.black}-${this.game.white}.sgf` }).click();
    setTimeout(() => URL.revokeObjectURL(link), 60000);
  }

  key(event) {
    if (!isForView(event) && event.target !== this.slider) return;
    const acts = {
      ArrowLeft: () => this.back(1), ArrowRight: () => this.forward(1),
      ArrowUp: () => this.aside(-1), ArrowDown: () => this.aside(1),
      PageUp: () => this.back(10), PageDown: () => this.forward(10),
      Home: () => this.go(0), End: () => this.forward(Infinity),
      h: () => this.askFor("hint"), w: () => this.askFor("why"), z: () => this.askFor("whynot"),
      t: () => this.askFor("territory"), g: () => this.askFor("groups"), i: () => this.write(),
      l: () => this.curve.turns.scrollIntoView({ block: "nearest" }), f: () => this.tryHere(),
      ...Object.fromEntries(this.curve.told.map((turn, i) => [String(i + 1), () => this.showTurn(turn)])),
      Escape: () => this.stepBack(), "?": () => turnWords(this.list),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** Reviews a game of the archive, with what its last review left. */
export async function review(name) {
  const path = `/api/archive/${encodeURIComponent(name)}`;
  awaitPage();
  const record = await ask(path, {}, nothingHere);
  if (!record) return;
  if (record.trouble) notice(`${record.trouble[0].toUpperCase()}${record.trouble.slice(1)}.`);
  await reviewBytes(new Blob([record.sgf]), {
    name: name.replace(/\.sgf$/i, ""),
    leftOut: record.left_out,
    isDraft: record.is_draft,
    part: (from) => ask(`${path}/curve?from=${from}`),
    known: () => ask(`${path}/curve?from=0&known=true`),
    keep: record.trouble ? null : (body) => postBytes(`${path}/draft`, body),
    forget: record.trouble ? null : () => ask(`${path}/draft`, { method: "DELETE" }),
  });
}

/** Keeps a record that the reader of the page has, and opens it at an address of its own. */
export async function reviewFile(bytes) {
  const kept = await postBytes("/api/record/kept", bytes);
  if (kept?.name) location.assign(`/review/${encodeURIComponent(kept.name)}`);
  else if (kept) reviewBytes(bytes);
}

/** Reviews a record. */
export async function reviewBytes(bytes, { name = "game", leftOut = [], isDraft = false, part, known, keep, forget } = {}) {
  const game = await postBytes("/api/record", bytes);
  if (!game) return;
  game.left_out.unshift(...leftOut);
  const withAdditions = (additions) => new Blob([JSON.stringify(additions), "\n", bytes]);
  new Review(game, {
    again: (number) => postBytes(`/api/record/again?number=${number}&name=${encodeURIComponent(name)}`, bytes),
    questions: (what, node, line) => postBytes(`/api/record/ask?what=${what}&node=${node}&line=${line.join()}`, bytes),
    part: part ?? ((from) => postBytes(`/api/record/curve?from=${from}`, bytes)),
    known: known ?? (() => postBytes("/api/record/curve?from=0&known=true", bytes)),
    written: (additions) => postBytes("/api/record/written", withAdditions(additions)),
    isDraft,
    keep: keep && ((additions) => keep(withAdditions(additions))),
    forget,
  });
}
