// What a discussion does by itself: keys that walk it, words for screen readers, ways to more of it.
import { createElement as el, useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { isNewTo } from "./rows.js";
import { afterDrawing, open, reveal, useHash, visit } from "./thread.js";

/** Says politely what arrived, asks what has gone, leads to what the address names, and walks by `j`, `k` and `n`. */
export function Guide({ announcement, focus, reading, unsure, onLook, className }) {
  useHash();
  useEffect(() => open().lookAgain(onLook), [unsure]);
  // Before the page is drawn: whoever sees it can walk it.
  useLayoutEffect(() => {
    document.addEventListener("keydown", walk);
    return () => document.removeEventListener("keydown", walk);
  }, []);
  // On the first page of all the document has led there already.
  useLayoutEffect(() => {
    if (focus && !document.querySelector("page-document")) {
      document.getElementById(`comment-${focus}`)?.scrollIntoView();
    }
  }, [reading]);
  useLayoutEffect(() => {
    const { toFocus } = open();
    if (toFocus) document.getElementById(`comment-${toFocus}`)?.focus({ preventScroll: true });
    open().toFocus = null;
  });
  // What one has written is in sight, also when a pinned branch stands above it.
  useLayoutEffect(() => {
    const { toShow } = open();
    if (toShow) document.getElementById(`comment-${toShow}`)?.scrollIntoView({ block: "nearest" });
    open().toShow = null;
  });
  return el("p", { role: "status", className }, announcement);
}

/** Asks for what follows at a place, once. */
export function More({ place, cursor, busy, onMore, className, children }) {
  const ask = () => open().load(place || "roots", () => onMore(cursor));
  return el(
    "button",
    { type: "button", className, "data-place": place || "roots", "aria-busy": busy, onClick: ask },
    children,
  );
}

/** The order is a part of the address, so it survives a reload and can be sent to somebody. */
export function Order({ children, usual, ...rest }) {
  const navigate = useNavigate();
  const choose = ({ target }) => {
    const search = target.value === usual ? "" : `?order=${target.value}`;
    navigate({ search, hash: "" }, { replace: true, preventScrollReset: true });
  };
  return el("select", { ...rest, onChange: choose }, children);
}

const STEPS = { j: 1, k: -1, n: 1 };
const WRITING = "input, textarea, select, [contenteditable], dialog, [popover]";

function walk(event) {
  const step = STEPS[event.key];
  const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(WRITING);
  if (!step || isElsewhere) return;
  event.preventDefault();
  if (event.key === "n") nextNew();
  else visitRow(neighbour(commentRows(), step));
}

/** Leads to the next comment that the reader has not seen, also when it is still held back. */
export function nextNew() {
  const discussion = open();
  const rows = commentRows();
  const here = rows.findIndex(isAtFocus);
  const waiting = [...rows.slice(here + 1), ...rows.slice(0, here + 1)].find((row) => isNewTo(discussion, row));
  if (waiting) return visitRow(waiting);
  const [held] = discussion.held;
  if (held) reveal(discussion.comments.get(held).parent_id ?? 0);
}

const commentRows = () => {
  const { pinned, rest } = open().shown();
  return [...pinned, ...rest].filter((row) => row.kind === "comment");
};
const elementOf = (row) => document.getElementById(row.key);
const isAtFocus = (row) => elementOf(row)?.contains(document.activeElement);

// From the comment that has the focus; without one, from the first that is in sight.
function neighbour(rows, step) {
  const here = rows.findIndex(isAtFocus);
  if (here >= 0) return rows[here + step];
  const inSight = rows.findIndex((row) => elementOf(row)?.getBoundingClientRect().bottom > 0);
  return step > 0 ? rows[inSight] : rows[inSight - 1];
}

function visitRow(row) {
  if (!row) return;
  visit(row.comment.id);
  afterDrawing(() => elementOf(row)?.scrollIntoView({ block: "nearest" }));
}
