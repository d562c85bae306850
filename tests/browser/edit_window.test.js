import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchEditWindow } from "$/public/ui/discussion/edit_window.js";
import { DiscussionStore } from "$/public/ui/discussion/store.js";
import { ADA, GRACE, makeComment, makeCommentsPage } from "./samples.js";

const VIEWER = { id: GRACE.id, reply_action: "form", edit_minutes: 15 };
const CAN_EDIT = { edit: true, delete: true, pin: false, react: false, report: false, moderate: false };

/** @type {CommentsPage} */
let page;
/** @type {DiscussionStore} */
let store;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-05-01T10:00:00Z") });
  const own = { author: GRACE, can: CAN_EDIT, text: "Mine" };
  page = makeCommentsPage([
    makeComment(1, { author: ADA }),
    makeComment(2, { ...own, edit_until: "2026-05-01T10:05:00Z" }),
    makeComment(3, { ...own, edit_until: "2026-05-01T10:09:00Z" }),
  ]);
  store = new DiscussionStore(page);
  store.merge(page, VIEWER);
});
afterEach(() => void vi.useRealTimers());

test("a changed edit time reloads the comments of the viewer", () => {
  store.merge(page, VIEWER);
  expect(store.getView().stale_ids).toEqual([]);
  store.merge(page, { ...VIEWER, edit_minutes: 1 });
  expect(store.getView().stale_ids).toEqual([2, 3]);
});

test("a comment is reloaded when its edit time is over", () => {
  const stop = watchEditWindow(store);
  vi.advanceTimersByTime(4 * 60_000);
  expect(store.getView().stale_ids).toEqual([]);
  vi.advanceTimersByTime(60_001);
  expect(store.getView().stale_ids).toEqual([2]);
  stop?.();
});

test("a comment that is being edited keeps its text when the server no longer sends it", () => {
  store.setForm(2, "edit");
  const expired = { author: GRACE, text: "", can: { ...CAN_EDIT, edit: false } };
  const items = [makeComment(2, expired), makeComment(3, expired)];
  store.merge(makeCommentsPage(items, { requested_ids: [2, 3], is_initial: false }), VIEWER);
  expect(store.comments.get(2)).toMatchObject({ text: "Mine", can: { edit: false } });
  expect(store.comments.get(3)).toMatchObject({ text: "" });
});
