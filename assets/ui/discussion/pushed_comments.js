// Keeps the latest pushed comments for discussions whose first page arrives after them.
import { onPush } from "$/public/ui/pushes.js";

const MAX_PUSHES = 50;
/** @type {CommentPush[]} */
let pushes = [];
onPush("comment", (push) => (pushes = [...pushes, push].slice(-MAX_PUSHES)));

/**
 * Returns the pushed comments on a post that its first page may not contain.
 * @param {number} postId
 * @param {string} asOf the time at which the page was loaded
 */
export const pushesSince = (postId, asOf) =>
  pushes.filter(({ comment, loaded_at }) => comment.post_id === postId && loaded_at >= asOf);
