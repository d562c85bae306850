// Lists that come page by page: the server knows the page that was asked for last, the browser all of them.
// They are kept for each entry of the history, so that the way back leads to the same place in the same list.
import { useMemo, useSyncExternalStore } from "react";
import { useLocation } from "react-router";

const KEPT = 20;
const NOTHING = { rows: [], next: "", ready: false, heard: new Set(), unsure: [] };

const lists = new Map();
const listeners = new Set();
let version = 0;

const subscribe = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** All rows of the list at this address, as far as they were read; see `Gathered` in components/lists.py. */
export function usePages(leaf) {
  const { key, pathname, search } = useLocation();
  const changes = useSyncExternalStore(subscribe, () => version, () => 0);
  return useMemo(() => gather(key, pathname + search, leaf), [key, pathname, search, leaf, changes]);
}

/** What arrives next for this entry of the history replaces what was read. */
export function renew(key) {
  const list = lists.get(key);
  if (list) lists.set(key, { ...list, renewed: true });
  changed();
}

/** Takes rows out of the list of this entry of the history. */
export function drop(key, ids) {
  const list = lists.get(key);
  if (!list?.rows.some(({ id }) => ids.includes(id))) return;
  lists.set(key, { ...list, rows: list.rows.filter(({ id }) => !ids.includes(id)) });
  changed();
}

function changed() {
  version += 1;
  listeners.forEach((listener) => listener());
}

function gather(key, address, leaf) {
  const before = lists.get(key);
  if (leaf?.address !== address) return before ?? NOTHING;
  const after = before ? joined(before, leaf) : begun(leaf);
  if (after && after !== before) keep(key, after);
  return after ?? NOTHING;
}

function begun(leaf) {
  if (!leaf.is_first) return null;
  const { rows, next, as_of } = leaf;
  return { rows, next, as_of, ready: true, leaf, heard: new Set(), unsure: [] };
}

function joined(before, leaf) {
  if (before.leaf === leaf) return before;
  if (leaf.is_first) return before.renewed ? begun(leaf) : refreshed(before, leaf);
  if (leaf.start !== before.next) return before;
  const known = new Set(before.rows.map((row) => row.id));
  const rows = [...before.rows, ...leaf.rows.filter((row) => !known.has(row.id))];
  return { ...before, rows, next: leaf.next, leaf };
}

// The reader is back, or the connection: rows stay where they are and say what is true now. Of those that did
// not come again nobody knows whether they are further down or gone.
function refreshed(before, leaf) {
  const fresh = new Map(leaf.rows.map((row) => [row.id, row]));
  const unsure = before.rows.map(({ id }) => id).filter((id) => !fresh.has(id));
  const rows = before.rows.map((row) => fresh.get(row.id) ?? row);
  rows.forEach((row) => fresh.delete(row.id));
  for (const row of fresh.values()) if (row.published_at > before.as_of) before.heard.add(row.id);
  return { ...before, rows, unsure, leaf };
}

function keep(key, list) {
  lists.delete(key);
  lists.set(key, list);
  if (lists.size > KEPT) lists.delete(lists.keys().next().value);
}
