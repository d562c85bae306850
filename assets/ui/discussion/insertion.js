// Decides whether a new comment can be shown at once.

/** @import { DiscussionData, DiscussionRow } from "./rows.js" */

/**
 * Returns whether inserting the comment would move text that the reader sees or has scrolled past.
 * @param {DiscussionData} view
 * @param {CommentView} comment
 * @param {boolean} isNewestFirst whether a new comment on the post is inserted at the top
 */
export function wouldMoveText(view, comment, isNewestFirst) {
  const row = rowAfterInsert(view, comment, isNewestFirst);
  const element = row && document.getElementById(row.key);
  return Boolean(element && element.getBoundingClientRect().top < innerHeight);
}

/**
 * Returns the row that a new comment would push down, or undefined at the end or inside a collapsed branch.
 * @param {DiscussionData} view
 * @param {CommentView} comment
 * @param {boolean} isNewestFirst
 */
function rowAfterInsert({ pinned_rows, thread_rows }, { parent_id }, isNewestFirst) {
  if (!parent_id) return isNewestFirst ? thread_rows.find((row) => row.kind === "comment") : undefined;
  const rows = [...pinned_rows, ...thread_rows].filter((row) => row.kind !== "new_replies");
  const parent = rows.find((row) => row.kind === "comment" && row.comment.id === parent_id);
  if (!parent || (parent.kind === "comment" && parent.is_collapsed)) return undefined;
  const isBehindBranch = (/** @type {DiscussionRow} */ row) =>
    row.level <= parent.level || (row.kind === "more" && row.parent_id === parent_id);
  return rows.slice(rows.indexOf(parent) + 1).find(isBehindBranch);
}
