// What there is to practice: problems, one's own mistakes, Igo, the joseki tutor, games whose moves are guessed.

import { ask, busy, element, find, plural, post, postBytes, show } from "/shared.js";

/** Games that are looked through for mistakes, the latest. */
const MAX_LATEST = 20;

/** Opens a study that was made; false where there is none. */
function goTo(given) {
  if (given) location.assign(`/study/${given.study}`);
  return Boolean(given);
}

function listedSet(set) {
  const open = async (all) => goTo(await post("/api/study/problems", { set: set.name, all }));
  const facts = [plural(set.count, "problem"), `${set.known} known`, `${set.due} to do today`].join(" · ");
  return element("li", {},
    element("a", { href: "#", onclick: (event) => { event.preventDefault(); busy(event.currentTarget, () => open(set.due === 0)); } },
      element("b", {}, `${set.name}${set.beginners ? " (for beginners)" : ""}`),
      element("small", {}, set.sentence), element("small", {}, facts)));
}

async function drawSets() {
  const all = await ask("/api/practice");
  if (all) find("#sets").replaceChildren(...all.sets.map(listedSet));
  return all;
}

/** The search for mistakes in the latest games, part after part; what it has found is kept though it is stopped. */
class MistakeSearch {
  constructor(card) {
    this.far = find(".far", card);
    this.going = find(".going", card);
    this.list = find("ul", card);
    this.button = find("button", card);
    this.words = this.button.textContent;
    this.button.addEventListener("click", () => this.isRunning ? this.stop() : this.run());
  }

  stop() {
    this.isRunning = false;
    this.button.textContent = "Stopping …";
  }

  async run() {
    this.isRunning = true;
    this.added = 0;
    this.button.textContent = "Stop";
    this.button.classList.remove("main");
    this.list.replaceChildren();
    const games = ((await ask("/api/games"))?.archive ?? []).filter((game) => game.moves > 0 && !game.sent).slice(0, MAX_LATEST);
    const seen = await this.lookThrough(games);
    this.isRunning = false;
    this.button.textContent = this.words;
    this.button.classList.add("main");
    this.going.hidden = true;
    this.far.textContent = this.result(games, seen);
  }

  /** Looks through games until all are done, or the search is stopped; returns how many are done. */
  async lookThrough(games) {
    for (const [at, game] of games.entries()) {
      const names = `${game.black} – ${game.white}`;
      this.far.textContent = `Game ${at + 1} of ${games.length}: ${names}`;
      if (!await this.lookAt(game, names)) return at;
    }
    return games.length;
  }

  /** Looks at the moves of a game; false where that does not come to its end. */
  async lookAt(game, names) {
    let known = 0;
    for (;;) {
      if (!this.isRunning) return false;
      const part = await post("/api/study/mistakes", { game: game.name });
      if (!part) return false;
      this.draw(part);
      this.list.append(...part.told.slice(known).map((sentence) =>
        element("li", {}, element("span", {}, element("b", {}, names), " ", element("small", {}, sentence)))));
      known = part.told.length;
      this.added += part.added;
      if (part.added) await drawSets();
      if (part.looked_at >= part.moves) return true;
    }
  }

  draw({ looked_at: at, moves }) {
    const bar = find("progress", this.going);
    bar.max = moves;
    bar.value = at;
    find("span", this.going).textContent = `move ${at} of ${moves}`;
    this.going.hidden = false;
  }

  result(games, seen) {
    if (!games.length) return "No game is kept yet: play one first.";
    const found = this.added ? `${plural(this.added, "new problem")} among your problems above, in the set "own".` : "No new problem was found.";
    return seen < games.length ? `Stopped in game ${seen + 1} of ${games.length}. ${found} The next look goes on from there.` : found;
  }
}

function igo(boards) {
  const card = find("#igo");
  const size = find("[name=size]", card);
  const level = find("[name=level]", card);
  for (const [lines] of boards) size.append(element("option", { value: lines }, `${lines}×${lines}`));
  const draw = () => { find("#standing").textContent = boards.find(([lines]) => lines === Number(size.value))[1]; };
  size.addEventListener("change", draw);
  draw();
  find("button", card).addEventListener("click", async () => {
    const given = await post("/api/igo", { size: Number(size.value), level: level.value });
    if (given) location.assign(`/play/${given.seat}`);
  });
}

async function guess() {
  const card = find("#guess");
  const color = () => find("[name=color]", card).value;
  find("[type=file]", card).addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) goTo(await postBytes(`/api/study/guess/sent?color=${color()}`, await file.arrayBuffer()));
  });
  const games = await ask("/api/games");
  if (!games) return;
  find("#guess-games").replaceChildren(...games.archive.filter((game) => game.moves > 0).map((game) => {
    const make = async () => goTo(await post("/api/study/guess", { game: game.name, color: color() }));
    const open = (event) => {
      event.preventDefault();
      busy(event.currentTarget, make);
    };
    return element("li", {}, element("a", { href: "#", onclick: open },
      element("b", {}, `${game.black} – ${game.white}`),
      element("small", {}, [`${game.size}×${game.size}`, plural(game.moves, "move"), game.date].filter(Boolean).join(" · "))));
  }));
}

export async function practice() {
  show("view-practice");
  document.title = "Practice · sgmp-go";
  find("#joseki button").addEventListener("click", (event) => busy(event.currentTarget, async () => goTo(await post("/api/study/joseki"))));
  new MistakeSearch(find("#mistakes"));
  const all = await drawSets();
  if (!all) return;
  igo(all.igo);
  guess();
}
