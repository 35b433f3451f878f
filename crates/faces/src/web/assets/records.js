// The ways into a review: a game of the archive, a record that the reader of the page has.

import { Review } from "/review.js";
import { ask, awaitPage, nothingHere, notice, postBytes } from "/shared.js";

/** Bytes that a browser sends for a page that is left already. */
const MAX_LAST = 60000;

/** Reviews a game of the archive, with what its last review left. */
export async function review(name) {
  const path = `/api/archive/${encodeURIComponent(name)}`;
  awaitPage();
  const record = await ask(path, {}, nothingHere);
  if (!record) return;
  if (record.trouble) notice(`${record.trouble[0].toUpperCase()}${record.trouble.slice(1)}.`);
  await reviewBytes(new Blob([record.sgf]), {
    name: name.replace(/\.sgf$/i, ""),
    leftOut: record.left_out,
    isDraft: record.is_draft,
    part: (from) => ask(`${path}/curve?from=${from}`),
    known: () => ask(`${path}/curve?from=0&known=true`),
    // Only a short body may be sent by a page that is left.
    keep: record.trouble ? null : (body, isLast) => postBytes(`${path}/draft`, body, { keepalive: isLast && body.size < MAX_LAST }),
    forget: record.trouble ? null : () => ask(`${path}/draft`, { method: "DELETE" }),
  });
}

/** Keeps a record that the reader of the page has, and opens it at an address of its own. */
export async function reviewFile(bytes) {
  const kept = await postBytes("/api/record/kept", bytes);
  if (kept?.name) location.assign(`/review/${encodeURIComponent(kept.name)}`);
  else if (kept) reviewBytes(bytes);
}

/** Reviews a record. */
export async function reviewBytes(bytes, { name = "game", leftOut = [], isDraft = false, part, known, keep, forget } = {}) {
  const game = await postBytes("/api/record", bytes);
  if (!game) return;
  game.left_out.unshift(...leftOut);
  const withAdditions = (additions) => new Blob([JSON.stringify(additions), "\n", bytes]);
  new Review(game, {
    again: (number) => postBytes(`/api/record/again?number=${number}&name=${encodeURIComponent(name)}`, bytes),
    questions: (what, node, line) => postBytes(`/api/record/ask?what=${what}&node=${node}&line=${line.join()}`, bytes),
    part: part ?? ((from) => postBytes(`/api/record/curve?from=${from}`, bytes)),
    known: known ?? (() => postBytes("/api/record/curve?from=0&known=true", bytes)),
    written: (additions) => postBytes("/api/record/written", withAdditions(additions)),
    isDraft,
    keep: keep && ((additions, isLast) => keep(withAdditions(additions), isLast)),
    forget,
  });
}
