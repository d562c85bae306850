// Builds the rows of a discussion in depth-first order. `Row` in components/comments/rows.py describes a row.
// The server renders the same rows (community/ssr/pages/comments.py).

/**
 * @import { DiscussionStore, Viewer } from "./store.js"
 *
 * The rows contain the fields of `Row` that the page shows for their kind.
 * @typedef {"key" | "parent_id" | "level" | "ancestor_ids" | "ended_count" | "root_number"} CommonField
 * @typedef {"kind" | "cursor" | "is_loading" | "remaining_count" | "new_count"} OtherField
 * @typedef {Omit<Row, OtherField> & { kind: "comment" }} CommentRow
 * @typedef {Pick<Row, CommonField | "cursor" | "is_loading" | "remaining_count"> & { kind: "more" }} LoadMoreRow
 * @typedef {Pick<Row, CommonField | "new_count"> & { kind: "new_replies" }} NewRepliesRow
 * @typedef {CommentRow | LoadMoreRow | NewRepliesRow} DiscussionRow
 * @typedef {"ended_count" | "root_number"} LastField
 * @typedef {Omit<CommentRow, LastField> | Omit<LoadMoreRow, LastField> | Omit<NewRepliesRow, LastField>} UnfinishedRow
 *
 * @typedef {"pinned_rows" | "thread_rows"} RowsField
 * @typedef {Omit<DiscussionView, RowsField> & Record<RowsField, DiscussionRow[]>} DiscussionData
 *
 * The replies by the ID of their comment. 0 stands for the comments on the post, "pinned" for the pinned comment.
 * @typedef {Map<number | "pinned", CommentView[]>} Replies
 */

const MAX_THREAD_LINES = 6;

/**
 * Builds the `DiscussionView`: all the data of a discussion that the page shows.
 * @param {DiscussionStore} discussion
 * @returns {DiscussionData}
 */
export function buildView(discussion) {
  const children = groupByParent(discussion);
  const newRoots = newRepliesRow(discussion, 0, []);
  const pinnedRows = finishRows(discussion, branchRows(discussion, children, "pinned", []));
  const threadRows = finishRows(
    discussion,
    [...(newRoots ? [newRoots] : []), ...branchRows(discussion, children, 0, [])],
    1,
  );
  const unseen = [...pinnedRows, ...threadRows].filter((row) => isUnseen(discussion, row));
  return {
    pinned_rows: pinnedRows,
    thread_rows: threadRows,
    new_count: unseen.length + discussion.deferredIds.size,
    total: discussion.total,
    next_cursor: discussion.nextCursor,
    is_loading: discussion.requests.has("roots"),
    order: discussion.firstPage?.order ?? "",
    focus_id: discussion.firstPage?.focus_id ?? 0,
    is_focus_missing: discussion.firstPage?.is_focus_missing ?? false,
    is_continuation: discussion.firstPage?.is_continuation ?? false,
    announcement: discussion.announcement,
    stale_ids: discussion.staleIds,
  };
}

/**
 * Returns whether the comment is new and the reader has not navigated to it yet.
 * @param {DiscussionStore} discussion
 * @param {DiscussionRow} row
 * @returns {row is CommentRow}
 */
export const isUnseen = (discussion, row) =>
  row.kind === "comment" && row.is_new && !discussion.visitedIds.has(row.comment.id);

/**
 * Returns a Map from the ID of a comment to its replies. Replies that are still hidden (deferred) are left out.
 * @param {DiscussionStore} discussion
 * @returns {Replies}
 */
function groupByParent({ comments, commentIds, deferredIds, firstPage }) {
  /** @type {Replies} */
  const children = new Map();
  for (const id of commentIds) {
    const comment = /** @type {CommentView} */ (comments.get(id));
    if (deferredIds.has(id)) continue;
    const isPinned = comment.is_pinned && !firstPage?.focus_id;
    const parent = isPinned ? "pinned" : comments.has(comment.parent_id ?? 0) ? (comment.parent_id ?? 0) : 0;
    const siblings = children.get(parent);
    if (siblings) siblings.push(comment);
    else children.set(parent, [comment]);
  }
  return children;
}

/**
 * Returns whether a placeholder takes the place of the comment, even if the viewer may open its deleted text.
 * @param {CommentView} comment
 */
export function isPlaceholder(comment) {
  return !comment.author || comment.moderation_status === "deleted";
}

/**
 * @param {DiscussionStore} discussion
 * @param {Replies} children
 * @param {number | "pinned"} parent
 * @param {number[]} ancestorIds
 * @returns {UnfinishedRow[]}
 */
function branchRows(discussion, children, parent, ancestorIds) {
  /** @type {UnfinishedRow[]} */
  const rows = [];
  for (const comment of children.get(parent) ?? []) {
    const isCollapsed = discussion.collapsedIds.has(comment.id);
    const path = [...ancestorIds, comment.id];
    const replies = branchRows(discussion, children, comment.id, path);
    const loadMore = loadMoreRow(discussion, comment.id, path);
    if (isPlaceholder(comment) && !replies.length && !loadMore) continue;
    const newReplies = newRepliesRow(discussion, comment.id, path);
    rows.push(commentRow(discussion, comment, ancestorIds, isCollapsed, replies));
    if (!isCollapsed) rows.push(...replies, ...[newReplies, loadMore].filter((row) => row !== null));
  }
  return rows;
}

/**
 * @param {DiscussionStore} discussion
 * @param {CommentView} comment
 * @param {number[]} ancestorIds
 * @param {boolean} isCollapsed
 * @param {UnfinishedRow[]} replies
 */
function commentRow(discussion, comment, ancestorIds, isCollapsed, replies) {
  const { viewer, justAddedIds, openForms, lastVisitAt, hash } = discussion;
  const { id } = comment;
  const level = ancestorIds.length;
  const key = `comment-${id}`;
  const isJustAdded = justAddedIds.has(id);
  const isUnread = isJustAdded || Date.parse(comment.created_at) > lastVisitAt;
  return {
    kind: /** @type {const} */ ("comment"),
    key,
    comment,
    parent_id: comment.parent_id ?? 0,
    level,
    ancestor_ids: ancestorIds.slice(-MAX_THREAD_LINES),
    is_expanded: !isCollapsed && replies.length > 0,
    is_collapsed: isCollapsed,
    collapsed_count: isCollapsed ? Math.max(replies.length, comment.descendants_count) : 0,
    is_targeted: discussion.firstPage?.focus_id === id || hash === `#${key}`,
    is_just_added: isJustAdded,
    is_new: isUnread && !isBy(comment, viewer),
    reply_action: viewer.reply_action,
    viewer_id: viewer.id,
    open_form: openForms.get(id)?.form ?? "",
    has_autofocus: openForms.get(id)?.focus ?? false,
  };
}

/**
 * @param {CommentView} comment
 * @param {Viewer} viewer
 */
const isBy = ({ author }, viewer) => author?.id === viewer.id;

/**
 * @param {DiscussionStore} discussion
 * @param {number} id
 * @param {number[]} ancestorIds
 */
function loadMoreRow(discussion, id, ancestorIds) {
  const cursor = discussion.replyCursors.get(id);
  if (cursor === undefined) return null;
  return {
    kind: /** @type {const} */ ("more"),
    key: `more-${id}`,
    parent_id: id,
    level: ancestorIds.length,
    ancestor_ids: ancestorIds.slice(-MAX_THREAD_LINES),
    cursor,
    remaining_count: discussion.remainingCounts.get(id) ?? 0,
    is_loading: discussion.requests.has(id),
  };
}

/**
 * @param {DiscussionStore} discussion
 * @param {number} id
 * @param {number[]} ancestorIds
 */
function newRepliesRow(discussion, id, ancestorIds) {
  let count = 0;
  for (const deferredId of discussion.deferredIds) {
    if ((discussion.comments.get(deferredId)?.parent_id ?? 0) === id) count += 1;
  }
  if (!count) return null;
  return {
    kind: /** @type {const} */ ("new_replies"),
    key: `new-replies-${id}`,
    parent_id: id,
    level: ancestorIds.length,
    new_count: count,
    ancestor_ids: ancestorIds.slice(-MAX_THREAD_LINES),
  };
}

/**
 * Adds `ended_count` to the rows: the number of ancestors whose last reply is the row. Numbers the comments on the
 * post, if they have numbers.
 * @param {DiscussionStore} discussion
 * @param {UnfinishedRow[]} rows
 * @param {number} [firstNumber]
 * @returns {DiscussionRow[]}
 */
function finishRows(discussion, rows, firstNumber = 0) {
  let nextNumber = firstNumber;
  return rows.map((row, index) => {
    const nextLevel = rows[index + 1]?.level ?? 0;
    const isNumbered = nextNumber > 0 && row.kind === "comment" && row.level === 0;
    const root_number = isNumbered ? nextNumber++ : 0;
    return reuseRow(discussion, { ...row, ended_count: Math.max(0, row.level - nextLevel), root_number });
  });
}

/**
 * Returns the previous row object if nothing in the row changed, so that React does not render it again.
 * @template {DiscussionRow} T
 * @param {DiscussionStore} discussion
 * @param {T} row
 * @returns {T}
 */
function reuseRow(discussion, row) {
  const previous = /** @type {T | undefined} */ (discussion.rowCache.get(row.key));
  if (previous && isSameRow(previous, row)) return previous;
  discussion.rowCache.set(row.key, row);
  return row;
}

/**
 * @template {DiscussionRow} T
 * @param {T} previous
 * @param {T} row
 */
function isSameRow(previous, row) {
  const names = /** @type {(keyof T)[]} */ (Object.keys(row));
  return names.every((name) =>
    name === "ancestor_ids" ? previous.ancestor_ids.join() === row.ancestor_ids.join() : previous[name] === row[name],
  );
}
