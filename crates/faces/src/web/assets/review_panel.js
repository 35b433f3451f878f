// What stands beside the board of a review: what is told, the moves, the controls.

import { bring, element, find, wordList } from "/shared.js";
import { Tree } from "/tree.js";

/** Puts it all on the page of a review; `isDraft` is true where more is there than in the record. */
export function layOut(review, isDraft) {
  review.tree = new Tree((index) => review.go(index));
  review.treeBox = element("details", { open: true, hidden: true }, element("summary", {}, "Variations"), review.tree.box);
  review.variations = element("div", { class: "variations", role: "group", "aria-label": "Variations" });
  review.told = element("div", { class: "told", "aria-live": "polite" });
  review.moves = element("ol", { class: "moves" });
  review.typed = element("input", { name: "point", placeholder: "such as E5", size: 8, autocomplete: "off", maxlength: 6, "aria-label": "Try a move by its name" });
  const form = element("form", { class: "by-name", onsubmit: (event) => {
    event.preventDefault();
    review.tryMove(review.typed.value.trim().toUpperCase());
    review.typed.value = "";
  } }, review.typed, element("button", {}, "What if?"));
  find(".sheet").append(review.remarks.shown, review.told, review.remarks.form, review.variations);
  find(".panel").append(
    form,
    review.treeBox,
    review.curve.box,
    element("p", { class: "facts" }, review.game.facts.join(" · ")),
    ...review.game.left_out.map((text) => element("p", { class: "facts" }, text)),
    element("details", { open: innerWidth > 900 }, element("summary", {}, "Moves"), review.moves),
    review.curve.summary,
    element("p", {},
      element("button", { class: "quiet", onclick: () => review.remarks.write() }, "Write a comment"),
      review.cut = element("button", { class: "quiet", hidden: true, onclick: () => review.cutOff() }, "Remove this variation"),
      review.drop = element("button", { class: "quiet", hidden: !isDraft, onclick: () => review.dropAll() }, "Drop all that was tried"),
      element("button", { class: "quiet", onclick: () => review.save() }, "Save as SGF, with what was tried")),
    review.joined = element("p", { class: "facts", hidden: true }, "Another page of this review has kept something too: it is joined with yours. ",
      element("button", { class: "quiet", onclick: () => location.reload() }, "Show all of it")),
    review.list = wordList(),
    element("p", { class: "keys" }, "Keys (letters while the board is chosen): ← → a move · ↑ ↓ variations · PgUp PgDn ten · Home End · H hint · W why · Z why not · T territory · G groups · I comment · L turning points, 1 to 5 go there · F a problem of the move · Esc a step back · ? words"));
  const { line } = review;
  review.moves.append(...line.slice(1).map((index) => {
    const { color, point } = review.game.nodes[index];
    return element("li", { class: color }, element("button", { onclick: () => review.go(index) }, point ?? "set up"), element("span", { class: "loss" }));
  }));
  const controls = find(".controls");
  // The text below may have been scrolled to: the board and what is said of it come back.
  const walk = (act) => () => {
    act();
    bring(find("#status"));
  };
  for (const [text, label, act] of [
    ["|◀", "First position", () => review.go(0)],
    ["◀", "Back", () => review.back(1)],
    ["▶", "Forward", () => review.forward(1)],
    ["▶|", "Last position", () => review.forward(Infinity)],
  ]) controls.append(element("button", { onclick: walk(act), "aria-label": label, title: label, class: "step" }, text));
  review.slider = element("input", { type: "range", min: 0, max: line.length - 1, value: 0, "aria-label": "Move", class: "slider" });
  review.slider.addEventListener("input", () => review.go(review.line[Number(review.slider.value)]));
  controls.append(review.slider);
  for (const [text, what] of [["Hint", "hint"], ["Why", "why"], ["Why not", "whynot"], ["Territory", "territory"], ["Groups", "groups"]]) {
    controls.append(element("button", { onclick: () => review.askFor(what) }, text));
  }
}
