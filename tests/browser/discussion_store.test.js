import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DiscussionStore } from "$/public/ui/discussion/store.js";
import { ADA, GRACE, makeComment, makeCommentsPage, makePushed } from "./samples.js";

const VIEWER = {
  id: GRACE.id,
  can_moderate: false,
  can_pin: false,
  can_edit_any: false,
  ignored_author_ids: /** @type {number[]} */ ([]),
  reply_action: "form",
};

/** @type {Parameters<DiscussionStore["merge"]>[0]} */
let vars;
/** @type {DiscussionStore} */
let store;

/** @param {Partial<typeof vars>} [changes] */
function merge(changes) {
  vars = { ...vars, ...changes };
  store.merge(vars);
}

/**
 * Opens a discussion with the comments of a page.
 * @param {CommentView[]} items
 * @param {Partial<CommentsPage>} [fields]
 */
function open(items, fields) {
  const page = makeCommentsPage(items, fields);
  vars = { page, ownComments: [], myReactions: {}, pushedComments: [], total: -1, viewer: VIEWER };
  store = new DiscussionStore(page);
  store.merge(vars);
}

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
    merge({ page: makeCommentsPage([makeComment(3)], { is_initial: false, start_cursor: "c2", total: 99 }) });
    expect(shownIds()).toEqual([1, 2, 3]);
    expect(store.getView()).toMatchObject({ next_cursor: "", total: 3 });
  });

  test("a page of another discussion is ignored", () => {
    open([makeComment(1)]);
    merge({ page: makeCommentsPage([makeComment(9)], { order: "new" }) });
    expect(shownIds()).toEqual([1]);
  });

  test("replies and the button for further replies are shown below their comment", () => {
    open([makeComment(1, { replies_count: 3 }), makeComment(2, { parent_id: 1 }), makeComment(3)], {
      more: { 1: "r1" },
    });
    expect(shownIds()).toEqual([1, 2, "more-1", 3]);
    expect(store.remainingCounts.get(1)).toBe(2);
    merge({
      page: makeCommentsPage([makeComment(4, { parent_id: 1 })], {
        is_initial: false,
        parent_id: 1,
        next_cursor: "r2",
      }),
    });
    expect(store.replyCursors.get(1)).toBe("r2");
    expect(store.remainingCounts.get(1)).toBe(1);
    merge({ page: makeCommentsPage([makeComment(5, { parent_id: 1 })], { is_initial: false, parent_id: 1 }) });
    expect(shownIds()).toEqual([1, 2, 4, 5, 3]);
  });
});

describe("a reload after a reconnection", () => {
  beforeEach(() => {
    open([makeComment(1), makeComment(2)]);
    merge({ page: makeCommentsPage([makeComment(2, { text: "Edited", version: 2 }), makeComment(3)]) });
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
    merge({ page: makeCommentsPage([], { is_initial: false, requested_ids: [1] }) });
    expect(shownIds()).toEqual([2, 3]);
    expect(store.getView().stale_ids).toEqual([]);
  });
});

test("a reload adds cursors only for comments whose replies are not all loaded", () => {
  open([makeComment(1, { replies_count: 1 }), makeComment(2, { parent_id: 1 }), makeComment(3, { replies_count: 1 })]);
  const more = { 1: "r1", 3: "r3" };
  merge({
    page: makeCommentsPage([makeComment(1, { replies_count: 1 }), makeComment(3, { replies_count: 1 })], { more }),
  });
  expect([...store.replyCursors]).toEqual([[3, "r3"]]);
  expect(store.remainingCounts.get(3)).toBe(1);
});

test("a page that was loaded after a reaction shows the reaction that the server has stored", () => {
  open([makeComment(1)]);
  merge({ myReactions: { 1: "like" } });
  merge({ page: makeCommentsPage([makeComment(1, { my_reaction: "heart" })]) });
  expect(store.getView().thread_rows[0]).toMatchObject({ comment: { my_reaction: "heart" } });
});

describe("the viewer's comments", () => {
  test("a comment on the post is shown at the top and scrolled to", () => {
    open([makeComment(1)]);
    merge({ ownComments: [makeComment(2, { author: GRACE })] });
    expect(shownIds()).toEqual([2, 1]);
    expect(store.scrollTarget).toBe(2);
  });

  test("a reply is shown below the other replies and does not count as new", () => {
    open([makeComment(1), makeComment(2, { parent_id: 1 }), makeComment(3)]);
    merge({ ownComments: [makeComment(4, { author: GRACE, parent_id: 1 })] });
    expect(shownIds()).toEqual([1, 2, 4, 3]);
    expect(store.getView().new_count).toBe(0);
  });

  test("an update that is repeated is processed once", () => {
    open([makeComment(1)]);
    const own = makeComment(2, { author: GRACE });
    merge({ ownComments: [own] });
    store.scrollTarget = null;
    merge({ ownComments: [{ ...own }] });
    expect(store.scrollTarget).toBeNull();
  });

  test("a comment on another post is ignored", () => {
    open([makeComment(1)]);
    merge({ ownComments: [makeComment(2, { post_id: 8 })] });
    expect(shownIds()).toEqual([1]);
  });

  test("a reaction changes the shown comment but not the stored one", () => {
    open([makeComment(1)]);
    merge({ myReactions: { 1: "like" } });
    const [row] = store.getView().thread_rows;
    expect(row).toMatchObject({ comment: { id: 1, my_reaction: "like" } });
    expect(commentOf(1).my_reaction).toBeNull();
  });
});

describe("pushed comments", () => {
  test("a new comment gets the permissions of the viewer", () => {
    open([makeComment(1)]);
    merge({ viewer: { ...VIEWER, can_moderate: true, can_pin: true }, pushedComments: [makePushed(2, "200")] });
    expect(shownIds()).toEqual([1, 2]);
    expect(commentOf(2).can).toEqual({ edit: false, delete: true, pin: true, report: false, moderate: true });
  });

  test("the viewer may edit their own comment", () => {
    open([makeComment(1)]);
    merge({ pushedComments: [makePushed(2, "200", { author: GRACE })] });
    expect(commentOf(2).can).toMatchObject({ edit: true, delete: true, moderate: false });
  });

  test("an update keeps the permissions and the reaction of the viewer", () => {
    const can = { edit: true, delete: true, pin: false, report: false, moderate: false };
    open([makeComment(1, { can, my_reaction: "like" })]);
    merge({ pushedComments: [makePushed(1, "200", { text: "Edited" })] });
    expect(commentOf(1)).toMatchObject({ text: "Edited", can, my_reaction: "like" });
  });

  test.each([
    ["of another post", makePushed(2, "200", { post_id: 8 })],
    ["older than the page", makePushed(2, "099")],
    ["whose parent is not loaded", makePushed(2, "200", { parent_id: 50 })],
    ["without an author", makePushed(2, "200", { author: null })],
  ])("a comment %s is ignored", (_, pushed) => {
    open([makeComment(1)]);
    merge({ pushedComments: [pushed] });
    expect(shownIds()).toEqual([1]);
  });

  test("the content of an ignored author is hidden", () => {
    open([makeComment(1), makeComment(2, { parent_id: 1 })]);
    const viewer = { ...VIEWER, ignored_author_ids: [ADA.id] };
    merge({ viewer, pushedComments: [makePushed(1, "200", { text: "Secret", html: "<p>Secret</p>" })] });
    expect(commentOf(1)).toMatchObject({ author: null, text: "", html: "" });
  });

  test("an earlier update that a later push repeats is not merged again", () => {
    open([makeComment(1)]);
    const first = makePushed(1, "200", { text: "First" });
    const second = makePushed(1, "201", { text: "Second" });
    merge({ pushedComments: [first] });
    merge({ pushedComments: [second, first] });
    expect(commentOf(1).text).toBe("Second");
  });

  test("a newly pinned comment replaces the pinned one", () => {
    open([makeComment(1, { is_pinned: true }), makeComment(2)]);
    merge({ pushedComments: [makePushed(2, "200", { is_pinned: true })] });
    const { pinned_rows } = store.getView();
    expect(pinned_rows.map(({ key }) => key)).toEqual(["comment-2"]);
    expect(commentOf(1).is_pinned).toBe(false);
  });

  test("the total is taken from a push for this post only", () => {
    open([makeComment(1)]);
    merge({ pushedComments: [makePushed(2, "200", { post_id: 8 })], total: 50 });
    expect(store.getView().total).toBe(1);
    merge({ pushedComments: [makePushed(3, "201")], total: 12 });
    expect(store.getView().total).toBe(12);
  });

  test("a comment that would move visible text is deferred", () => {
    open([makeComment(1), makeComment(2)], { order: "new" });
    renderRows();
    merge({ pushedComments: [makePushed(3, "200")] });
    expect(shownIds()).toEqual(["new-replies-0", 1, 2]);
    expect(store.getView()).toMatchObject({ new_count: 1, announcement: "1 new comment" });
  });

  test("a reply above visible text is deferred, at the end of the discussion it is shown", () => {
    open([makeComment(1), makeComment(2)]);
    renderRows();
    merge({ pushedComments: [makePushed(3, "200", { parent_id: 1 }), makePushed(4, "201", { parent_id: 2 })] });
    expect(shownIds()).toEqual([1, "new-replies-1", 2, 4]);
  });
});

test("Vars that did not change are not merged again", () => {
  open([makeComment(1)]);
  const view = store.getView();
  merge();
  expect(store.getView()).toBe(view);
  merge({ myReactions: {} });
  expect(store.getView()).not.toBe(view);
});

test("a row that did not change stays the same object", () => {
  open([makeComment(1), makeComment(2)]);
  const [first, second] = store.getView().thread_rows;
  merge({ pushedComments: [makePushed(2, "200", { text: "Edited" })] });
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
    merge({ viewer: { ...VIEWER, id: 99 } });
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
