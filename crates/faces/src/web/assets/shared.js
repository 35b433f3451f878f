// What every view uses: requests, live updates, words for screen readers, sound and theme.

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

/** Shows a template in the main part of the page. */
export function show(template) {
  const main = find("#main");
  main.replaceChildren(find(`#${template}`).content.cloneNode(true));
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

/** Asks the server; an error becomes a notice, and null. */
export async function ask(path, options = {}) {
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...options });
    const text = await answer.text();
    if (answer.ok) return text ? JSON.parse(text) : {};
    let why = text;
    try { why = JSON.parse(text).error; } catch { /* plain text */ }
    notice(why || `The server says ${answer.status}.`);
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

export function postBytes(path, bytes) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: bytes });
}

/** Follows a stream of states; the browser comes back by itself after a break. */
export function follow(path, draw) {
  const source = new EventSource(path);
  let isLost = false;
  source.addEventListener("state", (event) => {
    if (isLost) find("#notice").hidden = true;
    isLost = false;
    draw(JSON.parse(event.data));
  });
  source.addEventListener("error", () => {
    isLost = true;
    notice(source.readyState === EventSource.CLOSED
      ? "This game is not here any more."
      : "The program does not answer. Is it still running?");
  });
  addEventListener("pagehide", () => source.close());
  return source;
}

/** A time such as 4:05 or 1:02:03. */
export function clock(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
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

export function settings() {
  soundButton(find("#sound"));
  themeButton(find("#theme"));
}
