// Problems, guessing, and the joseki tutor on a board: the server answers, the page draws and sends.

import { Board } from "/board.js";
import { MOMENT, ask, awaitPage, bring, element, find, gameOf, isForView, knock, nothingHere, notice, post, say, show, turnAddress } from "/shared.js";

/** What can be done, with its key: that of the terminal. */
const BUTTONS = {
  hint: ["Hint", "h"], show: ["Show the answer", "s"], whynot: ["Why not?", "z"], again: ["Once more", "u"],
  back: ["Take back", "u"], pass: ["Elsewhere", "p"], quiz: ["Questions", "k"], next: ["Next", "n"],
};

/** Milliseconds after which an answer that is awaited is spoken of. */
const SLOW = 400;

/** The buttons that a state has. Where single moves are taken back by U, Home begins again. */
function buttonsOf(can) {
  return Object.entries(BUTTONS).filter(([what]) => can.includes(what))
    .map(([what, [text, key]]) => [what, text, what === "again" && can.includes("back") ? "Home" : key]);
}

class Study {
  constructor(link, state) {
    this.path = `/api/study/${link}`;
    this.link = link;
    show("view-board");
    find(".table").classList.add("lesson");
    this.panel();
    addEventListener("keydown", (event) => this.key(event));
    this.take(state);
  }

  panel() {
    this.title = element("p", { class: "facts" });
    this.task = element("p", { class: "question" });
    this.score = element("p", { class: "score", role: "status" });
    this.told = element("div", { class: "told verdict", "aria-live": "assertive" });
    this.moves = element("ul", { class: "book", "aria-label": "Moves of the book" });
    this.typed = element("input", { name: "answer", size: 8, autocomplete: "off", maxlength: 6, placeholder: "such as C3", "aria-label": "Play a point by its name" });
    const form = element("form", { class: "by-name", onsubmit: (event) => {
      event.preventDefault();
      if (this.typed.value.trim()) this.send("move", this.typed.value.trim().toUpperCase());
      else notice("Type a point first, such as C3.");
      this.typed.value = "";
    } }, this.typed, element("button", {}, "Play"));
    this.keys = element("p", { class: "keys" });
    find(".players").replaceChildren(element("div", { class: "task" }, this.title, this.task, this.score));
    find(".sheet").append(this.told, form);
    find(".panel").append(this.moves, this.keys);
  }

  take(state) {
    this.state = state;
    if (!this.board || this.board.size !== state.size) {
      this.board = new Board(find("#board"), state.size, { asked: (name) => this.send("move", name), spoken: say });
    }
    document.title = `${state.title} · sgmp-go`;
    find("h1").textContent = state.title;
    this.title.textContent = state.title;
    this.task.textContent = state.task;
    this.score.textContent = state.score;
    this.told.replaceChildren(...state.told.map(({ text }) => element("p", {}, text)));
    const warns = state.told.some(({ warning }) => warning);
    this.told.classList.toggle("wrong", warns);
    find(".table").classList.toggle("acts-first", state.done);
    this.told.classList.toggle("right", state.done && !warns && state.told.length > 0);
    this.moves.replaceChildren(...state.moves.map(({ sign, text, point }) =>
      element("li", {}, element("button", { class: "quiet", onclick: () => this.send("move", point) }, element("b", {}, sign), ` ${text}`))));
    this.controls();
    this.draw();
    say([state.task, ...state.told.map(({ text }) => text)].join(" "));
  }

  controls() {
    const { state } = this;
    const hadFocus = document.activeElement?.dataset?.wish;
    const buttons = buttonsOf(state.can);
    const keys = buttons.map(([, text, key]) => `${key.length > 1 ? key : key.toUpperCase()} ${text.toLowerCase()}`);
    this.keys.textContent = ["Keys, while the board is chosen: arrows and Enter", ...keys].join(" · ");
    const made = buttons.map(([what, text, key]) =>
      element("button", {
        onclick: () => this.send(what), "aria-keyshortcuts": key, "data-wish": what,
        class: what === "next" && state.done ? "main" : null,
        "aria-pressed": what === "quiz" ? String(state.quiz) : null,
      }, text));
    if (state.line.length > 1) made.push(element("button", { onclick: () => this.playOut() }, "Play it out"));
    made.push(element("button", { onclick: () => location.assign("/practice") }, "Practice"));
    const game = this.gameAddress();
    if (game) made.push(element("button", { onclick: () => location.assign(game) }, "Back to the game"));
    find(".controls").replaceChildren(...made);
    if (hadFocus) find(`[data-wish=${hadFocus}]`)?.focus();
  }

  /** The address of the game that a problem comes from, at its move. */
  gameAddress() {
    const { game } = this.state;
    return game ? turnAddress(`/review/${encodeURIComponent(game[0])}`, game[1]) : gameOf(this.link);
  }

  draw() {
    const { state } = this;
    clearTimeout(this.timer);
    this.board.draw({
      cells: state.board, last: state.last, mover: state.color[0], playable: state.legal,
      labels: [...state.labels, ...this.numbers()], signs: [...state.signs, ...this.wrongSign()],
    });
  }

  /** The refutation's points, numbered; the first number stays where a point is played twice, a wrong move has a sign of its own. */
  numbers(steps = Infinity) {
    const seen = new Set();
    return this.state.line.slice(0, steps).map(({ point }, i) => [point, String(i + 1)])
      .filter(([point]) => point !== "pass" && !seen.has(point) && seen.add(point))
      .slice(this.state.wrong ? 1 : 0);
  }

  wrongSign() {
    return this.state.wrong && this.state.line.length ? [[this.state.line[0].point, "wrong"]] : [];
  }

  /** Plays the refutation move by move, and then shows the position again. */
  playOut(step = 0) {
    const { line } = this.state;
    clearTimeout(this.timer);
    if (step >= line.length) {
      this.timer = setTimeout(() => this.draw(), 2500);
      return;
    }
    const { board, point } = line[step];
    this.board.draw({ cells: board, last: point, labels: this.numbers(step + 1), signs: this.wrongSign() });
    knock();
    this.timer = setTimeout(() => this.playOut(step + 1), 700);
  }

  async send(what, point = "") {
    if (this.isAsking) return;
    this.isAsking = true;
    // One question at a time: what cannot be asked meanwhile says so.
    for (const button of document.querySelectorAll(".controls [data-wish]")) button.setAttribute("aria-disabled", "true");
    const slow = setTimeout(() => {
      this.told.classList.remove("right", "wrong");
      this.told.replaceChildren(element("p", { class: "waiting" }, MOMENT));
    }, SLOW);
    const state = await post(`${this.path}/${what}`, { point: point === "PASS" ? "pass" : point });
    for (const button of document.querySelectorAll(".controls [data-wish]")) button.removeAttribute("aria-disabled");
    clearTimeout(slow);
    this.isAsking = false;
    this.take(state ?? this.state);
    if (this.state.told.length) bring(this.told);
  }

  key(event) {
    if (!isForView(event)) return;
    const found = buttonsOf(this.state.can).find(([, , key]) => key.toLowerCase() === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    this.send(found[0]);
  }
}

export async function study(link) {
  awaitPage();
  const state = await ask(`/api/study/${link}`, {}, nothingHere);
  if (state) new Study(link, state);
}
