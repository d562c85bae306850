// The part of a discussion that this browser tab has loaded. It is merged from the pages that the server sent, the
// viewer's own changes and the pushed updates. The server keeps only the page that was requested last.
import { ngettext } from "$/public/ui/i18n.js";
import { buildView } from "./rows.js";
import { loadOpenForms, recordVisit, saveOpenForms } from "./visits.js";

const MAX_PROCESSED_UPDATES = 100;
// The server accepts at most this number of comment IDs per request. The load key identifies that request.
const MAX_REQUESTED_IDS = 200;
const STALE_KEY = "stale";
const REQUEST_TIMEOUT_MS = 10_000;

export const discussionKey = ({ post_id, order, focus_id, is_continuation }) =>
  `${post_id} ${order} ${focus_id} ${is_continuation}`;

export class DiscussionStore {
  comments = new Map();
  commentIds = [];
  // By comment ID: the cursor for loading further replies, and the number of replies that are not loaded.
  replyCursors = new Map();
  remainingCounts = new Map();
  myReactions = new Map();
  // IDs of new comments that are not shown yet, because they would move the text that the reader is looking at.
  deferredIds = new Set();
  justAddedIds = new Set();
  visitedIds = new Set();
  collapsedIds = new Set();
  // The pending requests: the function that sends each request, by its load key.
  requests = new Map();
  rowCache = new Map();
  // IDs of comments that are missing from the latest first page, so that they may have changed or been deleted.
  staleIds = [];
  announcement = "";
  version = 0;
  // The Vars merged last, and the latest updates. They are remembered, because later pushes repeat earlier updates.
  #merged = {};
  #processedUpdates = new Set();
  #listeners = new Set();
  #view = null;

  constructor(page) {
    this.key = discussionKey(page);
    this.postId = page.post_id;
    this.lastVisitAt = recordVisit(page.post_id);
  }

  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Renders the page again after a change in the browser. */
  notify() {
    this.#view = null;
    this.version += 1;
    this.#listeners.forEach((listener) => listener());
  }

  /** Merges the Reflex Vars of the State. Vars that did not change are skipped. */
  merge(vars) {
    const { page, ownComments, myReactions, pushedComments, total, viewer } = vars;
    const isChanged = (name) => vars[name] !== this.#merged[name];
    if (!Object.keys(vars).some(isChanged)) return;
    if (viewer.id !== this.viewer?.id) this.#restoreForms(viewer.id);
    this.viewer = viewer;
    if (isChanged("page")) this.#mergePage(page);
    if (isChanged("myReactions")) {
      Object.entries(myReactions).forEach(([id, code]) => this.myReactions.set(Number(id), code));
    }
    if (isChanged("ownComments")) ownComments.forEach((comment) => this.#mergeOwn(comment));
    if (isChanged("pushedComments")) pushedComments.forEach((comment) => this.#receive(comment));
    const isOfThisPost = pushedComments.at(-1)?.post_id === this.postId;
    if (isChanged("total") && total >= 0 && isOfThisPost) this.total = total;
    this.#merged = vars;
    this.#view = null;
  }

  getView() {
    this.#view ??= buildView(this);
    return this.#view;
  }

  #mergePage(page) {
    if (discussionKey(page) !== this.key) return;
    const isReload = page.is_initial && Boolean(this.firstPage);
    if (page.requested_ids.length) return this.#mergeRequested(page);
    if (isReload) this.#markStale(page.items);
    for (const comment of page.items) {
      const isKnown = this.comments.has(comment.id);
      this.myReactions.delete(comment.id);
      if (isKnown || !isReload) this.#upsert(comment, !isKnown);
      else this.#insertNew(comment);
    }
    this.#mergeCursors(page, isReload);
    if (page.is_initial) Object.assign(this, { firstPage: page, total: page.total });
    else this.#finishRequest(page);
  }

  #markStale(items) {
    const currentIds = new Set(items.map(({ id }) => id));
    this.staleIds = this.commentIds.filter((id) => !currentIds.has(id));
  }

  #mergeRequested({ requested_ids, items }) {
    const found = new Map(items.map((comment) => [comment.id, comment]));
    for (const id of requested_ids.filter((requestedId) => this.comments.has(requestedId))) {
      if (found.has(id)) this.#upsert(found.get(id), false);
      else this.#remove(id);
    }
    this.staleIds = this.staleIds.filter((id) => !requested_ids.includes(id));
    this.#finishRequest({ parent_id: STALE_KEY, items: [] });
  }

  #remove(id) {
    [this.comments, this.deferredIds, this.justAddedIds].forEach((collection) => collection.delete(id));
    this.commentIds = this.commentIds.filter((commentId) => commentId !== id);
  }

  #mergeCursors({ items, more, parent_id, next_cursor }, isReload) {
    for (const { id, replies_count } of isReload ? items : []) {
      const loaded = this.commentIds.filter((replyId) => this.comments.get(replyId).parent_id === id).length;
      if (!(String(id) in more) || this.replyCursors.has(id) || loaded >= replies_count) continue;
      this.replyCursors.set(id, more[id]);
      this.remainingCounts.set(id, replies_count - loaded);
    }
    if (isReload) return;
    const countReplies = (id) => items.filter((comment) => comment.parent_id === id).length;
    if (parent_id && next_cursor) this.replyCursors.set(parent_id, next_cursor);
    else if (parent_id) this.replyCursors.delete(parent_id);
    else this.nextCursor = next_cursor;
    this.remainingCounts.set(parent_id, (this.remainingCounts.get(parent_id) ?? 0) - countReplies(parent_id));
    for (const [name, cursor] of Object.entries(more)) {
      const id = Number(name);
      this.replyCursors.set(id, cursor);
      this.remainingCounts.set(id, (this.comments.get(id)?.replies_count ?? 0) - countReplies(id));
    }
  }

  #mergeOwn(comment) {
    if (!this.#isUnprocessed(comment) || comment.post_id !== this.postId) return;
    this.#insertOwn(comment);
    this.scrollTarget = comment.id;
  }

  // A reply by the viewer is added below the other replies. A comment by the viewer on the post is added at the top.
  #insertOwn(comment) {
    const isNew = !this.comments.has(comment.id);
    this.#upsert(comment, isNew && Boolean(comment.parent_id));
    if (isNew && !comment.parent_id) this.commentIds.unshift(comment.id);
    if (isNew) this.justAddedIds.add(comment.id);
    this.visitedIds.add(comment.id);
  }

  #receive(pushed) {
    const comment = this.#hideIgnored(pushed);
    if (comment.post_id !== this.postId || comment.pushed_at < (this.firstPage?.as_of ?? "")) return;
    if (!this.#isUnprocessed(comment)) return;
    const existing = this.comments.get(comment.id);
    if (comment.is_pinned) this.#unpinOthers(comment.id);
    if (existing) this.#upsert(keepViewerData(comment, existing), false);
    else if (!comment.author || (comment.parent_id && !this.comments.has(comment.parent_id))) return;
    else if (comment.author.id === this.viewer.id) this.#insertOwn(this.#withPermissions(comment));
    else this.#insertNew(this.#withPermissions(comment));
  }

  #insertNew(comment) {
    const isDeferred = wouldMoveText(this.#rowAfterInsert(comment));
    this.#upsert(comment, false);
    if (this.firstPage?.order === "new" && !comment.parent_id) this.commentIds.unshift(comment.id);
    else this.commentIds.push(comment.id);
    this.justAddedIds.add(comment.id);
    if (isDeferred) this.deferredIds.add(comment.id);
    this.#announce();
  }

  #announce() {
    const count = [...this.justAddedIds].filter((id) => !this.visitedIds.has(id)).length;
    this.announcement = ngettext("{n} new comment", "{n} new comments", count);
  }

  #upsert(comment, isAppended) {
    this.comments.set(comment.id, comment);
    if (isAppended) this.commentIds.push(comment.id);
  }

  #unpinOthers(pinnedId) {
    for (const comment of this.comments.values()) {
      if (comment.is_pinned && comment.id !== pinnedId) this.#upsert({ ...comment, is_pinned: false }, false);
    }
  }

  // A pushed comment contains only public data, so the viewer's permissions are added here.
  #withPermissions(comment) {
    const { id, can_moderate, can_pin, can_edit_any } = this.viewer;
    const isOwn = comment.author.id === id;
    const can = {
      edit: isOwn || can_edit_any,
      delete: isOwn || can_moderate,
      pin: can_pin,
      report: false,
      moderate: can_moderate,
    };
    return { ...comment, can };
  }

  // Removes the content of authors whom the viewer ignores, as the server does.
  #hideIgnored(comment) {
    if (!this.viewer.ignored_author_ids.includes(comment.author?.id)) return comment;
    return { ...comment, author: null, text: "", html: "", media: [], mentions: [], reactions: [], is_pinned: false };
  }

  #isUnprocessed(comment) {
    const key = comment.pushed_at ?? JSON.stringify(comment);
    const updates = this.#processedUpdates;
    if (updates.has(key)) return false;
    updates.add(key);
    if (updates.size > MAX_PROCESSED_UPDATES) updates.delete(updates.values().next().value);
    return true;
  }

  // Returns the row that a new comment would push down, or undefined at the end or inside a collapsed branch.
  #rowAfterInsert({ parent_id }) {
    const { pinned_rows, thread_rows } = this.getView();
    const rows = [...pinned_rows, ...thread_rows].filter((row) => row.kind !== "new_replies");
    const isComment = (row) => row.kind === "comment";
    if (!parent_id) return this.firstPage?.order === "new" ? thread_rows.find(isComment) : undefined;
    let index = rows.findIndex((row) => isComment(row) && row.comment.id === parent_id);
    if (index < 0 || rows[index].is_collapsed) return undefined;
    const { level } = rows[index];
    const isInBranch = (row) => row?.level > level && !(row.kind === "more" && row.parent_id === parent_id);
    while (isInBranch(rows[index + 1])) index += 1;
    return rows[index + 1];
  }

  /** Requests the current content of stale comments from the server. */
  requestStale(send) {
    const ids = this.staleIds.slice(0, MAX_REQUESTED_IDS);
    if (ids.length) this.load(STALE_KEY, () => send(ids));
  }

  /** Queues a request. Requests are sent one at a time, because the State holds only one response. */
  load(key, send) {
    if (this.requests.has(key)) return;
    this.requests.set(key, send);
    if (this.requests.size === 1) this.#sendNext();
    this.notify();
  }

  #sendNext() {
    clearTimeout(this.timer);
    const [send] = this.requests.values();
    if (!send) return;
    send();
    this.timer = setTimeout(() => (this.requests.clear(), this.notify()), REQUEST_TIMEOUT_MS);
  }

  #finishRequest({ parent_id, items }) {
    const key = parent_id || "roots";
    if (document.activeElement?.dataset.loadKey === String(key)) this.focusTarget = items[0]?.id;
    this.requests.delete(key);
    setTimeout(() => this.#sendNext());
  }

  setForm(id, form) {
    if (form) this.openForms.set(id, { form, focus: true });
    else this.openForms.delete(id);
    const forms = [...this.openForms].map(([commentId, open]) => [commentId, open.form]);
    saveOpenForms(this.viewer.id, this.postId, forms);
  }

  // Open forms are stored per user, so that forms of another user of this browser stay closed.
  #restoreForms(viewerId) {
    const forms = loadOpenForms(viewerId, this.postId);
    this.openForms = new Map(forms.map(([id, form]) => [id, { form, focus: false }]));
  }
}

// Returns the pushed comment with the viewer data of the existing one, because the server pushes only public data.
function keepViewerData(pushed, existing) {
  return { ...pushed, can: existing.can, my_reaction: existing.my_reaction };
}

// Returns whether inserting a row before this one would move text that the reader sees or has scrolled past.
function wouldMoveText(row) {
  const element = row && document.getElementById(row.key);
  return Boolean(element) && element.getBoundingClientRect().top < innerHeight;
}
