// A spectator's view of a match that is being played over a line.

import { Board } from "/board.js";
import { countWords } from "/play.js";
import { clock, element, find, follow, knock, nothingHere, plural, say, show } from "/shared.js";

class Watch {
  constructor() {
    show("view-board");
    this.lines = element("ul", { class: "health", "aria-label": "The line" });
    this.moves = element("ol", { class: "moves", "aria-label": "Moves", tabindex: "0" });
    this.told = element("div", { class: "told", "aria-live": "polite" });
    find(".sheet").append(this.told);
    find(".panel").append(
      element("h2", {}, "The line"), this.lines,
      element("details", { open: innerWidth > 900 }, element("summary", {}, "Moves"), this.moves));
    find(".controls").remove();
    find("#taps").hidden = true;
    find("h1").textContent = "A match";
    find("#status").textContent = "Waiting for the other side: the match has not begun.";
    follow("/api/watch", { draw: (state) => this.draw(state), gone: nothingHere, mayEnd: (state) => state.result !== null });
    setInterval(() => this.tick(), 250);
  }

  draw(state) {
    const before = this.state;
    this.state = state;
    this.since = performance.now();
    if (!this.board || this.board.size !== state.size) {
      this.board = new Board(find("#board"), state.size, { asked: (name, at) => say(this.board.describe(...at)), spoken: say });
    }
    if (before && state.moves.length > before.moves.length) knock();
    const { dead, black, white } = state.count ?? {};
    this.board.draw({ cells: state.board, last: state.last, atari: state.result ? [] : state.atari, dead, black, white });
    this.told.replaceChildren(...countWords(state.count));
    for (const color of ["black", "white"]) {
      const row = find(`[data-player=${color}]`);
      find(".name", row).textContent = state.names[color];
      find(".caps", row).textContent = plural(state.captures[color], "prisoner");
      row.classList.toggle("turn", state.running === color);
    }
    find("#status").textContent = state.result ?? state.spoken;
    find("#status").classList.toggle("over", state.result !== null);
    if (!before || before.spoken !== state.spoken || before.result !== state.result) say(state.result ?? state.spoken);
    this.lines.replaceChildren(...state.health.map((text) => element("li", {}, text)));
    this.moves.replaceChildren(...state.moves.map(([color, name]) => element("li", { class: color }, element("span", { class: "played" }, name))));
    this.moves.scrollTop = this.moves.scrollHeight;
    document.title = `${state.names.black} – ${state.names.white} · sgmp-go`;
    find("h1").textContent = `A match: ${state.names.black} – ${state.names.white}`;
    this.tick();
  }

  tick() {
    if (!this.state) return;
    for (const color of ["black", "white"]) {
      const runs = this.state.running === color ? performance.now() - this.since : 0;
      find(`[data-player=${color}] .clock`).textContent = clock(this.state.left[color] - runs);
    }
  }
}

export function watch() {
  new Watch();
}
