// What there is to practice: problems, Igo, the joseki tutor, games whose moves are guessed.

import { ask, element, find, plural, post, postBytes, show } from "/shared.js";

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
  const all = await ask("/api/practice");
  if (!all) return;
  find("#sets").replaceChildren(...all.sets.map(listedSet));
  igo(all.igo);
  guess();
}
