// Comments of a review: written, shown, and joined with those of other pages.

import { element, find, notice } from "/shared.js";

export class ReviewRemarks {
  constructor(review) {
    this.review = review;
    /** The comment on the position that is shown. */
    this.shown = element("div", { class: "comment", "aria-live": "polite" });
    this.field = element("textarea", { rows: 4, maxlength: 8000, "aria-label": "Comment on this position" });
    this.form = element("form", { class: "remark", hidden: true, onsubmit: (event) => {
      event.preventDefault();
      this.close();
      find("#board").focus();
    } }, this.field, element("button", {}, "Keep"));
  }

  /** Opens the field for a comment on the position, or takes in what stands in it. */
  write() {
    if (!this.form.hidden) return this.close();
    this.form.hidden = false;
    this.field.value = this.review.here.comment ?? "";
    this.field.focus();
  }

  show(comment) {
    this.shown.textContent = comment ?? "";
  }

  /** Takes in a comment that is being written, as its place is left. */
  close() {
    this.note();
    this.form.hidden = true;
  }

  /** Takes in a comment as far as it is written. */
  note() {
    if (this.form.hidden) return;
    const { review } = this;
    const [text, { here }] = [this.field.value.trim(), review];
    if (text === (here.comment ?? "")) return;
    here.comment = text || null;
    review.draft.comments.set(here.id, text);
    this.show(text);
    review.changed();
  }

  /** Takes in comments that other pages of this review have written too, but for one that is being written here; returns the nodes of those taken. */
  takeIn(comments) {
    const { review } = this;
    const taken = new Set();
    for (const { node, text } of comments) {
      const place = review.game.nodes.find(({ id }) => id === node);
      if (!place || (place === review.here && !this.form.hidden)) continue;
      place.comment = text || null;
      if (place === review.here) this.show(text);
      taken.add(node);
    }
    if (taken.size) notice("Another page has written a comment here too: both texts are kept.");
    return taken;
  }
}
