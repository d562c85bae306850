// How long the viewer may edit their comments. The server decides it. The page asks the server again when the time of a
// comment is over, and after administrators have changed the time.

/** @import { DiscussionStore } from "./store.js" */

// Longer timers overflow. The effect that calls `watchEditWindow` starts them again.
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Marks the comments of the viewer as stale, so that the page reloads them.
 * @param {DiscussionStore} discussion
 */
export function markOwnStale(discussion) {
  markStale(discussion, listOwn(discussion));
}

/**
 * Reloads the comments of the viewer when the time to edit them is over.
 * @param {DiscussionStore} discussion
 * @returns {(() => void) | undefined} Stops the timer.
 */
export function watchEditWindow(discussion) {
  const now = Date.now();
  const ends = listOwn(discussion)
    .filter(({ can, edit_until }) => can.edit && Date.parse(edit_until ?? "") > now)
    .map(({ edit_until }) => Date.parse(edit_until ?? ""));
  if (!ends.length) return undefined;
  const end = Math.min(...ends);
  const timer = setTimeout(
    () => {
      const isOver = (/** @type {CommentView} */ { can, edit_until }) =>
        can.edit && Date.parse(edit_until ?? "") <= end;
      markStale(discussion, listOwn(discussion).filter(isOver));
      discussion.notify();
    },
    Math.min(end - now + 1, MAX_DELAY_MS),
  );
  return () => clearTimeout(timer);
}

/**
 * Returns a reloaded comment. If the viewer is editing it, but may no longer, the form keeps the text.
 * @param {DiscussionStore} discussion
 * @param {CommentView} comment
 */
export function keepEditedText(discussion, comment) {
  const isEditing = discussion.openForms.get(comment.id)?.form === "edit";
  const text = discussion.comments.get(comment.id)?.text;
  return isEditing && !comment.text && text ? { ...comment, text } : comment;
}

/** @param {DiscussionStore} discussion */
const listOwn = ({ comments, viewer }) =>
  [...comments.values()].filter(({ author }) => author !== null && author.id === viewer.id);

/**
 * @param {DiscussionStore} discussion
 * @param {CommentView[]} comments
 */
function markStale(discussion, comments) {
  if (comments.length) discussion.staleIds = [...new Set([...discussion.staleIds, ...comments.map(({ id }) => id)])];
}
