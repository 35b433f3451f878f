// A game walked through: its moves and variations, comments, the curve, and advice on any position.

import { Board, GRADES } from "/board.js";
import { MOMENT, bring, busy, element, find, isForView, notice, plural, say, show, turnWords } from "/shared.js";
import { Curve } from "/curve.js";
import { drawing, tell } from "/play.js";
import { ReviewDraft } from "/review_draft.js";
import { layOut } from "/review_panel.js";
import { ReviewRemarks } from "/review_remarks.js";
import { ReviewTurns } from "/review_turns.js";

const letter = (place) => "abcdefghij"[place] ?? "·";

export class Review {
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
    this.forget = forget;
    this.draft = new ReviewDraft({ keep, joined: (comments) => this.takeIn(comments), catchUp: () => this.remarks.note() });
    this.remarks = new ReviewRemarks(this);
    this.turns = new ReviewTurns(this, again);
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
      turned: (turn) => this.turns.show(turn),
      judged: () => {
        this.drawLosses();
        this.turns.showWanted();
      },
      retry: (turn, button) => busy(button, () => this.turns.tryAgain(turn.number)),
    });
    layOut(this, isDraft && forget);
    this.drawTree();
    addEventListener("keydown", (event) => this.key(event));
    find(".holder").addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    addEventListener("hashchange", () => this.fromAddress());
    document.title = `${game.black} – ${game.white} · sgmp-go`;
    find("h1").textContent = `Review: ${game.black} – ${game.white}`;
    this.fromAddress();
    this.curve.load();
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
    this.turns.wanted = Number(wanted[1]);
    this.noteAddress("-turn");
    this.turns.showWanted();
  }

  /** Writes the place into the address. */
  noteAddress(beside = "") {
    const place = this.line.indexOf(this.at);
    if (place >= 0) history.replaceState(null, "", `#m${place}${beside}`);
  }

  /** The position that is shown. */
  get here() {
    return this.game.nodes[this.at];
  }

  go(index) {
    if (index === undefined) return;
    this.remarks.close();
    this.at = index;
    this.turns.wanted = null;
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
    this.remarks.show(here.comment);
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
    this.draft.addMove(nodes[parent].id, position);
    nodes.push({ ...position, id: this.game.next_id++, isAdded: true, parent, children: [], comment: null });
    nodes[parent].children.push(nodes.length - 1);
    this.drawTree();
    return nodes.length - 1;
  }

  /** Takes the variation away that the position stands in. */
  cutOff() {
    const { nodes } = this.game;
    let first = this.at;
    while (nodes[nodes[first].parent].children[0] === first) first = nodes[first].parent;
    const { parent } = nodes[first];
    nodes[parent].children = nodes[parent].children.filter((child) => child !== first);
    this.draft.remove(nodes[first].id);
    this.drawTree();
    this.changed();
    this.go(parent);
  }

  async dropAll() {
    if (!confirm("Drop all that was tried and written here? The record itself stays as it is.")) return;
    this.draft.stop();
    if (await this.forget()) location.reload();
  }

  /** What was tried or written has changed. */
  changed() {
    this.drop.hidden = !this.forget;
    this.draft.changed();
  }

  /** Shows that other pages of this review have kept something too, and takes their comments in; returns the nodes of those taken. */
  takeIn(comments) {
    this.joined.hidden = false;
    return this.remarks.takeIn(comments);
  }

  async save() {
    this.remarks.close();
    const record = await this.written(this.draft.additions());
    if (!record) return;
    if (!this.draft.keep) this.draft.stop();
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
      t: () => this.askFor("territory"), g: () => this.askFor("groups"), i: () => this.remarks.write(),
      l: () => this.curve.turns.scrollIntoView({ block: "nearest" }), f: () => this.turns.tryHere(),
      ...Object.fromEntries(this.curve.told.map((turn, i) => [String(i + 1), () => this.turns.show(turn)])),
      Escape: () => this.stepBack(), "?": () => turnWords(this.list),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
