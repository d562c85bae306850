import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { replaceAuthor } from "$/public/ui/discussion/authors.js";
import { DiscussionStore } from "$/public/ui/discussion/store.js";
import { receivePush } from "$/public/ui/pushes.js";
import { ADA, GRACE, makeComment, makeCommentsPage, makePush } from "./samples.js";

const VIEWER = { id: GRACE.id, reply_action: "form", edit_minutes: 15 };

/** @type {DiscussionStore} */
let store;

/**
 * Opens a discussion with the comments of a page.
 * @param {CommentView[]} items
 * @param {Partial<CommentsPage>} [fields]
 */
function open(items, fields) {
  const page = makeCommentsPage(items, fields);
  store = new DiscussionStore(page);
  store.merge(page, VIEWER);
}

/**
 * Merges a further page.
 * @param {CommentView[]} items
 * @param {Partial<CommentsPage>} [fields]
 */
const merge = (items, fields) => store.merge(makeCommentsPage(items, fields), VIEWER);

/** @param {Parameters<typeof makePush>} args */
const push = (...args) => store.receive(makePush(...args));

const shownIds = () => store.getView().thread_rows.map((row) => (row.kind === "comment" ? row.comment.id : row.key));
const commentOf = (/** @type {number} */ id) => /** @type {CommentView} */ (store.comments.get(id));

/** Adds the elements of the rows to the page, all of them above the lower edge of the window. */
function renderRows() {
  document.body.innerHTML = store
    .getView()
    .thread_rows.map(({ key }) => `<p id="${key}"></p>`)
    .join("");
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-22T13:00:00Z") });
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = "";
});
afterEach(() => {
  vi.useRealTimers();
});

describe("pages", () => {
  test("the next page is appended and keeps the total of the first page", () => {
    open([makeComment(1), makeComment(2)], { next_cursor: "c2", total: 3 });
    expect(store.getView()).toMatchObject({ next_cursor: "c2", total: 3 });
    merge([makeComment(3)], { is_initial: false, start_cursor: "c2", total: 99 });
    expect(shownIds()).toEqual([1, 2, 3]);
    expect(store.getView()).toMatchObject({ next_cursor: "", total: 3 });
  });

  test("a page of another discussion is ignored", () => {
    open([makeComment(1)]);
    merge([makeComment(9)], { order: "new" });
    expect(shownIds()).toEqual([1]);
  });

  test("replies and the button for further replies are shown below their comment", () => {
    open([makeComment(1, { replies_count: 3 }), makeComment(2, { parent_id: 1 }), makeComment(3)], {
      more: { 1: "r1" },
    });
    expect(shownIds()).toEqual([1, 2, "more-1", 3]);
    expect(store.remainingCounts.get(1)).toBe(2);
    merge([makeComment(4, { parent_id: 1 })], {
      is_initial: false,
      parent_id: 1,
      next_cursor: "r2",
    });
    expect(store.replyCursors.get(1)).toBe("r2");
    expect(store.remainingCounts.get(1)).toBe(1);
    merge([makeComment(5, { parent_id: 1 })], { is_initial: false, parent_id: 1 });
    expect(shownIds()).toEqual([1, 2, 4, 5, 3]);
  });
});

describe("a reload after a reconnection", () => {
  beforeEach(() => {
    open([makeComment(1), makeComment(2)]);
    merge([makeComment(2, { text: "Edited", version: 2 }), makeComment(3)]);
  });

  test("updates known comments, adds new ones and keeps missing ones as stale", () => {
    expect(shownIds()).toEqual([1, 2, 3]);
    expect(commentOf(2).text).toBe("Edited");
    expect(store.getView().stale_ids).toEqual([1]);
    expect(store.getView().announcement).toBe("1 new comment");
  });

  test("requests stale comments and removes those that were deleted", () => {
    const send = vi.fn();
    store.requestStale(send);
    expect(send).toHaveBeenCalledExactlyOnceWith([1]);
    merge([], { is_initial: false, requested_ids: [1] });
    expect(shownIds()).toEqual([2, 3]);
    expect(store.getView().stale_ids).toEqual([]);
  });
});

test("a reload adds cursors only for comments whose replies are not all loaded", () => {
  open([makeComment(1, { replies_count: 1 }), makeComment(2, { parent_id: 1 }), makeComment(3, { replies_count: 1 })]);
  const more = { 1: "r1", 3: "r3" };
  merge([makeComment(1, { replies_count: 1 }), makeComment(3, { replies_count: 1 })], { more });
  expect([...store.replyCursors]).toEqual([[3, "r3"]]);
  expect(store.remainingCounts.get(3)).toBe(1);
});

describe("the viewer's comments", () => {
  test("a comment that was deleted in another tab is not added", () => {
    open([makeComment(1)]);
    push(makeComment(2, { author: GRACE, moderation_status: "deleted" }));
    expect(shownIds()).toEqual([1]);
  });

  test("a comment on the post is shown at the top and scrolled to", () => {
    open([makeComment(1)]);
    push(makeComment(2, { author: GRACE }), { is_submitted_here: true });
    expect(shownIds()).toEqual([2, 1]);
    expect(store.scrollTarget).toBe(2);
  });

  test("a comment that was written in another tab is not scrolled to", () => {
    open([makeComment(1)]);
    push(makeComment(2, { author: GRACE }));
    expect(shownIds()).toEqual([2, 1]);
    expect(store.scrollTarget).toBeNull();
  });

  test("a reply is shown below the other replies and does not count as new", () => {
    open([makeComment(1), makeComment(2, { parent_id: 1 }), makeComment(3)]);
    push(makeComment(4, { author: GRACE, parent_id: 1 }), { is_submitted_here: true });
    expect(shownIds()).toEqual([1, 2, 4, 3]);
    expect(store.getView().new_count).toBe(0);
  });

  test("a reaction changes only the reactions", () => {
    open([makeComment(1)]);
    const reactions = [{ code: "like", emoji: "👍", image: null, name: "Like", count: 1 }];
    store.receiveReactions({ comment_id: 1, reactions, my_reaction: "like" });
    expect(commentOf(1)).toEqual(makeComment(1, { reactions, my_reaction: "like" }));
    store.receiveReactions({ comment_id: 50, reactions, my_reaction: "like" });
    expect(shownIds()).toEqual([1]);
  });
});

describe("pushed comments", () => {
  test("a new comment is added, a known one replaced", () => {
    open([makeComment(1)]);
    push(makeComment(2));
    const can = { edit: true, delete: true, pin: false, react: true, report: false, moderate: false };
    push(makeComment(1, { text: "Edited", can, my_reaction: "like" }));
    expect(shownIds()).toEqual([1, 2]);
    expect(commentOf(1)).toMatchObject({ text: "Edited", can, my_reaction: "like" });
  });

  test("a changed author is shown beside their comments and the replies to them, and not elsewhere", () => {
    const reply = makeComment(2, { parent_id: 1, author: GRACE, parent_author_name: ADA.name });
    const other = makeComment(3, { author: GRACE });
    open([makeComment(1), reply, other]);
    const account = { ...ADA, name: "Deleted user", slug: "", is_deleted: true };
    replaceAuthor(store, { user_id: ADA.id, account });
    expect(commentOf(1).author).toEqual(account);
    expect(commentOf(2)).toEqual({ ...reply, parent_author_name: "Deleted user" });
    expect(commentOf(3)).toBe(other);
  });

  test("more comments than a page draws at once are all added", () => {
    open([makeComment(1)]);
    for (let id = 2; id <= 40; id += 1) push(makeComment(id));
    expect(shownIds()).toHaveLength(40);
  });

  test.each([
    ["of another post", makePush(makeComment(2, { post_id: 8 }))],
    ["older than the page", makePush(makeComment(2), { loaded_at: "099" })],
    ["whose parent is not loaded", makePush(makeComment(2, { parent_id: 50 }))],
    ["without an author", makePush(makeComment(2, { author: null }))],
  ])("a comment %s is ignored", (_, data) => {
    open([makeComment(1)]);
    store.receive(data);
    expect(shownIds()).toEqual([1]);
  });

  test("a comment that is pushed before the first page arrives is added to the page", () => {
    receivePush({ type: "comment", data: makePush(makeComment(91, { post_id: 9 }), { loaded_at: "099" }) });
    receivePush({ type: "comment", data: makePush(makeComment(92, { post_id: 9 }), { comments_count: 5 }) });
    open([makeComment(90, { post_id: 9 })], { post_id: 9 });
    expect(shownIds()).toEqual([90, 92]);
    expect(store.getView().total).toBe(5);
  });

  test("a newly pinned comment replaces the pinned one", () => {
    open([makeComment(1, { is_pinned: true }), makeComment(2)]);
    push(makeComment(2, { is_pinned: true }));
    const { pinned_rows } = store.getView();
    expect(pinned_rows.map(({ key }) => key)).toEqual(["comment-2"]);
    expect(commentOf(1).is_pinned).toBe(false);
  });

  test("the total is taken from a push for this post only", () => {
    open([makeComment(1)]);
    push(makeComment(2, { post_id: 8 }), { comments_count: 50 });
    expect(store.getView().total).toBe(1);
    push(makeComment(3), { comments_count: 12 });
    push(makeComment(3, { text: "Edited" }));
    expect(store.getView().total).toBe(12);
  });

  test("a comment that would move visible text is deferred", () => {
    open([makeComment(1), makeComment(2)], { order: "new" });
    renderRows();
    push(makeComment(3));
    expect(shownIds()).toEqual(["new-replies-0", 1, 2]);
    expect(store.getView()).toMatchObject({ new_count: 1, announcement: "1 new comment" });
  });

  test("a reply above visible text is deferred, at the end of the discussion it is shown", () => {
    open([makeComment(1), makeComment(2)]);
    renderRows();
    push(makeComment(3, { parent_id: 1 }));
    push(makeComment(4, { parent_id: 2 }));
    expect(shownIds()).toEqual([1, "new-replies-1", 2, 4]);
  });
});

test("a page is merged only once", () => {
  const page = makeCommentsPage([makeComment(1)]);
  store = new DiscussionStore(page);
  store.merge(page, VIEWER);
  const view = store.getView();
  store.merge(page, VIEWER);
  expect(store.getView()).toBe(view);
  store.merge(page, { ...VIEWER, reply_action: "" });
  expect(store.getView()).not.toBe(view);
});

test("a row that did not change stays the same object", () => {
  open([makeComment(1), makeComment(2)]);
  const [first, second] = store.getView().thread_rows;
  push(makeComment(2, { text: "Edited" }));
  const [sameFirst, changedSecond] = store.getView().thread_rows;
  expect(sameFirst).toBe(first);
  expect(changedSecond).not.toBe(second);
});

describe("open forms", () => {
  test("are shown in the row and restored by another tab visit of the same user", () => {
    open([makeComment(1)]);
    store.setForm(1, "reply");
    store.notify();
    expect(store.getView().thread_rows[0]).toMatchObject({ open_form: "reply", has_autofocus: true });
    open([makeComment(1)]);
    expect(store.getView().thread_rows[0]).toMatchObject({ open_form: "reply", has_autofocus: false });
    store.merge(makeCommentsPage([makeComment(1)]), { ...VIEWER, id: 99 });
    expect(store.getView().thread_rows[0]).toMatchObject({ open_form: "" });
  });

  test("are closed", () => {
    open([makeComment(1)]);
    store.setForm(1, "edit");
    store.setForm(1, "");
    open([makeComment(1)]);
    expect(store.openForms.size).toBe(0);
  });
});

test("subscribers are notified until they unsubscribe", () => {
  open([]);
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.notify();
  unsubscribe();
  store.notify();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.version).toBe(2);
});
