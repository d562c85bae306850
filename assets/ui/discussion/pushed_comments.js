// Prepares pushed comments for the viewer. The server sends the same comment to all viewers, so it has only public data.

/**
 * A comment. It has the field `pushed_at` if the server has pushed it.
 * @typedef {CommentView & { pushed_at?: string }} Comment
 *
 * The data from which the browser computes what the viewer may do (components/comments/live_discussion.py).
 * @typedef {{
 *   id: number,
 *   can_moderate: boolean,
 *   can_pin: boolean,
 *   can_edit_any: boolean,
 *   ignored_author_ids: number[],
 *   reply_action: string,
 * }} Viewer
 */

/**
 * The viewer before the first merge.
 * @type {Viewer}
 */
export const UNKNOWN_VIEWER = {
  id: -1,
  can_moderate: false,
  can_pin: false,
  can_edit_any: false,
  ignored_author_ids: [],
  reply_action: "",
};

const MAX_PROCESSED_UPDATES = 100;

/** Remembers the latest updates, because later pushes repeat earlier updates. */
export class ProcessedUpdates {
  /** @type {Set<string>} */
  #keys = new Set();

  /**
   * Returns whether the update is new, and remembers it.
   * @param {Comment} comment
   */
  add(comment) {
    const key = comment.pushed_at ?? JSON.stringify(comment);
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    const [oldestKey] = this.#keys;
    if (this.#keys.size > MAX_PROCESSED_UPDATES) this.#keys.delete(oldestKey);
    return true;
  }
}

/**
 * Returns the comment with the viewer's permissions.
 * @param {Comment} comment
 * @param {Viewer} viewer
 */
export function withPermissions(comment, { id, can_moderate, can_pin, can_edit_any }) {
  const isOwn = comment.author?.id === id;
  const can = {
    edit: isOwn || can_edit_any,
    delete: isOwn || can_moderate,
    pin: can_pin,
    report: false,
    moderate: can_moderate,
  };
  return { ...comment, can };
}

/**
 * Removes the content of authors whom the viewer ignores, as the server does.
 * @param {Comment} comment
 * @param {Viewer} viewer
 * @returns {Comment}
 */
export function hideIgnored(comment, { ignored_author_ids }) {
  if (!comment.author || !ignored_author_ids.includes(comment.author.id)) return comment;
  return { ...comment, author: null, text: "", html: "", media: [], mentions: [], reactions: [], is_pinned: false };
}

/**
 * Returns the pushed comment with the viewer data of the existing one.
 * @param {Comment} pushed
 * @param {Comment} existing
 */
export function keepViewerData(pushed, existing) {
  return { ...pushed, can: existing.can, my_reaction: existing.my_reaction };
}
