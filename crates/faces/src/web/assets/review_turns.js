// The turning points of a review: shown with the better line, one after another, and tried again as problems.

import { tell } from "/play.js";
import { MOMENT, bring, element, find, leaveGame, notice } from "/shared.js";

export class ReviewTurns {
  /** `again(number)` opens a move of the game as a problem. */
  constructor(review, again) {
    this.review = review;
    this.again = again;
    /** The number of the move that the address names. */
    this.wanted = null;
  }

  /** Shows the turning point that the address names, once it is known. */
  showWanted() {
    const turn = this.review.curve.told.find(({ number }) => number === this.wanted);
    if (turn) this.show(turn);
  }

  /** Shows a turning point: what the move lost, why, and the better line as a variation. */
  async show({ number, sentence, better }) {
    const { review } = this;
    const path = better.reduce((path, position) => [...path, review.add(path.at(-1), position)], [review.line[number - 1]]);
    const at = review.line[number];
    const way = document.activeElement?.dataset?.way;
    review.go(at);
    review.noteAddress("-turn");
    const shown = path.length > 1 && element("button", { onclick: () => { review.go(path[1]); bring(find("#status")); } }, "Show the better line");
    const waiting = element("p", { class: "waiting" }, MOMENT);
    const ways = element("p", { class: "ways" }, ...[shown, ...this.waysFrom(number)].filter(Boolean));
    review.told.replaceChildren(element("h2", {}, "The game turned here"), ways, waiting);
    if (way) (find(`[data-way=${way}]`, ways) ?? find("button", ways))?.focus();
    bring(review.told);
    const advice = await review.questions("why", ...review.lineTo(at));
    const shorter = element("p", { class: "facts" }, `By the search of the curve: ${sentence}`);
    waiting.replaceWith(...(advice ? tell(advice) : []), shorter);
  }

  /** Buttons to the turning points before and after that of a move, in the order of the game. */
  waysFrom(number) {
    const { review } = this;
    const inOrder = review.curve.told.toSorted((one, other) => one.number - other.number);
    const place = inOrder.findIndex((turn) => turn.number === number);
    const way = (word, turn) => turn && element("button", {
      "data-way": word, "aria-label": `Move ${turn.number}, the turning point ${word} this one`, onclick: () => this.show(turn),
    }, word === "before" ? `◀ Move ${turn.number}` : `Move ${turn.number} ▶`);
    return [way("before", inOrder[place - 1]), way("after", inOrder[place + 1])];
  }

  /** Makes a problem of the move at this place, or of the next one, if either lost much. */
  tryHere() {
    const { review } = this;
    const { number } = review.game.nodes[review.at];
    const heavy = review.line.includes(review.at) && [number, number + 1].find((at) => review.curve.signOf(at));
    if (!heavy) return notice("This move lost too little to make a problem of it.");
    notice(MOMENT);
    this.tryAgain(heavy);
  }

  /** Makes a problem of one's own of a move, and opens it; false where none comes of it. */
  async tryAgain(number) {
    const given = await this.again(number);
    if (!given) return false;
    leaveGame(given.study, number);
    location.assign(`/study/${given.study}`);
    return true;
  }
}
