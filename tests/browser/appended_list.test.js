import { expect, test } from "vitest";
import { useAppendedList } from "$/public/ui/appended_list.js";
import { renderHook } from "./render.js";

let number = 0;

/** @param {number[]} ids @param {string} [start_cursor] @param {string} [next_cursor] @returns {AppendedPage} */
const makePage = (ids, start_cursor = "", next_cursor = "") => ({
  start_cursor,
  next_cursor,
  rows: ids.map((id) => ({ id })),
});

/** @param {AppendedPage | null} page */
function open(page) {
  number += 1;
  const name = `list ${number}`;
  const { result, rerender } = renderHook(useAppendedList, [name, page, /** @type {number[]} */ ([])]);
  return {
    getIds: () => result.current.rows.map(({ id }) => id),
    getList: () => result.current,
    receive: (/** @type {AppendedPage} */ next, /** @type {number[]} */ removed = []) => rerender(name, next, removed),
    reopen: (/** @type {AppendedPage} */ last) =>
      renderHook(useAppendedList, [name, last, /** @type {number[]} */ ([])]).result.current.rows.map(({ id }) => id),
  };
}

test("a list without a page is not ready", () => {
  expect(open(null).getList()).toMatchObject({ rows: [], is_ready: false, next_cursor: "" });
});

test("later pages are appended without rows that are already there", () => {
  const list = open(makePage([3, 2], "", "a"));
  list.receive(makePage([2, 1], "a", ""));
  expect(list.getIds()).toEqual([3, 2, 1]);
  expect(list.getList().next_cursor).toBe("");
});

test("a page that does not follow the last one is ignored", () => {
  const list = open(makePage([3, 2], "", "a"));
  list.receive(makePage([1], "other", ""));
  expect(list.getIds()).toEqual([3, 2]);
});

test("a first page replaces the list", () => {
  const list = open(makePage([3, 2], "", "a"));
  list.receive(makePage([1], "a", ""));
  list.receive(makePage([4, 3], "", "b"));
  expect(list.getIds()).toEqual([4, 3]);
});

test("removed rows are left out", () => {
  const page = makePage([3, 2]);
  const list = open(page);
  list.receive(page, [3]);
  expect(list.getIds()).toEqual([2]);
});

test("a component that opens later shows all pages", () => {
  const list = open(makePage([2], "", "a"));
  const last = makePage([1], "a", "");
  list.receive(last);
  expect(list.reopen(last)).toEqual([2, 1]);
});
