// What there is to practice: problems, one's own mistakes, Igo, the joseki tutor, games whose moves are guessed.

import { ask, element, find, plural, post, postBytes, show } from "/shared.js";

/** Games that are looked through for mistakes, the latest. */
const MAX_LATEST = 20;

function goTo(given) {
  if (given) location.assign(`/study/${given.study}`);
}

function listedSet(set) {
  const open = async (all) => goTo(await post("/api/study/problems", { set: set.name, all }));
  const facts = [plural(set.count, "problem"), `${set.known} known`, `${set.due} to do today`].join(" · ");
  return element("li", {},
    element("a", { href: "#", onclick: (event) => { event.preventDefault(); open(set.due === 0); } },
      element("b", {}, `${set.name}${set.beginners ? " (for beginners)" : ""}`),
      element("small", {}, set.sentence), element("small", {}, facts)));
}

async function drawSets() {
  const all = await ask("/api/practice");
  if (all) find("#sets").replaceChildren(...all.sets.map(listedSet));
  return all;
}

/** Looks through the latest games, one after the other, for chances that were missed. */
async function findMistakes(card) {
  const far = find(".far", card);
  const list = find("ul", card);
  list.replaceChildren();
  const games = ((await ask("/api/games"))?.archive ?? []).filter((game) => game.moves > 0).slice(0, MAX_LATEST);
  let added = 0;
  for (const [at, game] of games.entries()) {
    const names = `${game.black} – ${game.white}`;
    far.textContent = `Game ${at + 1} of ${games.length}: ${names} …`;
    for (const color of ["black", "white"]) {
      const found = await post("/api/study/mistakes", { game: game.name, color });
      if (!found) return;
      added += found.added;
      list.append(...found.told.map((sentence) => element("li", {}, element("b", {}, names), element("small", {}, sentence))));
      if (found.added) await drawSets();
    }
  }
  far.textContent = games.length ? `${plural(added, "new problem")} among your problems above, in the set "own".` : "No game is kept yet: play one first.";
}

function mistakes() {
  const card = find("#mistakes");
  const button = find("button", card);
  button.addEventListener("click", async () => {
    button.disabled = true;
    await findMistakes(card);
    button.disabled = false;
  });
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
    const open = async (event) => {
      event.preventDefault();
      goTo(await post("/api/study/guess", { game: game.name, color: color() }));
    };
    return element("li", {}, element("a", { href: "#", onclick: open },
      element("b", {}, `${game.black} – ${game.white}`),
      element("small", {}, [`${game.size}×${game.size}`, plural(game.moves, "move"), game.date].filter(Boolean).join(" · "))));
  }));
}

export async function practice() {
  show("view-practice");
  document.title = "Practice · sgmp-go";
  find("#joseki button").addEventListener("click", async () => goTo(await post("/api/study/joseki")));
  mistakes();
  const all = await drawSets();
  if (!all) return;
  igo(all.igo);
  guess();
}
