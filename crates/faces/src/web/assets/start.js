// The start page: a new game, the games that are kept, a record to review.

import { HABITS } from "/habits.js";
import { ask, element, find, firstGame, plural, post, show } from "/shared.js";

const SIZES = [7, 9, 11, 13, 15, 17, 19];
const LEVELS = [
  [0, "a first opponent"], [3, "knows the basics"], [7, "plays by shape"], [11, "a club player"],
  [14, "reads ahead"], [17, "strong"], [20, "as well as it can"],
];

function levelWords(level, ranks) {
  const rank = ranks?.[level];
  return [`${level}`, rank && `, ${rank}`, `: ${LEVELS.findLast(([from]) => level >= from)[1]}`].filter(Boolean).join("");
}

function fillForm(form) {
  for (const size of SIZES) {
    form.elements.size.append(element("option", { value: size, selected: size === 9 }, `${size}×${size}`));
  }
  const handicap = form.elements.handicap;
  handicap.append(element("option", { value: 0 }, "none"));
  for (let n = 2; n <= 9; n++) handicap.append(element("option", { value: n }, `${n} stones`));
  for (let n = 2; n <= 9; n++) handicap.append(element("option", { value: `${n} plays` }, `${n} plays, Ing's way`));
  const minutes = form.elements.minutes;
  minutes.append(element("option", { value: 0 }, "no clocks"));
  for (const n of [1, 2, 3, 5, 10, 20, 30, 60]) minutes.append(element("option", { value: n }, `${plural(n, "minute")} each`));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = find("button", form);
    button.disabled = true;
    const given = await post("/api/games", wishes(form));
    button.disabled = false;
    if (given) location.assign(`/play/${given.seat}`);
  });
}

function wishes(form) {
  const { size, level, color, place, handicap, komi, rules, minutes, name } = form.elements;
  const watches = color.value === "neither";
  return {
    against: watches ? "itself" : level ? "computer" : place.value,
    size: Number(size.value),
    color: watches ? "black" : color.value,
    handicap: parseInt(handicap.value, 10),
    plays: handicap.value.endsWith("plays"),
    komi: komi.value.trim().replace(",", "."),
    rules: rules.value,
    minutes: Number(minutes.value),
    ...(level && { level: Number(level.value) }),
    ...(name && { name: name.value.trim() }),
  };
}

function listed(href, game) {
  const names = `${game.black} – ${game.white}`;
  const facts = [`${game.size}×${game.size}`, plural(game.moves, "move"), game.result ?? (game.name ? "not finished" : "running"), [game.date, game.hour].filter(Boolean).join(" "), game.seat_color && `go on as ${game.seat_color === "black" ? "Black" : "White"}`,
    !game.name && !game.seat && "both players are there"].filter(Boolean);
  const goOn = async () => {
    const given = await post(`/api/archive/${encodeURIComponent(game.name)}/resume`);
    if (given) location.assign(`/play/${given.seat}`);
  };
  const words = [element("b", {}, names), element("small", {}, facts.join(" · "))];
  return element("li", {},
    href ? element("a", { href }, ...words) : element("span", {}, ...words),
    game.name && game.resumable && element("button", { class: "quiet", onclick: goOn, "aria-label": `Go on with ${names}` }, "Go on"));
}

export async function start(reviewFile) {
  show("view-start");
  document.title = "sgmp-go";
  for (const form of document.querySelectorAll("form")) fillForm(form);
  const { level, says } = find("#new-computer").elements;
  level.value = HABITS.level;
  find("#first-game").addEventListener("click", firstGame);
  let ranks = null;
  const words = () => { says.value = levelWords(Number(level.value), ranks); };
  level.addEventListener("input", words);
  words();
  find("#upload").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) reviewFile(await file.arrayBuffer());
  });
  const all = await ask("/api/games");
  if (!all) return;
  ranks = all.levels;
  words();
  for (const form of document.querySelectorAll("form")) {
    const { handicap, komi } = form.elements;
    const usual = () => { komi.placeholder = `as usual (${all.komi[handicap.value === "0" ? 0 : 1]})`; };
    handicap.addEventListener("change", usual);
    usual();
  }
  find("#open-games").replaceChildren(...all.open.map((game) => listed(game.seat && `/play/${game.seat}`, game)));
  find("#archive").replaceChildren(...all.archive.map((game) => listed(`/review/${encodeURIComponent(game.name)}`, game)));
  const { unlisted, folder } = all;
  find("#unlisted").hidden = unlisted === 0;
  find("#unlisted").textContent = `${plural(unlisted, "older game")} ${unlisted === 1 ? "lies" : "lie"} in ${folder}.`;
  find("#no-games").hidden = all.open.length + all.archive.length > 0;
}
