import { act } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { removeRows, replaceOnNextLoad, usePaginatedList } from "$/public/ui/paginated_list.js";
import { useLocation } from "react-router";
import { navigate, renderHook } from "./render.js";
import { makeItem, makeListPage } from "./samples.js";

/** @type {string} */
let key;

// Each entry of the browser history has a key, which the test needs in order to change its list.
const useList = (/** @type {ListPage | null} */ page) => {
  const location = useLocation();
  key = location.key;
  return usePaginatedList(page);
};
const idsOf = (/** @type {{ rows: PostItem[] }} */ list) => list.rows.map(({ post }) => post.id);
let number = 0;
/** @type {string} */
let url;

/**
 * @param {number[]} ids
 * @param {Partial<ListPage>} [fields]
 */
const makePage = (ids, fields) =>
  makeListPage(
    ids.map((id) => makeItem(id)),
    { url, ...fields },
  );

// The initial entry of a MemoryRouter always has the same key, so each test navigates to an entry of its own.
beforeEach(() => {
  number += 1;
  url = `/new?test=${number}`;
});

/** @param {ListPage | null} page */
function openEntry(page) {
  const opened = renderHook(useList, [/** @type {ListPage | null} */ (null)], "/start");
  navigate(url);
  opened.rerender(page);
  return opened;
}

describe("pages", () => {
  test("the list is empty until its page arrives", () => {
    const { result, rerender } = openEntry(null);
    expect(result.current).toMatchObject({ rows: [], is_ready: false });
    rerender(makeListPage([makeItem(1)], { url: "/other" }));
    expect(result.current.is_ready).toBe(false);
    rerender(makePage([1, 2], { next_cursor: "c2" }));
    expect(result.current).toMatchObject({ is_ready: true, next_cursor: "c2" });
    expect(idsOf(result.current)).toEqual([1, 2]);
  });

  test("a later page does not start a list", () => {
    const { result } = openEntry(makePage([3], { is_first: false, start_cursor: "c2" }));
    expect(result.current.is_ready).toBe(false);
  });

  test("the next page is appended without rows that are already shown", () => {
    const { result, rerender } = openEntry(makePage([1, 2], { next_cursor: "c2" }));
    rerender(makePage([2, 3], { is_first: false, start_cursor: "c2", next_cursor: "c3" }));
    expect(idsOf(result.current)).toEqual([1, 2, 3]);
    expect(result.current.next_cursor).toBe("c3");
  });

  test("a page that does not follow the last one is ignored", () => {
    const { result, rerender } = openEntry(makePage([1], { next_cursor: "c2" }));
    rerender(makePage([9], { is_first: false, start_cursor: "c9" }));
    expect(idsOf(result.current)).toEqual([1]);
  });
});

describe("the first page, loaded again", () => {
  test("updates the rows in place and reports those that are missing as stale", () => {
    const { result, rerender } = openEntry(makePage([1, 2, 3]));
    const changed = makeItem(3, { title: "Changed" });
    rerender(makeListPage([changed, makeItem(1)], { url }));
    expect(idsOf(result.current)).toEqual([1, 2, 3]);
    expect(result.current.rows[2].post.title).toBe("Changed");
    expect(idsOf({ rows: result.current.stale_rows })).toEqual([2]);
  });

  test("counts the posts that were published since the list was loaded, and does not insert them", () => {
    const { result, rerender } = openEntry(makePage([1]));
    const newer = makeItem(2, { published_at: "2026-11-23T00:00:00Z" });
    rerender(makeListPage([newer, makeItem(5), makeItem(1)], { url }));
    expect(idsOf(result.current)).toEqual([1]);
    expect([...result.current.new_ids]).toEqual(["post-2"]);
  });

  test("does not count a post that is already shown", () => {
    const newer = makeItem(2, { published_at: "2026-11-23T00:00:00Z" });
    const { result, rerender } = openEntry(makeListPage([newer], { url }));
    rerender(makeListPage([{ ...newer }], { url }));
    expect(result.current.new_ids.size).toBe(0);
  });

  test("replaces the list if that was requested", () => {
    const { result, rerender } = openEntry(makePage([1, 2]));
    act(() => replaceOnNextLoad(key));
    expect(idsOf(result.current)).toEqual([1, 2]);
    rerender(makePage([3, 1]));
    expect(idsOf(result.current)).toEqual([3, 1]);
  });
});

test("removeRows removes rows of one list and renders it again", () => {
  const { result } = openEntry(makePage([1, 2, 3]));
  act(() => removeRows(key, ["post-2", "post-50"]));
  expect(idsOf(result.current)).toEqual([1, 3]);
  act(() => removeRows("another entry", ["post-1"]));
  expect(idsOf(result.current)).toEqual([1, 3]);
});

test("the Back button restores the loaded pages", () => {
  const { result, rerender } = openEntry(makePage([1], { next_cursor: "c2" }));
  rerender(makePage([2], { is_first: false, start_cursor: "c2" }));
  navigate("/elsewhere");
  expect(idsOf(result.current)).toEqual([]);
  navigate(-1);
  rerender(null);
  expect(idsOf(result.current)).toEqual([1, 2]);
});

test("the lists of the last 20 entries are kept", () => {
  const { result, rerender } = openEntry(makePage([1]));
  for (let index = 0; index < 20; index += 1) {
    const next = `/new?entry=${number}-${index}`;
    navigate(next);
    rerender(makeListPage([makeItem(index)], { url: next }));
  }
  navigate(-19);
  rerender(null);
  expect(idsOf(result.current)).toEqual([0]);
  navigate(-1);
  expect(result.current.is_ready).toBe(false);
});
