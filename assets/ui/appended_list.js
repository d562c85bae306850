// Lists without a URL of their own, such as the notifications. The server sends one page at a time and keeps none, the
// browser joins them.
import { useMemo } from "react";

/** @typedef {AppendedList & { rows: any[], page: AppendedPage | null }} LoadedRows */

/** @type {LoadedRows} */
const EMPTY_LIST = { rows: [], next_cursor: "", is_ready: false, page: null };

/** @type {Map<string, LoadedRows>} */
const lists = new Map();

/**
 * Returns the rows of all pages that the server has sent since the last first page.
 * @param {string} name
 * @param {AppendedPage | null} page the page that the server sent last
 * @param {number[]} removedIds
 */
export function useAppendedList(name, page, removedIds) {
  return useMemo(() => {
    const list = appendPage(lists.get(name) ?? EMPTY_LIST, page);
    lists.set(name, list);
    if (!removedIds.length) return list;
    return { ...list, rows: list.rows.filter(({ id }) => !removedIds.includes(id)) };
  }, [name, page, removedIds]);
}

/**
 * @param {LoadedRows} list
 * @param {AppendedPage | null} page
 * @returns {LoadedRows}
 */
function appendPage(list, page) {
  if (!page || page === list.page) return list;
  const { rows, next_cursor, start_cursor } = page;
  if (!start_cursor) return { rows, next_cursor, is_ready: true, page };
  // The answer to a second click on the button, or a page of a list that has been replaced since.
  if (start_cursor !== list.next_cursor) return list;
  const knownIds = new Set(list.rows.map(({ id }) => id));
  const newRows = rows.filter(({ id }) => !knownIds.has(id));
  return { rows: [...list.rows, ...newRows], next_cursor, is_ready: true, page };
}
