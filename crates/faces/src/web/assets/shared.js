// What every view uses: requests, live updates, words for screen readers, sound and theme.

import { WORDS } from "/words.js";

export const find = (selector, from = document) => from.querySelector(selector);

/** An element with attributes and children; strings become text. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A part of a drawing in SVG. */
export function node(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Shows a template in the main part of the page. */
export function show(template) {
  const main = find("#main");
  main.replaceChildren(find(`#${template}`).content.cloneNode(true));
  document.body.dataset.view = template;
  return main;
}

/** Says something to a screen reader. */
export function say(text) {
  const live = find("#live");
  if (live.textContent !== text) live.textContent = text;
}

let noticeTimer = 0;

/** Shows what went wrong, for a while. */
export function notice(text) {
  const bar = find("#notice");
  bar.textContent = text;
  bar.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { bar.hidden = true; }, 6000);
}

/** Asks the server; an error becomes a notice, and null. Where nothing is there, `gone(why)` is called instead, if given. */
export async function ask(path, options = {}, gone = null) {
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...options });
    const text = await answer.text();
    if (answer.ok) return text ? JSON.parse(text) : {};
    let told = { error: text };
    try { told = JSON.parse(text); } catch { /* plain text */ }
    if (answer.status === 404 && gone) gone(told);
    else notice(told.error || `The server says ${answer.status}.`);
  } catch {
    notice("The program does not answer. Is it still running?");
  }
  return null;
}

export function post(path, body = {}) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

export function postBytes(path, bytes, options = {}) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: bytes, ...options });
}

/** Milliseconds between two questions of a page that has no stream: seen, and hidden. */
const ASK_EVERY = { visible: 1000, hidden: 10000 };

/**
 * Follows the states of a path. The page that was used last has a stream, as a browser opens six connections to a host
 * at most; every other page asks from time to time, a hidden one seldom. `isOver(state)` is true once no more states are
 * awaited, `mayEnd(state)` where the program may end without a word after it. `gone(why)` is called when there is nothing at the path.
 */
export function follow(path, { draw, gone, isOver = () => false, mayEnd = () => false }) {
  const turns = "BroadcastChannel" in window ? new BroadcastChannel("sgmp-go-stream") : null;
  let [source, timer, latest, isLost, isLast, hasEnded] = [null, 0, null, false, false, false];
  const take = (state) => {
    if (isLost) find("#notice").hidden = true;
    isLost = false;
    // What only tells that time has passed is not drawn anew: a press on a button would be lost.
    const news = JSON.stringify({ ...state, clocks: null });
    if (news !== latest) draw(state);
    latest = news;
    isLast = mayEnd(state);
    hasEnded = isOver(state);
    if (hasEnded) rest();
  };
  const rest = () => {
    source?.close();
    source = null;
    clearTimeout(timer);
  };
  const lost = (status, why) => {
    if (status === 404) {
      hasEnded = true;
      rest();
      gone(why);
    } else if (isLast) {
      hasEnded = true;
      rest();
    } else {
      isLost = true;
      if (!document.hidden) notice("The program does not answer. Is it still running?");
    }
  };
  const look = async () => {
    try {
      const answer = await fetch(path, { credentials: "same-origin" });
      const told = await answer.json();
      if (answer.ok) {
        if (told) take(told);
      } else lost(answer.status, told);
    } catch {
      lost(0);
    }
    if (!hasEnded && !source) later();
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, document.hidden ? ASK_EVERY.hidden : ASK_EVERY.visible);
  };
  const giveUp = () => {
    rest();
    if (!hasEnded) later();
  };
  const claim = () => {
    if (source || hasEnded || document.hidden) return;
    turns?.postMessage("mine");
    clearTimeout(timer);
    source = new EventSource(`${path}/events`);
    source.addEventListener("state", (event) => take(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      // The browser comes back by itself where the program is only silent.
      if (source?.readyState !== EventSource.CLOSED) return lost(0);
      rest();
      look();
    });
  };
  turns?.addEventListener("message", giveUp);
  addEventListener("focus", claim);
  addEventListener("pointerdown", claim, true);
  addEventListener("keydown", claim, true);
  document.addEventListener("visibilitychange", () => document.hidden ? giveUp() : claim());
  addEventListener("pagehide", rest);
  addEventListener("pageshow", (event) => { if (event.persisted) claim(); });
  if (document.hidden) look();
  else claim();
}

/** What is said while the program is at work. */
export const MOMENT = "A moment …";

/** Says that the program is at work on this page. */
export function awaitPage() {
  find("#main").replaceChildren(element("p", { class: "waiting" }, MOMENT));
}

/** Does something that takes a while: the button or link that asked for it says so, and asks no second time. */
export async function busy(button, work) {
  if (button.ariaBusy === "true") return;
  const [words, hadFocus] = [button.lastChild.textContent, document.activeElement === button];
  const turn = (isBusy) => {
    button.ariaBusy = String(isBusy);
    button.lastChild.textContent = isBusy ? MOMENT : words;
    if (button.tagName === "BUTTON") button.disabled = isBusy;
  };
  turn(true);
  say(MOMENT);
  // The next page takes a moment too; whoever comes back finds the button as it was.
  if (await work()) return addEventListener("pagehide", () => turn(false), { once: true });
  turn(false);
  if (hadFocus) button.focus();
}

/** Says that there is nothing at this address, and where to look. */
export function nothingHere(told) {
  show("view-nothing");
  document.title = "Not here · sgmp-go";
  const why = told?.error ?? "there is nothing at this address";
  find("#why").textContent = `${why[0].toUpperCase()}${why.slice(1)}.`;
  const record = find("#record");
  record.hidden = !told?.archive;
  if (told?.archive) record.href = `/review/${encodeURIComponent(told.archive)}`;
}

/** The words of the game, closed at first; a view opens them by `?`. */
export function wordList() {
  const entries = WORDS.flatMap(([word, meaning]) => [element("dt", {}, word), element("dd", {}, meaning)]);
  return element("details", { class: "words" }, element("summary", {}, "Words of the game"), element("dl", {}, ...entries));
}

/** Brings what is told into view with the board, wherever the page and what stands beside the board were scrolled to. */
export function bring(told) {
  find(".beside").scrollTop = 0;
  find(".holder").scrollIntoView({ block: "nearest" });
  const { top, bottom } = told.getBoundingClientRect();
  // Controls that stay in view at the lower edge cover what lies behind them.
  const bar = find(".controls").getBoundingClientRect();
  const floor = bar.top > top && bar.bottom >= innerHeight - 1 ? bar.top : innerHeight;
  if (Math.min(bottom, top + 96) > floor) scrollBy(0, Math.min(bottom, top + 160) - floor);
}

/** Opens or closes the list of words, and leads to it. */
export function turnWords(list) {
  list.open = !list.open;
  if (list.open) list.scrollIntoView({ block: "nearest" });
}

/** Copies a text; where a page may not, it is marked, to be copied by hand. */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return notice("Copied.");
  } catch { /* a page that came without encryption has no clipboard */ }
  field.focus();
  field.select();
  notice(document.execCommand("copy") ? "Copied." : "The link is marked: copy it with Ctrl-C.");
}

/** A time such as 4:05 or 1:02:03; a second that has begun is told whole. */
export function clock(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Opens the next game of Igo on nine lines: a first game for somebody who has just learned the rules. */
export async function firstGame() {
  const given = await post("/api/igo", { size: 9 });
  if (given) location.assign(`/play/${given.seat}`);
}

export const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** True while keys belong to a field and not to the view. */
function isTyping(event) {
  const field = event.target.closest?.("input, textarea, select, summary");
  return Boolean(field) || event.ctrlKey || event.metaKey || event.altKey;
}

/** True for a key that the view may take: letters only at the board, where nobody hits them by speech or by chance (WCAG 2.1.4). */
export function isForView(event) {
  if (isTyping(event)) return false;
  return event.key.length > 1 || Boolean(event.target.closest?.("#board"));
}

/** The address of a move in a review, with what is told of it as a turning point. */
export const turnAddress = (path, number) => `${path}#m${number}-turn`;

/** Keeps the address of this review for the problem that is made in it of a move: not every record has a file. */
export function leaveGame(study, number) {
  try { sessionStorage.setItem(`game-${study}`, turnAddress(location.pathname, number)); } catch { /* private windows keep nothing */ }
}

/** The address of the review in which a problem was made; null of others. */
export function gameOf(study) {
  try { return sessionStorage.getItem(`game-${study}`); } catch { return null; }
}

export function stored(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

export function store(key, value) {
  try { localStorage.setItem(key, value); } catch { /* private windows keep nothing */ }
}

let audio = null;
let soundIsOn = stored("sound") === "on";

/** A short knock, as of a stone on wood; nothing unless sound is on. */
export function knock() {
  if (!soundIsOn) return;
  audio ??= new AudioContext();
  const [now, gain, tone] = [audio.currentTime, audio.createGain(), audio.createOscillator()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(520, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.06);
  gain.gain.setValueAtTime(0.35, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(gain).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}

function soundButton(button) {
  const draw = () => {
    button.textContent = soundIsOn ? "Sound on" : "Sound off";
    button.setAttribute("aria-pressed", String(soundIsOn));
  };
  button.addEventListener("click", () => {
    soundIsOn = !soundIsOn;
    store("sound", soundIsOn ? "on" : "off");
    draw();
    knock();
  });
  draw();
}

function themeButton(button) {
  const wantsDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme ?? (wantsDark.matches ? "dark" : "light")) === "dark";
  const draw = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Use light colors" : "Use dark colors");
  };
  const chosen = stored("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    store("theme", document.documentElement.dataset.theme);
    draw();
  });
  wantsDark.addEventListener("change", draw);
  draw();
}

/** Ways to play a point by a finger or the mouse, with the words for them. */
const TAPS = {
  auto: ["Taps: as fits", "Small boards on a touch screen are played by two taps, all else by one"],
  one: ["Taps: one", "One tap or click plays"],
  two: ["Taps: two", "A second tap or click on the same point plays"],
  button: ["Taps: button", "A tap or click shows the stone, a button plays it"],
};

/** The way to play a point that was chosen. */
export const tapsChosen = () => stored("taps") in TAPS ? stored("taps") : "auto";

function tapsButton(button) {
  const draw = () => {
    const [text, words] = TAPS[tapsChosen()];
    button.textContent = text;
    button.title = words;
  };
  button.addEventListener("click", () => {
    const all = Object.keys(TAPS);
    store("taps", all[(all.indexOf(tapsChosen()) + 1) % all.length]);
    draw();
    notice(`${TAPS[tapsChosen()][1]}.`);
  });
  draw();
}

/** Marks the page while keys are used, for the frame of what has the focus. */
function watchKeys() {
  const { dataset } = document.documentElement;
  addEventListener("keydown", () => { dataset.byKeys = ""; }, true);
  addEventListener("pointerdown", () => { delete dataset.byKeys; }, true);
}

export function settings() {
  watchKeys();
  tapsButton(find("#taps"));
  soundButton(find("#sound"));
  themeButton(find("#theme"));
}
