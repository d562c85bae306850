// The discussion of the open page, for the components in `community/components/comments/`.
import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { Discussion, nameOf } from "./store.js";

// Discussions that were read lately, so that the way back leads to the same place in them.
const KEPT = 10;
const readings = new Map();
let current = new Discussion({ post_id: 0 });

function adopt(loaded) {
  const name = nameOf(loaded);
  if (!loaded.begins || name === current.name) return current;
  current = readings.get(name) ?? new Discussion(loaded);
  readings.delete(name);
  readings.set(name, current);
  if (readings.size > KEPT) readings.delete(readings.keys().next().value);
  return current;
}

/** What the page shows of the discussion; see `Shown` in components/comments/rows.py. */
export function useDiscussion(loaded, own, mine, news, total, viewer) {
  const discussion = adopt(loaded);
  useSyncExternalStore(discussion.subscribe, () => discussion.version, () => 0);
  discussion.learn({ loaded, own, mine, news, total, viewer: sameViewer(viewer) });
  return discussion.shown();
}

let lastViewer = {};

// Python hands over a new object at each drawing.
function sameViewer(viewer) {
  if (JSON.stringify(viewer) !== JSON.stringify(lastViewer)) lastViewer = viewer;
  return lastViewer;
}

/** The discussion that is open, for what works on it in the browser alone. */
export const open = () => current;

/** Fold a branch away, or open it again; its first row stays in sight and keeps the focus. */
export function toggleBranch(id) {
  if (!current.collapsed.delete(id)) current.collapsed.add(id);
  current.changed();
  afterDrawing(() => {
    const row = document.getElementById(`comment-${id}`);
    row?.scrollIntoView({ block: "nearest" });
    if (!document.activeElement || document.activeElement === document.body) {
      row?.querySelector("[aria-expanded]")?.focus({ preventScroll: true });
    }
  });
}

/** Open a form at a comment: "reply", "edit", or "" to close it. */
export function openForm(id, form) {
  current.setForm(id, form);
  current.changed();
  if (!form) afterDrawing(() => document.getElementById(`comment-${id}`)?.focus({ preventScroll: true }));
}

/** What was written in the form at a comment is stored: it has done its work. */
export function closeForm(id) {
  current.setForm(id, "");
  current.changed();
}

/** Show the new answers to a comment (0: to the post itself) that were held back. */
export function reveal(parentId) {
  const shown = [...current.held].filter((id) => (current.comments.get(id).parent_id ?? 0) === parentId);
  shown.forEach((id) => current.held.delete(id));
  current.changed();
  afterDrawing(() => visit(shown[0]));
}

/** Go to a comment and remember that the reader was there. */
export function visit(id) {
  current.visited.add(id);
  current.announcement = "";
  current.changed();
  const row = document.getElementById(`comment-${id}`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

export function afterDrawing(act) {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

/** Rows know when the address names them. */
export function useHash() {
  const { hash } = useLocation();
  useEffect(() => {
    current.hash = hash;
    current.changed();
  }, [hash]);
}
