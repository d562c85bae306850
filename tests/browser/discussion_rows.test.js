import { beforeEach, describe, expect, test } from "vitest";
import { buildView, isUnseen } from "$/public/ui/discussion/rows.js";
import { DiscussionStore } from "$/public/ui/discussion/store.js";
import { ADA, makeComment, makeCommentsPage } from "./samples.js";

const VIEWER = { id: 1, reply_action: "form", edit_minutes: 15 };

/**
 * @param {CommentView[]} items
 * @param {Partial<CommentsPage>} [fields]
 */
function open(items, fields) {
  const page = makeCommentsPage(items, fields);
  const store = new DiscussionStore(page);
  store.merge(page, VIEWER);
  return store;
}

const keysOf = (/** @type {{ key: string }[]} */ rows) => rows.map(({ key }) => key);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("rows are in depth-first order, with their level and ancestors", () => {
  const store = open([
    makeComment(1),
    makeComment(2),
    makeComment(3, { parent_id: 1 }),
    makeComment(4, { parent_id: 3 }),
    makeComment(5, { parent_id: 1 }),
  ]);
  const rows = buildView(store).thread_rows;
  expect(keysOf(rows)).toEqual(["comment-1", "comment-3", "comment-4", "comment-5", "comment-2"]);
  expect(rows.map(({ level }) => level)).toEqual([0, 1, 2, 1, 0]);
  expect(rows[2].ancestor_ids).toEqual([1, 3]);
});

test("a row counts the ancestors whose last reply it is", () => {
  const store = open([
    makeComment(1),
    makeComment(2, { parent_id: 1 }),
    makeComment(3, { parent_id: 2 }),
    makeComment(4, { parent_id: 1 }),
    makeComment(5),
    makeComment(6, { parent_id: 5 }),
  ]);
  const rows = buildView(store).thread_rows;
  expect(rows.map(({ key, ended_count }) => [key, ended_count])).toEqual([
    ["comment-1", 0],
    ["comment-2", 0],
    ["comment-3", 1],
    ["comment-4", 1],
    ["comment-5", 0],
    ["comment-6", 1],
  ]);
  expect(buildView(store).thread_rows[2]).toBe(rows[2]);
});

test("a row has at most six ancestors, the nearest ones", () => {
  const chain = Array.from({ length: 9 }, (_, index) => makeComment(index + 1, { parent_id: index || null }));
  const rows = buildView(open(chain)).thread_rows;
  expect(rows[8]).toMatchObject({ level: 8, ancestor_ids: [3, 4, 5, 6, 7, 8] });
});

test("a reply whose parent is not loaded is shown as a comment on the post", () => {
  const rows = buildView(open([makeComment(2, { parent_id: 1 })])).thread_rows;
  expect(rows[0]).toMatchObject({ key: "comment-2", level: 0, parent_id: 1 });
});

test("a deleted comment is shown only above its replies, even if the viewer may read its text", () => {
  const deleted = { author: ADA, moderation_status: "deleted" };
  const items = [makeComment(1, deleted), makeComment(2, { parent_id: 1 }), makeComment(3, deleted)];
  expect(keysOf(buildView(open(items)).thread_rows)).toEqual(["comment-1", "comment-2"]);
});

test("the pinned branch is separate, unless a single comment is shown", () => {
  const items = [makeComment(1), makeComment(2, { is_pinned: true }), makeComment(3, { parent_id: 2 })];
  const view = buildView(open(items));
  expect(keysOf(view.pinned_rows)).toEqual(["comment-2", "comment-3"]);
  expect(keysOf(view.thread_rows)).toEqual(["comment-1"]);
  expect(buildView(open(items, { focus_id: 2 })).pinned_rows).toEqual([]);
});

describe("a collapsed comment", () => {
  test("hides its replies and counts all of them", () => {
    const store = open([makeComment(1, { descendants_count: 7 }), makeComment(2, { parent_id: 1 })]);
    expect(buildView(store).thread_rows[0]).toMatchObject({ is_expanded: true, is_collapsed: false });
    store.collapsedIds.add(1);
    const rows = buildView(store).thread_rows;
    expect(keysOf(rows)).toEqual(["comment-1"]);
    expect(rows[0]).toMatchObject({ is_expanded: false, is_collapsed: true, collapsed_count: 7 });
  });
});

describe("a comment without an author", () => {
  test("is hidden if it has no replies", () => {
    expect(buildView(open([makeComment(1, { author: null })])).thread_rows).toEqual([]);
  });

  test("is shown as a placeholder above its replies", () => {
    const store = open([makeComment(1, { author: null }), makeComment(2, { parent_id: 1 })]);
    expect(keysOf(buildView(store).thread_rows)).toEqual(["comment-1", "comment-2"]);
  });

  test("is shown if its replies can be loaded", () => {
    const store = open([makeComment(1, { author: null, replies_count: 2 })], { more: { 1: "" } });
    expect(buildView(store).thread_rows.map(({ kind }) => kind)).toEqual(["comment", "more"]);
  });
});

test("the button for further replies has the cursor and the number of replies that are not loaded", () => {
  const store = open([makeComment(1, { replies_count: 3 }), makeComment(2, { parent_id: 1 })], { more: { 1: "c" } });
  const expected = { kind: "more", key: "more-1", parent_id: 1, level: 1, cursor: "c", remaining_count: 2 };
  expect(buildView(store).thread_rows[2]).toMatchObject({ ...expected, is_loading: false });
  store.requests.add(1, () => {});
  expect(buildView(store).thread_rows[2]).toMatchObject({ is_loading: true });
});

test("deferred comments are counted in a row at their position", () => {
  const store = open([makeComment(1), makeComment(2, { parent_id: 1 }), makeComment(3)]);
  store.deferredIds.add(2).add(3);
  const rows = buildView(store).thread_rows;
  expect(keysOf(rows)).toEqual(["new-replies-0", "comment-1", "new-replies-1"]);
  expect(rows[0]).toMatchObject({ kind: "new_replies", new_count: 1, level: 0 });
  expect(buildView(store).new_count).toBe(2);
});

describe("new comments", () => {
  test("are those of other users since the last visit, until the reader has seen them", () => {
    const own = { ...ADA, id: VIEWER.id };
    const store = open([
      makeComment(1),
      makeComment(2, { author: own }),
      makeComment(3, { created_at: "2026-11-01T00:00:00Z" }),
    ]);
    store.lastVisitAt = Date.parse("2026-11-10T00:00:00Z");
    const unseen = () => buildView(store).thread_rows.filter((row) => isUnseen(store, row));
    expect(keysOf(unseen())).toEqual(["comment-1"]);
    expect(buildView(store).new_count).toBe(1);
    store.visitedIds.add(1);
    expect(unseen()).toEqual([]);
  });

  test("that the viewer has just written are not marked as new", () => {
    const own = { ...ADA, id: VIEWER.id };
    const store = open([makeComment(1, { author: own }), makeComment(2)]);
    store.justAddedIds.add(1).add(2);
    const marks = buildView(store).thread_rows.map((row) => row.kind === "comment" && row.is_new);
    expect(marks).toEqual([false, true]);
  });
});

test("the comment of the URL is marked", () => {
  const store = open([makeComment(1), makeComment(2)]);
  store.hash = "#comment-2";
  const marks = buildView(store).thread_rows.map((row) => row.kind === "comment" && row.is_targeted);
  expect(marks).toEqual([false, true]);
});

test("the view of an empty discussion", () => {
  expect(buildView(new DiscussionStore({ post_id: 0 }))).toEqual({
    pinned_rows: [],
    thread_rows: [],
    new_count: 0,
    total: 0,
    next_cursor: "",
    is_loading: false,
    order: "",
    focus_id: 0,
    is_focus_missing: false,
    is_continuation: false,
    announcement: "",
    stale_ids: [],
  });
});
