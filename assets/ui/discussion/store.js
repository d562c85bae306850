// The part of a discussion that this browser tab has loaded. It is merged from the pages and the comments that the
// server has sent. The server keeps only the page that was requested last.
import { ngettext } from "$/public/ui/i18n.js";
import { keepEditedText, markOwnStale } from "./edit_window.js";
import { wouldMoveText } from "./insertion.js";
import { pushesSince } from "./pushed_comments.js";
import { RequestQueue } from "./request_queue.js";
import { buildView, isPlaceholder } from "./rows.js";
import { loadOpenForms, recordVisit, saveOpenForms } from "./visits.js";

// The server accepts at most this number of comment IDs per request. The load key identifies that request.
const MAX_REQUESTED_IDS = 200;
const STALE_KEY = "stale";

/**
 * @typedef {Pick<CommentsPage, "post_id"> & Partial<CommentsPage>} PageKey
 * @import { DiscussionData, DiscussionRow } from "./rows.js"
 * @import { OpenForms } from "./visits.js"
 * What all rows show in the same way (components/comments/live_row.py).
 * @typedef {{ id: number, reply_action: string, edit_minutes: number }} Viewer
 */

/**
 * The viewer before the first page.
 * @type {Viewer}
 */
const UNKNOWN_VIEWER = { id: -1, reply_action: "", edit_minutes: 0 };

/** @param {PageKey} page */
export const discussionKey = ({ post_id, order, focus_id, is_continuation }) =>
  `${post_id} ${order} ${focus_id} ${is_continuation}`;

export class DiscussionStore {
  /** @type {Map<number, CommentView>} */
  comments = new Map();
  /** @type {number[]} */
  commentIds = [];
  // By comment ID: the cursor for loading further replies, and the number of replies that are not loaded.
  /** @type {Map<number, string>} */
  replyCursors = new Map();
  /** @type {Map<number, number>} */
  remainingCounts = new Map();
  // IDs of new comments that are not shown yet, because they would move the text that the reader is looking at.
  /** @type {Set<number>} */
  deferredIds = new Set();
  /** @type {Set<number>} */
  justAddedIds = new Set();
  /** @type {Set<number>} */
  visitedIds = new Set();
  /** @type {Set<number>} */
  collapsedIds = new Set();
  /** @type {OpenForms} */
  openForms = new Map();
  requests = new RequestQueue(() => this.notify());
  /** @type {Map<string, DiscussionRow>} */
  rowCache = new Map();
  // IDs of comments that are missing from the latest first page, so that they may have changed or been deleted.
  /** @type {number[]} */
  staleIds = [];
  /** @type {CommentsPage | undefined} */
  firstPage;
  total = 0;
  nextCursor = "";
  hash = "";
  // The comments that get the focus and that the page scrolls to after the next render.
  /** @type {number | null | undefined} */
  focusTarget;
  /** @type {number | null} */
  scrollTarget = null;
  viewer = UNKNOWN_VIEWER;
  announcement = "";
  version = 0;
  /** @type {CommentsPage | undefined} */
  #latestPage;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {DiscussionData | null} */
  #view = null;

  /** @param {PageKey} page */
  constructor(page) {
    this.key = discussionKey(page);
    this.postId = page.post_id;
    this.lastVisitAt = recordVisit(page.post_id);
  }

  /** @param {() => void} listener */
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

  /**
   * Merges the page that the server has sent last. A page that was merged before is skipped.
   * @param {CommentsPage} page
   * @param {Viewer} viewer
   */
  merge(page, viewer) {
    if (page === this.#latestPage && viewer === this.viewer) return;
    // Forms that another user of this browser has opened stay closed.
    if (viewer.id !== this.viewer.id) this.openForms = loadOpenForms(viewer.id, this.postId);
    else if (viewer.edit_minutes !== this.viewer.edit_minutes) markOwnStale(this);
    this.viewer = viewer;
    if (page !== this.#latestPage) this.#mergePage(page);
    this.#latestPage = page;
    this.#view = null;
  }

  getView() {
    this.#view ??= buildView(this);
    return this.#view;
  }

  /** @param {CommentsPage} page */
  #mergePage(page) {
    if (discussionKey(page) !== this.key) return;
    const isReload = page.is_initial && Boolean(this.firstPage);
    if (page.requested_ids.length) return this.#mergeRequested(page);
    if (isReload) this.#markStale(page.items);
    for (const comment of page.items) {
      const isKnown = this.comments.has(comment.id);
      if (isKnown || !isReload) this.#upsert(comment, !isKnown);
      else this.#insertNew(comment);
    }
    if (isReload) this.#addMissingCursors(page);
    else this.#replaceCursors(page);
    if (page.is_initial) this.#startFrom(page);
    else this.#finishRequest(page);
  }

  /** @param {CommentsPage} page */
  #startFrom(page) {
    this.firstPage = page;
    this.total = page.total;
    pushesSince(page.post_id, page.as_of).forEach((push) => this.#merge(push));
  }

  /** @param {CommentView[]} items */
  #markStale(items) {
    const currentIds = new Set(items.map(({ id }) => id));
    this.staleIds = this.commentIds.filter((id) => !currentIds.has(id));
  }

  /** @param {CommentsPage} page */
  #mergeRequested({ requested_ids, items }) {
    const found = new Map(items.map((comment) => [comment.id, comment]));
    for (const id of requested_ids.filter((requestedId) => this.comments.has(requestedId))) {
      const comment = found.get(id);
      if (comment) this.#upsert(keepEditedText(this, comment), false);
      else this.#remove(id);
    }
    this.staleIds = this.staleIds.filter((id) => !requested_ids.includes(id));
    this.#finishRequest({ parent_id: STALE_KEY, items: [] });
  }

  /** @param {number} id */
  #remove(id) {
    [this.comments, this.deferredIds, this.justAddedIds].forEach((collection) => collection.delete(id));
    this.commentIds = this.commentIds.filter((commentId) => commentId !== id);
  }

  /**
   * Adds the cursors of comments that a reloaded first page contains and whose further replies are not loaded.
   * @param {CommentsPage} page
   */
  #addMissingCursors({ items, more }) {
    for (const { id, replies_count } of items) {
      const loaded = this.commentIds.filter((replyId) => this.comments.get(replyId)?.parent_id === id).length;
      if (!(String(id) in more) || this.replyCursors.has(id) || loaded >= replies_count) continue;
      this.replyCursors.set(id, more[id]);
      this.remainingCounts.set(id, replies_count - loaded);
    }
  }

  /** @param {CommentsPage} page */
  #replaceCursors({ items, more, parent_id, next_cursor }) {
    const countReplies = (/** @type {number} */ id) => items.filter((comment) => comment.parent_id === id).length;
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

  /**
   * Adds or replaces a comment that the server has pushed.
   * @param {CommentPush} push
   */
  receive(push) {
    if (!this.firstPage || push.comment.post_id !== this.postId || push.loaded_at < this.firstPage.as_of) return;
    this.#merge(push);
    this.notify();
  }

  /** @param {CommentPush} push */
  #merge({ comment, comments_count, is_submitted_here }) {
    this.total = comments_count ?? this.total;
    if (comment.is_pinned) this.#unpinOthers(comment.id);
    if (is_submitted_here) this.scrollTarget = comment.id;
    if (this.comments.has(comment.id)) this.#upsert(comment, false);
    else if (isPlaceholder(comment) || (comment.parent_id && !this.comments.has(comment.parent_id))) return;
    else if (comment.author?.id === this.viewer.id) this.#insertOwn(comment);
    else this.#insertNew(comment);
  }

  /**
   * Shows the reactions to a comment after the viewer has reacted.
   * @param {CommentReactionsPush} push
   */
  receiveReactions({ comment_id, reactions, my_reaction }) {
    const comment = this.comments.get(comment_id);
    if (!comment) return;
    this.#upsert({ ...comment, reactions, my_reaction }, false);
    this.notify();
  }

  /**
   * A reply by the viewer is added below the other replies. A comment by the viewer on the post is added at the top.
   * @param {CommentView} comment
   */
  #insertOwn(comment) {
    const isNew = !this.comments.has(comment.id);
    this.#upsert(comment, isNew && Boolean(comment.parent_id));
    if (isNew && !comment.parent_id) this.commentIds.unshift(comment.id);
    if (isNew) this.justAddedIds.add(comment.id);
    this.visitedIds.add(comment.id);
  }

  /** @param {CommentView} comment */
  #insertNew(comment) {
    const isNewestFirst = this.firstPage?.order === "new";
    const isDeferred = wouldMoveText(this.getView(), comment, isNewestFirst);
    this.#upsert(comment, false);
    if (isNewestFirst && !comment.parent_id) this.commentIds.unshift(comment.id);
    else this.commentIds.push(comment.id);
    this.justAddedIds.add(comment.id);
    if (isDeferred) this.deferredIds.add(comment.id);
    this.#announce();
  }

  #announce() {
    const count = [...this.justAddedIds].filter((id) => !this.visitedIds.has(id)).length;
    this.announcement = ngettext("{n} new comment", "{n} new comments", count);
  }

  /**
   * @param {CommentView} comment
   * @param {boolean} isAppended
   */
  #upsert(comment, isAppended) {
    this.comments.set(comment.id, comment);
    if (isAppended) this.commentIds.push(comment.id);
  }

  /** @param {number} pinnedId */
  #unpinOthers(pinnedId) {
    for (const comment of this.comments.values()) {
      if (comment.is_pinned && comment.id !== pinnedId) this.#upsert({ ...comment, is_pinned: false }, false);
    }
  }

  /**
   * Requests the current content of stale comments from the server.
   * @param {(ids: number[]) => void} send
   */
  requestStale(send) {
    const ids = this.staleIds.slice(0, MAX_REQUESTED_IDS);
    if (ids.length) this.requests.add(STALE_KEY, () => send(ids));
  }

  /** @param {{ parent_id: number | string, items: CommentView[] }} page */
  #finishRequest({ parent_id, items }) {
    const key = parent_id || "roots";
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (focused?.dataset.loadKey === String(key)) this.focusTarget = items[0]?.id;
    this.requests.finish(key);
  }

  /**
   * @param {number} id
   * @param {string} form
   */
  setForm(id, form) {
    if (form) this.openForms.set(id, { form, focus: true });
    else this.openForms.delete(id);
    saveOpenForms(this.viewer.id, this.postId, this.openForms);
  }
}
