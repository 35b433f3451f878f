// The tutorial: a rule, a question, a board to answer on, and a word to every answer.

import { Board } from "/board.js";
import { ask, awaitPage, element, find, firstGame, isForView, nothingHere, notice, plural, post, say, show, store, stored } from "/shared.js";

const DONE = "tutorial-done";
const AT = "tutorial-at";

const done = () => new Set((stored(DONE) ?? "").split(" ").filter(Boolean));
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The chapters, the commented games, and how far the learner has come. */
export async function contents() {
  show("view-tutorial");
  document.title = "Tutorial · sgmp-go";
  const all = await ask("/api/tutorial");
  if (!all) return;
  const known = new Set([...done(), ...all.done]);
  const screens = all.chapters.flatMap((chapter) => chapter.screens);
  const finished = screens.filter((name) => known.has(name)).length;
  const at = all.at ?? (screens.includes(stored(AT)) ? stored(AT) : screens[0]);
  find("#far").textContent = `${finished} of ${screens.length} screens done`;
  const on = find("#go-on");
  if (finished === screens.length) {
    on.replaceWith(element("button", { class: "main", onclick: firstGame }, "To a first game"));
  } else {
    on.href = `/learn/${at}`;
    on.textContent = finished ? "Go on" : "Begin";
  }
  find("#chapters").replaceChildren(...all.chapters.map((chapter, i) => {
    const count = chapter.screens.filter((name) => known.has(name)).length;
    const next = chapter.screens.find((name) => !known.has(name)) ?? chapter.screens[0];
    return element("li", {}, element("a", { href: `/learn/${next}` },
      element("b", {}, `${i + 1}. ${chapter.title}`),
      element("small", {}, `${count} of ${plural(chapter.screens.length, "screen")}${count === chapter.screens.length ? " ✓" : ""}`)));
  }));
  find("#lessons").replaceChildren(...all.games.map((title, i) =>
    element("li", {}, element("a", { href: `/learn/game/${i + 1}` }, element("b", {}, title)))));
  find("#first-game").addEventListener("click", firstGame);
}

class Lesson {
  constructor(screen) {
    this.screen = screen;
    this.tries = 0;
    show("view-board");
    find(".table").classList.add("lesson");
    document.title = `${screen.chapter} · sgmp-go`;
    find("h1").textContent = `Tutorial: ${screen.chapter}`;
    this.board = new Board(find("#board"), screen.size, {
      asked: (name) => this.answer(name),
      spoken: say,
    });
    this.panel();
    this.controls();
    this.draw();
    addEventListener("keydown", (event) => this.key(event));
    store(AT, screen.name);
    find("#status").textContent = screen.question;
    say(`${screen.rule} ${screen.question}`);
  }

  panel() {
    const { screen } = this;
    this.told = element("div", { class: "told verdict", "aria-live": "assertive" });
    this.typed = element("input", {
      name: "answer", size: 8, autocomplete: "off", maxlength: 12,
      placeholder: screen.kind === "number" ? "a number" : "such as C3",
      inputmode: screen.kind === "number" ? "numeric" : null,
      "aria-label": "Your answer",
    });
    const form = element("form", { class: "by-name", onsubmit: (event) => {
      event.preventDefault();
      if (this.typed.value.trim()) this.answer(this.typed.value.trim());
      else notice(screen.kind === "number" ? "Type a number first, such as 3." : "Type a point first, such as C3.");
      this.typed.value = "";
    } }, this.typed, element("button", {}, "Answer"));
    const choices = screen.choices.map((word) =>
      element("button", { class: "choice", onclick: () => this.answer(word) }, capital(word)));
    find(".players").replaceChildren(element("div", { class: "task" },
      element("p", { class: "facts" }, `${screen.chapter} · ${screen.number} of ${screen.count}`),
      element("p", { class: "rule" }, screen.rule),
      element("p", { class: "question" }, screen.question)));
    find(".sheet").append(
      choices.length ? element("div", { class: "choices", role: "group", "aria-label": "Answers" }, ...choices) : form,
      this.told);
    find(".panel").append(
      element("p", { class: "keys" }, `Keys: ${this.boardKeys()}H hint · N next · B back · R once more · C chapters`));
  }

  /** The keys that answer on the board. */
  boardKeys() {
    const { kind } = this.screen;
    const arrows = kind === "move" || kind === "point" ? "arrows and Enter on the board · " : "";
    return kind === "move" ? `${arrows}P pass · ` : arrows;
  }

  controls() {
    const { screen } = this;
    const button = (text, act, key) => element("button", { onclick: act, "aria-keyshortcuts": key }, text);
    this.shown = element("button", { hidden: true, onclick: () => this.answer(screen.right, true) }, "Show the answer");
    this.onward = button(screen.next ? "Next" : "To a first game", () => this.next(), "n");
    find(".controls").append(
      button("Back", () => this.back(), "b"),
      screen.kind === "move" ? button("Pass", () => this.answer("pass"), "p") : "",
      button("Hint", () => this.hint(), "h"),
      button("Once more", () => this.again(), "r"),
      this.shown,
      this.onward,
      button("Chapters", () => location.assign("/learn"), "c"));
  }

  draw({ board, last } = {}) {
    const { screen } = this;
    const isOpen = !board && (screen.kind === "move" || screen.kind === "point");
    this.board.draw({
      cells: board ?? screen.board,
      last: board ? last : screen.last,
      mover: isOpen && screen.kind === "move" ? screen.color[0] : null,
      playable: isOpen ? screen.legal : null,
      labels: screen.labels,
    });
  }

  async answer(text, shown = false) {
    if (this.isJudging) return;
    this.isJudging = true;
    this.draw();
    const verdict = await post(`/api/tutorial/${this.screen.name}`, { answer: text, shown });
    this.isJudging = false;
    if (!verdict) return;
    this.tries++;
    if (verdict.board) this.draw(verdict);
    const isRight = verdict.outcome === "right";
    this.told.classList.toggle("right", isRight && !shown);
    this.told.classList.toggle("wrong", verdict.outcome === "wrong");
    const head = { right: shown ? "Shown, not solved" : "✓ Right", wrong: "✗ Not yet", none: "" }[verdict.outcome];
    this.told.replaceChildren(...[
      head && element("h2", {}, head), element("p", {}, verdict.text),
      verdict.outcome === "wrong" && element("p", { class: "waiting" }, "Try another answer."),
    ].filter(Boolean));
    this.shown.hidden = isRight || this.tries < 2;
    if (!isRight) return;
    if (!shown) store(DONE, [...done().add(this.screen.name)].join(" "));
    this.onward.classList.add("main");
    this.onward.focus({ preventScroll: true });
  }

  hint() {
    this.told.classList.remove("right", "wrong");
    this.told.replaceChildren(element("h2", {}, "Hint"), element("p", {}, this.screen.hint || "Look once more at the rule."));
  }

  again() {
    this.told.replaceChildren();
    this.draw();
  }

  next() {
    const { next } = this.screen;
    if (next) return location.assign(`/learn/${next}`);
    firstGame();
  }

  back() {
    location.assign(this.screen.before ? `/learn/${this.screen.before}` : "/learn");
  }

  key(event) {
    if (!isForView(event)) return;
    const acts = {
      p: () => this.screen.kind === "move" && this.answer("pass"),
      h: () => this.hint(), n: () => this.next(), b: () => this.back(), r: () => this.again(),
      c: () => location.assign("/learn"),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** A screen of the course. */
export async function lesson(name) {
  awaitPage();
  const screen = await ask(`/api/tutorial/${name}`, {}, nothingHere);
  if (screen) new Lesson(screen);
}

/** The bytes of a commented game; null where there is none, after `gone()`. */
export async function commentedGame(number, gone) {
  const answer = await fetch(`/api/tutorial/game/${number}`);
  if (answer.ok) return answer.arrayBuffer();
  gone({ error: "there is no commented game of this number" });
  return null;
}
