// The page: which view an address shows.

import { find, nothingHere, settings, show } from "/shared.js";
import { leftWord } from "/record_drop.js";
import { setup } from "/setup.js";
import { start } from "/start.js";
import { practice } from "/practice.js";
import { study } from "/study.js";
import { play } from "/play.js";
import { review, reviewBytes, reviewFile } from "/records.js";
import { commentedGame, contents, lesson } from "/tutorial.js";
import { watch } from "/watch.js";

const VIEWS = [
  [/^\/$/, () => start(reviewFile)],
  [/^\/setup$/, () => setup(reviewFile)],
  [/^\/play\/([0-9a-f]+)$/, play],
  [/^\/review\/([^/]+)$/, (name) => review(decodeURIComponent(name))],
  [/^\/learn$/, contents],
  [/^\/learn\/game\/(\d+)$/, async (number) => {
    const bytes = await commentedGame(number, nothingHere);
    if (bytes) reviewBytes(bytes);
  }],
  [/^\/learn\/([a-z0-9-]+)$/, lesson],
  [/^\/practice$/, practice],
  [/^\/study\/([0-9a-f]+)$/, study],
  [/^\/watch$/, watch],
];

settings();
leftWord();
for (const [form, view] of VIEWS) {
  const found = form.exec(location.pathname);
  if (found) {
    view(...found.slice(1));
    break;
  }
}
if (!find("#main").children.length) show("view-start");
