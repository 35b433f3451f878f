// The start page: a new game on the terms of the last one, the games that are kept, a record to review.

import { HABITS } from "/habits.js";
import { GameLists } from "/games.js";
import { takeRecords } from "/record_drop.js";
import { element, find, firstGame, plural, post, show, store, stored } from "/shared.js";

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
  const { place, other, color, name } = form.elements;
  const turn = () => {
    other.closest("label").hidden = place.value !== "here";
    [name.placeholder, other.placeholder] = color.value === "white" ? ["White", "Black"] : ["Black", "White"];
  };
  if (other) form.addEventListener("change", turn);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    remember(form);
    const button = find("button", form);
    button.disabled = true;
    const given = await post("/api/games", wishes(form));
    button.disabled = false;
    if (given) location.assign(`/play/${given.seat}`);
  });
}

function wishes(form) {
  const { size, level, color, place, handicap, komi, rules, minutes, name, other } = form.elements;
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
    ...(other && place.value === "here" && { other: other.value.trim() }),
  };
}

/** The fields of a form by their names; those of one name are one field. */
function fields(form) {
  return [...new Set([...form.elements].map((field) => field.name).filter(Boolean))].map((name) => [name, form.elements[name]]);
}

/** Keeps what a form was submitted with. Outputs and buttons have no value of their own. */
function remember(form) {
  const values = fields(form).filter(([, field]) => field.type !== "output").map(([name, field]) => [name, field.value]);
  store(form.id, JSON.stringify(Object.fromEntries(values)));
}

/** Returns whether a field can have a value: one of its choices, a number in its range, a text that is not too long. */
function fits(field, value) {
  if (typeof value !== "string") return false;
  if (field instanceof RadioNodeList || field.options) return [...(field.options ?? field)].some((choice) => choice.value === value);
  if (field.type === "range") return /^\d+$/.test(value) && Number(value) >= Number(field.min) && Number(value) <= Number(field.max);
  return field.type === "text" && value.length <= (field.maxLength > 0 ? field.maxLength : 12);
}

/** Fills a form as it was submitted last; what does not fit any more stays as it is. Folded fields are shown where they are not as usual. */
function recall(form) {
  let values = null;
  try { values = JSON.parse(stored(form.id)); } catch { /* written by something else */ }
  const folded = find("details", form);
  for (const [name, field] of fields(form)) {
    const value = values?.[name];
    const usual = field.value;
    if (!fits(field, value) || value === usual) continue;
    field.value = value;
    if (field instanceof Element && folded.contains(field)) folded.open = true;
  }
}

export async function start(reviewFile) {
  show("view-start");
  document.title = "sgmp-go";
  const forms = document.querySelectorAll("form.card");
  for (const form of forms) fillForm(form);
  const { level, says } = find("#new-computer").elements;
  level.value = HABITS.level;
  forms.forEach((form) => {
    recall(form);
    form.dispatchEvent(new Event("change"));
  });
  find("#first-game").addEventListener("click", firstGame);
  let ranks = null;
  const words = () => { says.value = levelWords(Number(level.value), ranks); };
  level.addEventListener("input", words);
  words();
  takeRecords(reviewFile);
  const all = await new GameLists().load();
  if (!all) return;
  ranks = all.levels;
  words();
  for (const form of forms) {
    const { handicap, komi } = form.elements;
    const usual = () => { komi.placeholder = `as usual (${all.komi[handicap.value === "0" ? 0 : 1]})`; };
    handicap.addEventListener("change", usual);
    usual();
  }
}
