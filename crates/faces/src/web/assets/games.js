// The lists of games on the start page: running ones, and those of the archive, which are searched through, downloaded, deleted and brought back.

import { ask, element, find, plural, post, say } from "/shared.js";

/** Milliseconds without a letter after which a search begins. */
const PAUSE = 250;

const names = (game) => `${game.black} – ${game.white}`;
const address = (game, what) => `/api/archive/${encodeURIComponent(game.name)}/${what}`;
/** The address that deletes or brings back: a record that was sent may have the name of a game. */
const shelved = (game, what) => `${address(game, what)}${game.sent ? "?sent=true" : ""}`;
/** What tells a row from all others. */
const key = (game) => `${game.sent ? "sent" : "game"} ${game.name}`;

/** A game's names, as a link where it leads somewhere, above what there is to know of it. */
function told(game, href, facts) {
  const title = element("b", {}, names(game));
  return element("span", { class: "about" }, href ? element("a", { href }, title) : title, element("small", {}, facts.filter(Boolean).join(" · ")));
}

function running(game) {
  const href = game.seat && `/play/${game.seat}`;
  const facts = [`${game.size}×${game.size}`, plural(game.moves, "move"), game.date,
    game.seat_color && `go on as ${game.seat_color === "black" ? "Black" : "White"}`, !game.seat && "both players are there"];
  return element("li", {}, told(game, href, facts),
    href && element("a", { class: "button", href, "aria-label": `Go on with ${names(game)}` }, "Go on"));
}

export class GameLists {
  constructor() {
    this.search = find("#search");
    /** Games and records that were deleted since the page was opened, by their keys. */
    this.deleted = new Map();
    /** The number of the last search: older ones that are answered later are passed over. */
    this.asked = 0;
    let pause = 0;
    this.search.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(() => this.load(), PAUSE);
    });
    this.search.addEventListener("search", () => {
      clearTimeout(pause);
      this.load();
    });
  }

  /** Lists what is searched for, unless more was searched for meanwhile, and returns what the program has told; null without an answer. */
  async load() {
    const sought = this.search.value.trim();
    const number = ++this.asked;
    const all = await ask(sought ? `/api/games?find=${encodeURIComponent(sought)}` : "/api/games");
    if (!all || number !== this.asked) return all;
    this.draw(all, sought);
    return all;
  }

  draw({ open, archive, unlisted, unsearched, folder }, sought) {
    const listed = new Set(archive.map(key));
    // What was deleted here can be brought back until the page is left, whatever is searched for.
    const gone = [...this.deleted.values()].filter((game) => !listed.has(key(game)));
    for (const [list, games] of [
      ["#open-games", open.map(running)],
      ["#unfinished", this.rows(gone, archive, (game) => game.resumable)],
      ["#archive", this.rows(gone, archive, (game) => !game.resumable && !game.sent)],
      ["#sent", this.rows(gone, archive, (game) => game.sent)],
    ]) {
      find(list).replaceChildren(...games);
      find(list).closest("section").hidden = games.length === 0;
    }
    const isEmpty = archive.length + gone.length === 0;
    find("#search-field").hidden = isEmpty && !sought;
    find("#no-games").hidden = open.length > 0 || !isEmpty || Boolean(sought);
    const left = [
      sought && archive.length === 0 && "No kept game has all these words.",
      unlisted > 0 && sought && `${plural(unlisted, "more game")} ${unlisted === 1 ? "has" : "have"} all these words: type another one to find fewer.`,
      unlisted > 0 && !sought && `${plural(unlisted, "older game")} ${unlisted === 1 ? "lies" : "lie"} in ${folder}: search for a name, a date, a result or a size to see them.`,
      unsearched > 0 && `${plural(unsearched, "older game")} ${unsearched === 1 ? "was" : "were"} not looked through: ${unsearched === 1 ? "it lies" : "they lie"} in ${folder}.`,
    ].filter(Boolean).join(" ");
    find("#unlisted").hidden = !left;
    find("#unlisted").textContent = left;
    if (sought) say(left || `${plural(archive.length, "game")} found.`);
  }

  /** The rows of a list: what was deleted, then what is there. */
  rows(gone, archive, belongs) {
    return [...gone.filter(belongs).map((game) => this.goneRow(game)), ...archive.filter(belongs).map((game) => this.row(game))];
  }

  /** A game of the archive, or a record that was sent. */
  row(game) {
    const facts = [`${game.size}×${game.size}`, plural(game.moves, "move"), game.result, [game.date, game.hour].filter(Boolean).join(" ")];
    const goOn = async () => {
      const given = await post(address(game, "resume"));
      if (given) location.assign(`/play/${given.seat}`);
    };
    const row = element("li", {}, told(game, `/review/${encodeURIComponent(game.name)}`, facts), element("span", { class: "acts" },
      game.resumable && element("button", { onclick: goOn, "aria-label": `Go on with ${names(game)}` }, "Go on"),
      element("a", { class: "quiet", href: address(game, "file"), download: game.name, "aria-label": `Download ${names(game)}` }, "Download"),
      element("button", { class: "quiet delete", onclick: () => this.remove(game, row), "aria-label": `Delete ${names(game)}` }, "Delete")));
    return row;
  }

  /** What stands in the place of a game that was deleted. */
  goneRow(game) {
    const row = element("li", { class: "gone" },
      element("span", { class: "about" }, "Deleted. ", element("small", {}, names(game))),
      element("button", { class: "undo", onclick: () => this.restore(game, row), "aria-label": `Undo: bring ${names(game)} back` }, "Undo"));
    return row;
  }

  async remove(game, row) {
    if (!await post(shelved(game, "delete"))) return;
    this.deleted.set(key(game), game);
    this.put(row, this.goneRow(game), ".undo");
    say(`${names(game)} is deleted. Undo brings it back.`);
  }

  async restore(game, row) {
    if (!await post(shelved(game, "restore"))) return;
    this.deleted.delete(key(game));
    this.put(row, this.row(game), ".delete");
    say(`${names(game)} is back.`);
  }

  /** Puts a row in the place of another, with the keys where they were. A list that was drawn anew meanwhile is asked for again. */
  put(row, other, button) {
    if (!row.isConnected) return this.load();
    row.replaceWith(other);
    find(button, other).focus();
  }
}
