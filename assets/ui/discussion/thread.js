// The discussion of the open page, used by the components in `community/components/comments/`.
import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { onPush } from "$/public/ui/pushes.js";
import { replaceAuthor } from "./authors.js";
import { DiscussionStore, discussionKey } from "./store.js";

/** @import { Viewer } from "./store.js" */

// Recently opened discussions stay in memory, so that the Back button restores them.
const MAX_DISCUSSIONS = 10;
/** @type {Map<string, DiscussionStore>} */
const discussions = new Map();
let current = new DiscussionStore({ post_id: 0 });

onPush("comment", (push) => current.receive(push));
onPush("comment_reactions", (push) => current.receiveReactions(push));
onPush("author_changed", (push) => {
  for (const discussion of new Set([current, ...discussions.values()])) replaceAuthor(discussion, push);
});

/** @param {CommentsPage} page */
function selectDiscussion(page) {
  const key = discussionKey(page);
  if (!page.is_initial || key === current.key) return current;
  current = discussions.get(key) ?? new DiscussionStore(page);
  discussions.delete(key);
  discussions.set(key, current);
  const [oldestKey] = discussions.keys();
  if (discussions.size > MAX_DISCUSSIONS) discussions.delete(oldestKey);
  return current;
}

/**
 * Merges the page that the server has sent last and returns a `DiscussionView` (components/comments/rows.py).
 * @param {CommentsPage} page
 * @param {Viewer} viewer
 */
export function useDiscussion(page, viewer) {
  const discussion = selectDiscussion(page);
  useSyncExternalStore(
    discussion.subscribe,
    () => discussion.version,
    () => 0,
  );
  discussion.merge(page, reuseEqualViewer(viewer));
  return discussion.getView();
}

/** @type {Viewer | null} */
let lastViewer = null;

/**
 * Returns the previous object if it is equal, because Reflex creates a new viewer object at each render.
 * @param {Viewer} viewer
 */
function reuseEqualViewer(viewer) {
  if (!lastViewer || JSON.stringify(viewer) !== JSON.stringify(lastViewer)) lastViewer = viewer;
  return lastViewer;
}

export const currentDiscussion = () => current;

/**
 * Collapses or expands a comment with its replies. The row of the comment stays in view and keeps the focus.
 * @param {number} id
 */
export function toggleBranch(id) {
  if (!current.collapsedIds.delete(id)) current.collapsedIds.add(id);
  current.notify();
  runAfterPaint(() => {
    const row = document.getElementById(`comment-${id}`);
    row?.scrollIntoView({ block: "nearest" });
    if (!document.activeElement || document.activeElement === document.body) {
      row?.querySelector("[aria-expanded]")?.focus({ preventScroll: true });
    }
  });
}

/**
 * Opens the form "reply" or "edit" at a comment. If `form` is "", closes the form and focuses the comment.
 * @param {number} id
 * @param {string} form
 */
export function openForm(id, form) {
  current.setForm(id, form);
  current.notify();
  if (!form) runAfterPaint(() => document.getElementById(`comment-${id}`)?.focus({ preventScroll: true }));
}

/**
 * Closes the form at a comment after the server has saved the text of the form.
 * @param {number} id
 */
export function closeForm(id) {
  current.setForm(id, "");
  current.notify();
}

/**
 * Shows the new replies to a comment that are still hidden. If `parentId` is 0, shows new comments on the post.
 * @param {number} parentId
 */
export function showNewReplies(parentId) {
  const isReply = (/** @type {number} */ id) => (current.comments.get(id)?.parent_id ?? 0) === parentId;
  const replyIds = [...current.deferredIds].filter(isReply);
  replyIds.forEach((id) => current.deferredIds.delete(id));
  current.notify();
  runAfterPaint(() => focusComment(replyIds[0]));
}

/**
 * Focuses a comment and marks it as seen.
 * @param {number} id
 */
export function focusComment(id) {
  current.visitedIds.add(id);
  current.announcement = "";
  current.notify();
  const row = document.getElementById(`comment-${id}`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

/** @param {() => void} callback */
export function runAfterPaint(callback) {
  requestAnimationFrame(() => requestAnimationFrame(callback));
}

/** Passes the hash of the URL to the discussion. The discussion highlights the comment with this ID. */
export function useLocationHash() {
  const { hash } = useLocation();
  useEffect(() => {
    current.hash = hash;
    current.notify();
  }, [hash]);
}
