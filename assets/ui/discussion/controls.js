// Controls of a discussion: keyboard navigation, announcements, the "load more" button and the sort order.
import { createElement as el, useEffect, useLayoutEffect } from "react";
import { useNavigate } from "react-router";
import { watchEditWindow } from "./edit_window.js";
import { isUnseen } from "./rows.js";
import { currentDiscussion, focusComment, runAfterPaint, showNewReplies, useLocationHash } from "./thread.js";
import { usePendingReply } from "./pending_reply.js";

/** @import { CommentRow } from "./rows.js" */

/**
 * Announces new comments, reloads outdated comments, scrolls to a comment, and handles the keys `j`, `k` and `n`.
 * @param {{
 *   announcement: string,
 *   focusId: number,
 *   threadKey: string,
 *   staleIds: number[],
 *   onCheckStale: (ids: number[]) => void,
 *   className?: string,
 * }} props
 */
export function ThreadNavigator({ announcement, focusId, threadKey, staleIds, onCheckStale, className }) {
  useLocationHash();
  usePendingReply();
  useEffect(() => currentDiscussion().requestStale(onCheckStale), [staleIds]);
  useEffect(() => watchEditWindow(currentDiscussion()));
  // A layout effect, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
  // On the first page load the browser has already scrolled to the comment in the server-rendered page.
  useLayoutEffect(() => {
    if (focusId && !document.querySelector("ssr-page")) {
      document.getElementById(`comment-${focusId}`)?.scrollIntoView();
    }
  }, [threadKey]);
  useLayoutEffect(() => {
    const { focusTarget } = currentDiscussion();
    if (focusTarget) document.getElementById(`comment-${focusTarget}`)?.focus({ preventScroll: true });
    currentDiscussion().focusTarget = null;
  });
  // Scrolls to the comment that the viewer has just written, even if it is in the pinned branch.
  useLayoutEffect(() => {
    const { scrollTarget } = currentDiscussion();
    if (scrollTarget) document.getElementById(`comment-${scrollTarget}`)?.scrollIntoView({ block: "nearest" });
    currentDiscussion().scrollTarget = null;
  });
  return el("p", { role: "status", className }, announcement);
}

/**
 * Button that loads more comments on the post, or more replies to a comment. Sends one request per cursor.
 * @param {{
 *   parentId: number,
 *   cursor: string,
 *   isLoading: boolean,
 *   onLoadMore: (cursor: string) => void,
 *   className: string,
 *   children: ReactNode,
 * }} props
 */
export function LoadMoreButton({ parentId, cursor, isLoading, onLoadMore, className, children }) {
  const loadKey = parentId || "roots";
  const load = () => currentDiscussion().requests.add(loadKey, () => onLoadMore(cursor));
  return el(
    "button",
    { type: "button", className, "data-load-key": loadKey, "aria-busy": isLoading, onClick: load },
    children,
  );
}

/**
 * Select field for the sort order. The URL contains the order, so reloaded pages and shared links have it too.
 * @param {{ defaultOrder: string } & React.ComponentProps<"select">} props
 */
export function SortSelect({ children, defaultOrder, ...props }) {
  const navigate = useNavigate();
  /** @param {React.ChangeEvent<HTMLSelectElement>} event */
  const handleChange = ({ target }) => {
    const search = target.value === defaultOrder ? "" : `?order=${target.value}`;
    navigate({ search, hash: "" }, { replace: true });
  };
  return el("select", { ...props, onChange: handleChange }, children);
}

/** @type {Record<string, number>} */
const KEY_STEPS = { j: 1, k: -1, n: 1 };
const IGNORED_TARGETS = "input, textarea, select, [contenteditable], dialog, [popover]";

/** @param {KeyboardEvent} event */
function handleKey(event) {
  const step = KEY_STEPS[event.key];
  const isIgnored = event.ctrlKey || event.metaKey || event.altKey || isIgnoredTarget(event.target);
  if (!step || isIgnored) return;
  event.preventDefault();
  if (event.key === "n") goToNextNew();
  else goToRow(adjacentRow(commentRows(), step));
}

/** Focuses the next comment that the reader has not seen. If no such comment is visible, shows hidden new ones. */
export function goToNextNew() {
  const discussion = currentDiscussion();
  const rows = commentRows();
  const index = rows.findIndex(hasFocus);
  const next = [...rows.slice(index + 1), ...rows.slice(0, index + 1)].find((row) => isUnseen(discussion, row));
  if (next) return goToRow(next);
  const [deferredId] = discussion.deferredIds;
  if (deferredId) showNewReplies(discussion.comments.get(deferredId)?.parent_id ?? 0);
}

/** @param {EventTarget | null} target */
const isIgnoredTarget = (target) => target instanceof Element && target.closest(IGNORED_TARGETS);

const commentRows = () => {
  const { pinned_rows, thread_rows } = currentDiscussion().getView();
  return [...pinned_rows, ...thread_rows].filter((row) => row.kind === "comment");
};
/** @param {CommentRow} row */
const elementOf = (row) => document.getElementById(row.key);
/** @param {CommentRow} row */
const hasFocus = (row) => elementOf(row)?.contains(document.activeElement);

/**
 * Starts at the focused comment. If no comment has the focus, starts at the first one in view.
 * @param {CommentRow[]} rows
 * @param {number} step
 */
function adjacentRow(rows, step) {
  const index = rows.findIndex(hasFocus);
  if (index >= 0) return rows[index + step];
  const firstVisible = rows.findIndex((row) => (elementOf(row)?.getBoundingClientRect().bottom ?? 0) > 0);
  return step > 0 ? rows[firstVisible] : rows[firstVisible - 1];
}

/** @param {CommentRow | undefined} row */
function goToRow(row) {
  if (!row) return;
  focusComment(row.comment.id);
  runAfterPaint(() => elementOf(row)?.scrollIntoView({ block: "nearest" }));
}
