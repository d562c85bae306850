// Paginated lists. The server keeps only the page that was requested last, the browser keeps all loaded pages. Each
// entry of the browser history has its own list, so that the Back button restores it.
import { useMemo, useSyncExternalStore } from "react";
import { useLocation } from "react-router";

/** @typedef {number | string} RowId */

/**
 * The loaded part of a list.
 * @typedef {{
 *   rows: any[],
 *   next_cursor: string,
 *   is_ready: boolean,
 *   as_of?: string,
 *   new_ids: Set<RowId>,
 *   stale_rows: any[],
 *   page?: ListPage & { topic?: string },
 *   willBeReplaced?: boolean,
 * }} List
 */

const MAX_LISTS = 20;
/** @type {List} */
const EMPTY_LIST = { rows: [], next_cursor: "", is_ready: false, new_ids: new Set(), stale_rows: [] };

/** @type {Map<string, List>} */
const lists = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();
let version = 0;

/** @param {() => void} listener */
const subscribe = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns the loaded rows of the list at the current URL, as a `LoadedList` (components/lists.py).
 * @param {ListPage | null} page
 */
export function usePaginatedList(page) {
  const { key, pathname, search } = useLocation();
  const changes = useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  );
  return useMemo(() => mergePage(key, pathname + search, page), [key, pathname, search, page, changes]);
}

/**
 * Marks the list of a history entry as outdated. The next first page from the server replaces the whole list.
 * @param {string} key
 */
export function replaceOnNextLoad(key) {
  const list = lists.get(key);
  if (list) lists.set(key, { ...list, willBeReplaced: true });
  notify();
}

/**
 * Removes the rows with these IDs from the list of a history entry.
 * @param {string} key
 * @param {RowId[]} ids
 */
export function removeRows(key, ids) {
  const list = lists.get(key);
  if (!list?.rows.some(({ id }) => ids.includes(id))) return;
  lists.set(key, { ...list, rows: list.rows.filter(({ id }) => !ids.includes(id)) });
  notify();
}

function notify() {
  version += 1;
  listeners.forEach((listener) => listener());
}

/**
 * @param {string} key
 * @param {string} url
 * @param {ListPage | null} page
 */
function mergePage(key, url, page) {
  const list = lists.get(key);
  if (page?.url !== url) return list ?? EMPTY_LIST;
  const merged = list ? appendPage(list, page) : createList(page);
  if (merged && merged !== list) storeList(key, merged);
  return merged ?? EMPTY_LIST;
}

/**
 * @param {ListPage} page
 * @returns {List | null}
 */
function createList(page) {
  if (!page.is_first) return null;
  const { rows, next_cursor, as_of } = page;
  return { rows, next_cursor, as_of, is_ready: true, page, new_ids: new Set(), stale_rows: [] };
}

/**
 * @param {List} list
 * @param {ListPage} page
 */
function appendPage(list, page) {
  if (list.page === page) return list;
  if (page.is_first) return list.willBeReplaced ? createList(page) : refreshRows(list, page);
  if (page.start_cursor !== list.next_cursor) return list;
  const knownIds = new Set(list.rows.map((row) => row.id));
  const rows = [...list.rows, ...page.rows.filter((row) => !knownIds.has(row.id))];
  return { ...list, rows, next_cursor: page.next_cursor, page };
}

/**
 * Merges the first page when it was loaded again, after the Back button or a reconnection. Rows keep their position and
 * get new content. Rows that are missing from that page are stale: they may have moved down the list or been deleted.
 * @param {List} list
 * @param {ListPage} page
 */
function refreshRows(list, page) {
  const loaded = new Map(page.rows.map((row) => [row.id, row]));
  const stale_rows = list.rows.filter(({ id }) => !loaded.has(id));
  const rows = list.rows.map((row) => loaded.get(row.id) ?? row);
  rows.forEach((row) => loaded.delete(row.id));
  for (const row of loaded.values()) if (row.post?.published_at > (list.as_of ?? "")) list.new_ids.add(row.id);
  return { ...list, rows, stale_rows, page };
}

/**
 * @param {string} key
 * @param {List} list
 */
function storeList(key, list) {
  lists.delete(key);
  lists.set(key, list);
  const [oldestKey] = lists.keys();
  if (lists.size > MAX_LISTS) lists.delete(oldestKey);
}
