// A game at the board: against the computer, or of two pages.

import { Board } from "/board.js";
import { Curve } from "/curve.js";
import { HABITS } from "/habits.js";
import { ask, bring, clock, copy, element, find, follow, isForView, knock, nothingHere, notice, plural, post, say, show, store, stored, turnWords, wordList } from "/shared.js";

const capital = (word) => word[0].toUpperCase() + word.slice(1);

class Play {
  constructor(seat) {
    this.path = `/api/seat/${seat}`;
    this.advice = null;
    this.view = show("view-board");
    find(".table").classList.add("long");
    this.controls = find(".controls");
    this.panel();
    addEventListener("keydown", (event) => this.key(event));
    follow(this.path, {
      draw: (state) => this.draw(state),
      gone: nothingHere,
      // Who waits for another game of two persons is told of it.
      isOver: (state) => state.phase === "over" && !state.other,
    });
    addEventListener("pagehide", () => {
      if (this.state?.other) navigator.sendBeacon?.(`${this.path}/leave`, new Blob([`{"moves":0}`], { type: "application/json" }));
    });
    setInterval(() => this.tick(), 250);
  }

  panel() {
    this.told = element("div", { class: "told", "aria-live": "polite" });
    this.moves = element("ol", { class: "moves", "aria-label": "Moves" });
    this.typed = element("input", { name: "point", placeholder: "such as E5", size: 8, autocomplete: "off", maxlength: 6, "aria-label": "Play a point by its name" });
    this.byName = element("form", { class: "by-name", onsubmit: (event) => {
      event.preventDefault();
      this.play(this.typed.value.trim().toUpperCase());
      this.typed.value = "";
    } }, this.typed, element("button", {}, "Play"));
    this.course = element("div", { hidden: true });
    this.series = element("p", { class: "facts" });
    this.talk = element("section", { class: "talk", hidden: true });
    this.other = element("section", { class: "other", hidden: true });
    this.keys = element("p", { class: "keys" });
    this.words = wordList();
    find(".sheet").append(this.told, this.other);
    find(".panel").append(
      this.series, this.course, this.talk,
      element("details", { open: innerWidth > 900 }, element("summary", {}, "Moves"), this.moves, this.byName),
      this.words, this.keys);
  }

  draw(state) {
    const before = this.state;
    this.state = state;
    this.asksPass = false;
    this.since = performance.now();
    if (!this.board || this.board.size !== state.size) {
      this.board = new Board(find("#board"), state.size, {
        asked: (name) => this.chosen(name),
        spoken: say,
      });
    }
    if (before) this.drawCourse(before);
    this.byName.hidden = state.watching || state.phase !== "playing";
    this.keys.hidden = state.phase !== "playing";
    const keys = [
      "< > look back",
      !state.watching && "arrows and Enter play · P twice passes · U take back",
      state.can.advice && `${HABITS.hints ? "H hint · " : ""}W why · Z why not · T territory · G groups · E curve`,
      "? words",
    ];
    this.keys.textContent = `Keys: ${keys.filter(Boolean).join(" · ")}`;
    if (before && before.moves.length !== state.moves.length) {
      this.earlier = null;
      if (!this.outlives(before)) this.forget();
      if (state.moves.length > before.moves.length) knock();
    }
    if (!this.earlier) this.drawBoard();
    this.drawPlayers();
    this.tick();
    this.drawStatus(before);
    this.drawControls();
    this.drawMoves();
    this.drawTalk();
    const facts = [
      (state.phase === "over" && state.igo?.standing) || state.igo?.title,
      `Komi ${state.komi}, ${state.rules} rules.`,
      state.phase === "playing" && state.atari.length > 0 && "A dashed ring: in atari, one liberty left.",
    ];
    this.series.textContent = facts.filter(Boolean).join(" ");
    const isMine = state.phase === "playing" && state.legal && !state.one_page;
    document.title = `${isMine ? "Your turn · " : ""}${this.names()} · sgmp-go`;
    find("h1").textContent = this.names();
  }

  /** True if only the computer has moved since the reader asked about a move: what is said of it stays true. */
  outlives(before) {
    const answered = this.state.moves.length > before.moves.length && !before.legal && !this.state.watching;
    return answered && ["why", "whynot"].includes(this.asked);
  }

  /** Takes away what was asked, and what is still awaited. */
  forget() {
    this.asked = null;
    this.advice = null;
    this.told.replaceChildren();
  }

  names() {
    return `${this.state.names.black} – ${this.state.names.white}`;
  }

  /** Shows an earlier position, or the present one again. */
  async lookBack(moves) {
    const { length } = this.state.moves;
    const wanted = Math.max(0, Math.min(length, moves));
    if (wanted === length) return this.lookAhead();
    const earlier = await ask(`${this.path}/after/${wanted}`);
    if (!earlier || this.state.moves.length !== length) return;
    this.earlier = earlier;
    this.forget();
    this.board.draw({ cells: earlier.board, last: earlier.point });
    this.drawStatus(this.state);
    this.markMove();
  }

  /** Back to the present. */
  lookAhead() {
    if (!this.earlier) return;
    this.earlier = null;
    this.drawBoard();
    this.drawStatus(this.state);
    this.markMove();
  }

  /** Marks the move in the list that is looked at. */
  markMove() {
    find("[aria-current]", this.moves)?.removeAttribute("aria-current");
    const shown = this.earlier && this.moves.children[this.earlier.number - 1];
    shown?.setAttribute("aria-current", "step");
  }

  drawBoard() {
    const { state } = this;
    const count = state.count ?? {};
    const showing = this.advice?.draw ?? {};
    this.board.draw({
      cells: state.board,
      last: state.last,
      mover: state.turn ? state.turn[0] : null,
      playable: state.legal,
      dead: count.dead,
      black: count.black,
      white: count.white,
      atari: state.phase === "playing" ? state.atari : [],
      ...showing,
    });
    find("#board").classList.toggle("counting", state.phase === "counting");
    find(".table").classList.toggle("acts-first", state.phase === "counting");
  }

  drawPlayers() {
    for (const color of ["black", "white"]) {
      const row = find(`[data-player=${color}]`);
      find(".name", row).textContent = this.state.names[color];
      find(".caps", row).textContent = plural(this.state.captures[color], "prisoner");
      row.classList.toggle("turn", this.state.turn === color && this.state.phase === "playing");
    }
  }

  tick() {
    const clocks = this.state?.clocks;
    if (!clocks) return;
    for (const color of ["black", "white"]) {
      const runs = clocks.running === color ? performance.now() - this.since : 0;
      find(`[data-player=${color}] .clock`).textContent = clock(clocks.left[color] - runs);
    }
  }

  /** What applies now, in a sentence. */
  drawStatus(before) {
    const { state } = this;
    const status = find("#status");
    if (this.earlier) {
      const { number } = this.earlier;
      const back = element("button", { class: "quiet", onclick: () => this.lookAhead() }, "Back to the game (Esc)");
      status.replaceChildren(number ? `After move ${number} of ${state.moves.length}. ` : "Before the first move. ", back);
      return;
    }
    let text = state.spoken;
    if (state.phase === "playing" && state.thinking) text = [text, `${state.names[state.turn]} is thinking …`].join(" ");
    else if (state.phase === "playing" && state.plays_left) text = [text, `Black has ${plural(state.plays_left, "play")} in a row left.`].join(" ");
    else if (state.phase === "playing" && state.legal && !state.one_page) text = [text, `Your turn: ${capital(state.turn)}.`].join(" ");
    else if (state.phase === "playing") text = [text, `${capital(state.turn)} is to play.`].join(" ");
    if (state.phase === "counting") text = [state.count.result, state.count.help].filter(Boolean).join(" ");
    if (state.phase === "over") text = state.result;
    if (state.other?.wants_again) text = `${text} The other player waits for another game.`;
    if (state.trouble) notice(state.trouble);
    if (state.count?.points) {
      this.told.replaceChildren(...countWords(state.count),
        state.phase === "counting" ? element("p", {}, state.count.help) : "");
    }
    const isCounted = state.phase === "counting" && state.count.result;
    status.textContent = isCounted ? `${state.count.result} Is this right?` : text;
    if (state.igo && state.phase === "over") text = [text, state.igo.standing].filter(Boolean).join(" ");
    status.classList.toggle("over", state.phase === "over");
    if (!before || before.revision !== state.revision) say(text);
  }

  button(text, act, { key, main } = {}) {
    const made = element("button", { class: main ? "main" : null, "aria-keyshortcuts": key ?? null, onclick: act }, text);
    this.controls.append(made);
  }

  drawControls() {
    const { state } = this;
    const focused = document.activeElement?.textContent;
    const hadFocus = this.controls.contains(document.activeElement);
    this.controls.replaceChildren();
    if (state.phase === "playing") {
      if (state.can.pass) this.button("Pass", () => this.send("pass"), { key: "p" });
      if (state.can.undo) this.button("Take back", () => this.send("undo"), { key: "u" });
      if (state.can.advice) {
        if (HABITS.hints) this.button("Hint", () => this.askFor("hint"), { key: "h" });
        this.button("Why", () => this.askFor("why"), { key: "w" });
        this.button("Why not", () => this.askFor("whynot"), { key: "z" });
        this.button("Territory", () => this.askFor("territory"), { key: "t" });
        this.button("Groups", () => this.askFor("groups"), { key: "g" });
        this.button("Curve", () => this.toggleCourse(), { key: "e" });
      }
      if (state.can.resign) this.button("Resign", () => this.resign());
    } else if (state.phase === "counting") {
      this.button(state.count.agreed ? "Waiting for the other …" : "Agree", () => this.send("agree"), { main: true });
      this.button("Play on", () => this.send("resume"));
    } else {
      const again = state.other?.wants_again ? "Join the next game" : "Play again";
      if (state.can.again) this.button(state.igo ? "Next game" : again, () => this.again(), { main: true });
      if (state.archive) this.button("Review", () => location.assign(`/review/${encodeURIComponent(state.archive)}`));
      this.button("Start page", () => location.assign("/"));
    }
    if (hadFocus) {
      const again = [...this.controls.children].find((button) => button.textContent === focused);
      (again ?? find("#board")).focus();
    }
  }

  drawMoves() {
    const { moves } = this.state;
    this.moves.replaceChildren(...moves.map(([color, name], i) =>
      element("li", { class: color }, element("button", { onclick: () => this.lookBack(i + 1), "aria-label": `Look at move ${i + 1}: ${name}` }, name))));
    this.moves.scrollTop = this.moves.scrollHeight;
  }

  /** The other of two players: whether they are here, and the link for them. */
  drawOther() {
    const { other, you, names } = this.state;
    this.other.hidden = !other;
    if (!other) return;
    if (!this.other.childElementCount) this.makeOther();
    const color = you === "black" ? "white" : "black";
    const name = names[color];
    this.presence.textContent = {
      awaited: "The other player has not come yet. The clocks wait.",
      here: `${name} is here.`,
      left: `${name} has left the page. What was played is kept; the same link leads back.`,
    }[other.page];
    this.invite.hidden = !other.invite;
    if (other.invite && !this.invite.childElementCount) this.invite.append(...invitation(other.invite));
  }

  makeOther() {
    this.presence = element("p", { role: "status" });
    this.invite = element("div", { class: "invite" });
    const input = element("input", { name: "player", maxlength: 40, autocomplete: "nickname", value: stored("name") ?? "" });
    const keep = async (event) => {
      event.preventDefault();
      store("name", input.value.trim());
      await this.send("name", { text: input.value });
    };
    this.other.append(this.presence, this.invite,
      element("form", { class: "by-name", onsubmit: keep }, element("label", {}, "Your name ", input), element("button", {}, "Keep")));
  }

  drawTalk() {
    const { state } = this;
    this.drawOther();
    if (!state.talk) return;
    if (!this.talk.childElementCount) this.makeTalk();
    const lines = state.talk.map(({ by, text }) =>
      element("li", {}, element("b", {}, `${state.names[by]}: `), text));
    if (this.said.childElementCount !== lines.length) {
      this.said.replaceChildren(...lines);
      this.said.scrollTop = this.said.scrollHeight;
    }
  }

  makeTalk() {
    this.said = element("ul", { "aria-live": "polite", "aria-label": "Talk" });
    const input = element("input", { name: "talk", maxlength: 300, autocomplete: "off", placeholder: "Say something", "aria-label": "Say something to the other player" });
    this.talk.append(element("h2", {}, "Talk"), this.said, element("form", { onsubmit: (event) => {
      event.preventDefault();
      if (input.value.trim()) this.send("talk", { text: input.value });
      input.value = "";
    } }, input, element("button", {}, "Send")));
    this.talk.hidden = false;
  }

  /** Shows or hides who was ahead when. */
  toggleCourse() {
    if (!this.curve) {
      this.curve = new Curve(this.state.moves.length, { part: (from) => ask(`${this.path}/curve?from=${from}`) });
      this.curve.at = this.state.moves.length;
      this.course.append(this.curve.box);
      this.curve.load();
    }
    this.course.hidden = !this.course.hidden;
  }

  drawCourse(before) {
    const [old, now] = [before.moves, this.state.moves];
    if (!this.curve || old.length === now.length) return;
    let common = 0;
    while (common < old.length && common < now.length && old[common].join() === now[common].join()) common++;
    this.curve.resize(now.length, common);
  }

  chosen(name) {
    if (this.earlier) return this.lookAhead();
    if (this.state.phase === "counting") this.send("dead", { point: name });
    else if (this.state.phase === "playing") this.play(name);
  }

  play(name) {
    const { state } = this;
    if (!state.legal) return notice(state.phase === "playing" ? "It is not your turn." : "The game is over.");
    this.send(name === "PASS" ? "pass" : "move", { point: name });
  }

  async send(what, body = {}) {
    await post(`${this.path}/${what}`, { moves: this.state.moves.length, ...body });
  }

  /** By its key a pass is asked for twice. */
  pass() {
    const isSure = this.asksPass;
    this.asksPass = !isSure;
    if (isSure) return this.send("pass");
    find("#status").textContent = "Pass? P again passes.";
    say("Pass? P again passes.");
  }

  resign() {
    const who = this.state.one_page ? ` for ${capital(this.state.turn)}` : "";
    if (confirm(`Resign the game${who}?`)) this.send("resign");
  }

  async again() {
    const given = await post(`${this.path}/again`, {});
    if (given) location.assign(`/play/${given.seat}`);
  }

  /** Takes away what was asked, from the board too, and closes the words. */
  closeTold() {
    this.words.open = false;
    this.forget();
    this.drawBoard();
  }

  async askFor(what) {
    this.lookAhead();
    if (this.advice?.what === what) return this.closeTold();
    this.asked = what;
    this.told.replaceChildren(element("p", { class: "waiting" }, "A moment …"));
    bring(this.told);
    const advice = await post(`${this.path}/ask`, { what });
    // Meanwhile something else may have been asked, or a move made.
    if (this.asked !== what) return;
    if (!advice) return this.forget();
    this.advice = { what, draw: drawing(advice) };
    this.told.replaceChildren(...tell(advice));
    bring(this.told);
    this.drawBoard();
  }

  key(event) {
    if (!isForView(event)) return;
    const acts = {
      p: () => this.state.can.pass && this.pass(),
      u: () => this.state.can.undo && this.send("undo"),
      h: () => this.state.can.advice && HABITS.hints && this.askFor("hint"),
      w: () => this.state.can.advice && this.askFor("why"),
      z: () => this.state.can.advice && this.askFor("whynot"),
      t: () => this.state.can.advice && this.askFor("territory"),
      g: () => this.state.can.advice && this.askFor("groups"),
      e: () => this.state.can.advice && this.toggleCourse(),
      "?": () => turnWords(this.words),
      escape: () => this.earlier ? this.lookAhead() : this.closeTold(),
      "<": () => this.lookBack((this.earlier?.number ?? this.state.moves.length) - 1),
      ">": () => this.lookBack((this.earlier?.number ?? this.state.moves.length) + 1),
      "/": () => !this.state.watching && this.typed.focus(),
    };
    const act = acts[event.key.toLowerCase()];
    if (event.key.toLowerCase() !== "p" && this.asksPass) {
      this.asksPass = false;
      this.drawStatus(this.state);
    }
    if (!act || !this.state || (this.state.phase !== "playing" && !["/", "?"].includes(event.key))) return;
    event.preventDefault();
    act();
  }
}

/** Both sides' points of a count. */
export function countWords(count) {
  if (!count?.points) return [];
  return [element("h2", {}, "The count"),
    element("p", {}, `Black: ${count.points.black}.`), element("p", {}, `White: ${count.points.white}.`)];
}

/** The link for the other player. Where the page came by an address that this machine alone knows, others need another one. */
function invitation({ path, hosts, is_open: isOpen }) {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const row = (link) => {
    const field = element("input", { readonly: true, value: link, size: 30, "aria-label": "The other player's link" });
    return element("p", { class: "by-name" }, field, element("button", { class: "quiet", onclick: () => copy(link, field) }, "Copy"));
  };
  if (!isLocal) return [element("p", {}, "The other player's link:"), row(new URL(path, location.href).href)];
  const here = [element("p", {}, "The other player's link, on this machine:"), row(new URL(path, location.href).href)];
  if (isOpen && hosts.length) {
    return [element("p", {}, hosts.length === 1 ? "The other player's link, from your network:" : "The other player's link, from your network (one of these):"),
      ...hosts.map((host) => row(`http://${host}${path}`)), ...here];
  }
  const known = hosts.length ? ` This machine is ${hosts.map((host) => host.replace(/:\d+$/, "")).join(" or ")} there.` : "";
  return [...here, element("p", { class: "facts" },
    "For somebody at another machine of your network start the program with ", element("code", {}, "sgmp-go serve --listen 0.0.0.0"), ` and set up the game again.${known}`)];
}

/** What advice shows on the board. */
export function drawing(advice) {
  return { labels: advice.labels ?? [], owners: advice.owners ?? [] };
}

/** Advice in words. */
export function tell(advice) {
  const items = (advice.items ?? []).map(({ title, text }) =>
    element("li", {}, title && element("b", {}, `${title} `), text));
  return [
    element("h2", {}, advice.title),
    ...(advice.text ?? []).map((text) => element("p", {}, text)),
    items.length ? element("ul", {}, ...items) : "",
  ];
}

export function play(seat) {
  new Play(seat);
}
