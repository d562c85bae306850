// A discussion as this tab has read it so far: the pages that were loaded, what this person wrote, and what
// others did since. The server knows only the page that was asked for last.
import { arrange } from "./rows.js";
import { keepOpenForms, lastVisit, openForms } from "./visits.js";

const HEARD = 100;
// What the server answers at once of comments that are asked for again, and the place of that question.
const ASKED_AT_ONCE = 200;
const AGAIN = "again";
// An answer that did not come by then is not waited for.
const PATIENCE = 10_000;

export const nameOf = ({ post_id, order, focus, is_later }) => `${post_id} ${order} ${focus} ${is_later}`;

export class Discussion {
  comments = new Map();
  sequence = [];
  more = new Map();
  // How many replies are behind each way in `more`.
  rest = new Map();
  mine = new Map();
  held = new Set();
  fresh = new Set();
  visited = new Set();
  collapsed = new Set();
  loading = new Map();
  rows = new Map();
  // What was read before, when the reading began again without it: it may have changed or gone meanwhile.
  unsure = [];
  announcement = "";
  version = 0;
  // What was taken in already, and the last few pushes: each comes again with those that follow.
  #known = {};
  #heard = new Set();
  #listeners = new Set();
  #shown = null;

  constructor(loaded) {
    this.name = nameOf(loaded);
    this.postId = loaded.post_id;
    this.lastVisit = lastVisit(loaded.post_id);
  }

  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Something changed here, not at the server. */
  changed() {
    this.#shown = null;
    this.version += 1;
    this.#listeners.forEach((listener) => listener());
  }

  /** Takes in what the server said since the last time; the same again changes nothing. */
  learn(told) {
    const isNew = (name) => told[name] !== this.#known[name];
    if (!Object.keys(told).some(isNew)) return;
    if (told.viewer.id !== this.viewer?.id) this.#openFormsOf(told.viewer.id);
    this.viewer = told.viewer;
    if (isNew("loaded")) this.#take(told.loaded);
    if (isNew("mine")) Object.entries(told.mine).forEach(([id, code]) => this.mine.set(Number(id), code));
    if (isNew("own")) told.own.forEach((comment) => this.#takeOwn(comment));
    if (isNew("news")) told.news.forEach((comment) => this.#hear(comment));
    if (isNew("total") && told.total >= 0 && told.news.at(-1)?.post_id === this.postId) this.total = told.total;
    this.#known = told;
    this.#shown = null;
  }

  /** What the page shows now. */
  shown() {
    this.#shown ??= arrange(this);
    return this.#shown;
  }

  #take(loaded) {
    if (nameOf(loaded) !== this.name) return;
    const isAgain = loaded.begins && this.begun;
    if (loaded.asked.length) return this.#takeAnswer(loaded);
    if (isAgain) this.#doubt(loaded.items);
    for (const comment of loaded.items) {
      const known = this.comments.has(comment.id);
      this.mine.delete(comment.id);
      if (known || !isAgain) this.#put(comment, !known);
      else this.#arrive(comment);
    }
    this.#takeCursors(loaded, isAgain);
    if (loaded.begins) Object.assign(this, { begun: true, opening: loaded, total: loaded.total });
    else this.#finishLoading(loaded);
  }

  #doubt(items) {
    const sure = new Set(items.map(({ id }) => id));
    this.unsure = this.sequence.filter((id) => !sure.has(id));
  }

  #takeAnswer({ asked, items }) {
    const there = new Map(items.map((comment) => [comment.id, comment]));
    for (const id of asked.filter((each) => this.comments.has(each))) {
      if (there.has(id)) this.#put(there.get(id), false);
      else this.#remove(id);
    }
    this.unsure = this.unsure.filter((id) => !asked.includes(id));
    this.#finishLoading({ parent_id: AGAIN, items: [] });
  }

  #remove(id) {
    [this.comments, this.held, this.fresh].forEach((each) => each.delete(id));
    this.sequence = this.sequence.filter((each) => each !== id);
  }

  #takeCursors({ items, more, parent_id, next_cursor }, isAgain) {
    for (const { id, replies_count } of isAgain ? items : []) {
      const loaded = this.sequence.filter((each) => this.comments.get(each).parent_id === id).length;
      if (!(String(id) in more) || this.more.has(id) || loaded >= replies_count) continue;
      this.more.set(id, more[id]);
      this.rest.set(id, replies_count - loaded);
    }
    if (isAgain) return;
    const below = (id) => items.filter((each) => each.parent_id === id).length;
    if (parent_id && next_cursor) this.more.set(parent_id, next_cursor);
    else if (parent_id) this.more.delete(parent_id);
    else this.next = next_cursor;
    this.rest.set(parent_id, (this.rest.get(parent_id) ?? 0) - below(parent_id));
    for (const [name, cursor] of Object.entries(more)) {
      const id = Number(name);
      this.more.set(id, cursor);
      this.rest.set(id, (this.comments.get(id)?.replies_count ?? 0) - below(id));
    }
  }

  #takeOwn(comment) {
    if (!this.#isFirstHeard(comment) || comment.post_id !== this.postId) return;
    this.#write(comment);
    this.toShow = comment.id;
  }

  // What this person wrote stands where it was written: an answer behind its siblings, the rest on top.
  #write(comment) {
    const isNew = !this.comments.has(comment.id);
    this.#put(comment, isNew && Boolean(comment.parent_id));
    if (isNew && !comment.parent_id) this.sequence.unshift(comment.id);
    if (isNew) this.fresh.add(comment.id);
    this.visited.add(comment.id);
  }

  #hear(told) {
    const comment = this.#withoutIgnored(told);
    if (comment.post_id !== this.postId || comment.told < (this.opening?.as_of ?? "")) return;
    if (!this.#isFirstHeard(comment)) return;
    const known = this.comments.get(comment.id);
    if (comment.is_pinned) this.#unpinOthers(comment.id);
    if (known) this.#put(withPersonal(comment, known), false);
    else if (!comment.author || (comment.parent_id && !this.comments.has(comment.parent_id))) return;
    else if (comment.author.id === this.viewer.id) this.#write(this.#seenByViewer(comment));
    else this.#arrive(this.#seenByViewer(comment));
  }

  #arrive(comment) {
    const isHeld = wouldMove(this.#rowBehind(comment));
    this.#put(comment, false);
    if (this.opening?.order === "new" && !comment.parent_id) this.sequence.unshift(comment.id);
    else this.sequence.push(comment.id);
    this.fresh.add(comment.id);
    if (isHeld) this.held.add(comment.id);
    this.#announce();
  }

  #announce() {
    const waiting = [...this.fresh].filter((id) => !this.visited.has(id)).length;
    this.announcement = waiting === 1 ? "1 new comment" : `${waiting} new comments`;
  }

  #put(comment, isNext) {
    this.comments.set(comment.id, comment);
    if (isNext) this.sequence.push(comment.id);
  }

  #unpinOthers(pinned) {
    for (const comment of this.comments.values()) {
      if (comment.is_pinned && comment.id !== pinned) this.#put({ ...comment, is_pinned: false }, false);
    }
  }

  // A push says what everybody may see; what this reader may do follows from who they are here.
  #seenByViewer(comment) {
    const { id, moderates, pins, edits } = this.viewer;
    const own = comment.author.id === id;
    const can = { edit: own || edits, delete: own || moderates, pin: pins, report: false, moderate: moderates };
    return { ...comment, can };
  }

  // The words of somebody whom this reader ignores stay unsaid, as the server leaves them out.
  #withoutIgnored(comment) {
    if (!this.viewer.ignores.includes(comment.author?.id)) return comment;
    return { ...comment, author: null, text: "", html: "", media: [], mentions: [], reactions: [], is_pinned: false };
  }

  #isFirstHeard(comment) {
    const name = comment.told ?? JSON.stringify(comment);
    if (this.#heard.has(name)) return false;
    this.#heard.add(name);
    if (this.#heard.size > HEARD) this.#heard.delete(this.#heard.values().next().value);
    return true;
  }

  // The row that a new comment would push down; nothing at the end, or where a branch is folded.
  #rowBehind({ parent_id }) {
    const { pinned, rest } = this.shown();
    const rows = [...pinned, ...rest].filter((row) => row.kind !== "arrived");
    if (!parent_id) return this.opening?.order === "new" ? rest.find((row) => row.kind === "comment") : undefined;
    let at = rows.findIndex((row) => row.kind === "comment" && row.comment.id === parent_id);
    if (at < 0 || rows[at].collapsed) return undefined;
    const { level } = rows[at];
    const isInside = (row) => row?.level > level && !(row.kind === "more" && row.parent === parent_id);
    while (isInside(rows[at + 1])) at += 1;
    return rows[at + 1];
  }

  /** Ask what has become of comments that may have gone meanwhile. */
  lookAgain(ask) {
    const asked = this.unsure.slice(0, ASKED_AT_ONCE);
    if (asked.length) this.load(AGAIN, () => ask(asked));
  }

  /** Ask the server for more at a place; one question at a time, so that no answer is drawn over. */
  load(place, ask) {
    if (this.loading.has(place)) return;
    this.loading.set(place, ask);
    if (this.loading.size === 1) this.#askNext();
    this.changed();
  }

  #askNext() {
    clearTimeout(this.timer);
    const [next] = this.loading.values();
    if (!next) return;
    next();
    this.timer = setTimeout(() => (this.loading.clear(), this.changed()), PATIENCE);
  }

  #finishLoading({ parent_id, items }) {
    const place = parent_id || "roots";
    if (document.activeElement?.dataset.place === String(place)) this.toFocus = items[0]?.id;
    this.loading.delete(place);
    setTimeout(() => this.#askNext());
  }

  setForm(id, form) {
    if (form) this.forms.set(id, { form, focus: true });
    else this.forms.delete(id);
    keepOpenForms(this.viewer.id, this.postId, [...this.forms].map(([key, open]) => [key, open.form]));
  }

  // Those of somebody else who uses this browser stay closed.
  #openFormsOf(viewerId) {
    const forms = openForms(viewerId, this.postId).map(([id, form]) => [id, { form, focus: false }]);
    this.forms = new Map(forms);
  }
}

function withPersonal(pushed, known) {
  return { ...pushed, can: known.can, my_reaction: known.my_reaction };
}

// Whether something put before this row would push words under the eyes, or what was read already.
function wouldMove(row) {
  const element = row && document.getElementById(row.key);
  return Boolean(element) && element.getBoundingClientRect().top < innerHeight;
}
