// What is tried and written in a review: moves, comments, variations taken away; and how it is kept while the review is open.

/** Milliseconds after a change until it is kept. */
const KEPT_AFTER = 300;
/** Milliseconds until what could not be kept is sent once more, at first and at most. */
const AGAIN_AFTER = [4000, 60000];

const listed = (comments) => [...comments].map(([node, text]) => ({ node, text }));

export class ReviewDraft {
  /**
   * `keep(additions, isLast)` keeps what was added beside the record, where there is a place for it. Other pages of the review may keep
   * something meanwhile: `joined(comments)` takes in the comments that hold their words too, and returns the nodes of those that it
   * has taken. `catchUp()` takes in what is being written when the page is left.
   */
  constructor({ keep, joined, catchUp }) {
    this.keep = keep;
    this.joined = joined;
    this.moves = [];
    this.removed = [];
    this.comments = new Map();
    /** How much of it is kept. */
    this.kept = { moves: 0, removed: 0, comments: new Map() };
    /** Changes, and those of them that are kept. */
    this.changes = { all: 0, kept: 0 };
    this.failed = 0;
    const leave = () => {
      catchUp();
      if (this.keep && this.isUnkept) this.send(true);
    };
    addEventListener("beforeunload", (event) => {
      leave();
      if (this.isUnkept) event.preventDefault();
    });
    // A page that is put away may never be seen again.
    document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
    addEventListener("pagehide", leave);
  }

  get isUnkept() {
    return this.changes.kept < this.changes.all;
  }

  addMove(parent, { color, point }) {
    this.moves.push({ parent, color, point });
  }

  /** A node is taken away with all that follows it: what is added later may be the same move again. */
  remove(node) {
    this.removed.push({ node, after: this.moves.length });
  }

  /** All that was added to the record. */
  additions() {
    return { moves: this.moves, comments: listed(this.comments), removed: this.removed };
  }

  /** Keeps what has changed a moment later. */
  changed() {
    this.changes.all++;
    if (this.keep) this.sendIn(KEPT_AFTER);
  }

  sendIn(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), milliseconds);
  }

  /** Keeps nothing more: it is dropped. */
  stop() {
    this.changes.kept = this.changes.all;
    clearTimeout(this.timer);
  }

  async send(isLast = false) {
    clearTimeout(this.timer);
    // One after another: the next one tells what the one before has kept.
    if (this.isSending && !isLast) return;
    this.isSending = true;
    const { all } = this.changes;
    const { moves, removed, comments } = this.kept;
    const kept = { moves: this.moves.slice(0, moves), comments: listed(comments), removed: this.removed.slice(0, removed) };
    const sent = { moves: this.moves.length, removed: this.removed.length, comments: new Map(this.comments) };
    const answer = await this.keep({ now: this.additions(), kept }, isLast);
    this.isSending = false;
    if (!answer) return this.sendIn(Math.min(AGAIN_AFTER[0] * 2 ** this.failed++, AGAIN_AFTER[1]));
    this.failed = 0;
    this.changes.kept = all;
    this.kept = sent;
    if (answer.is_joined) this.takeIn(answer.comments);
    if (this.isUnkept) this.sendIn(0);
  }

  /** Takes in what other pages have kept, but where something was written meanwhile. */
  takeIn(comments) {
    const untouched = comments.filter(({ node }) => this.comments.get(node) === this.kept.comments.get(node));
    const taken = this.joined(untouched);
    for (const { node, text } of untouched) {
      if (!taken.has(node)) continue;
      this.comments.set(node, text);
      this.kept.comments.set(node, text);
    }
  }
}
