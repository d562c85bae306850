// Replaces the authors of loaded comments that changed after the page was loaded.

/** @import { DiscussionStore } from "./store.js" */

/**
 * Shows the current account of an author beside their comments and the replies to these.
 * @param {DiscussionStore} discussion
 * @param {AuthorChangedPush} push
 */
export function replaceAuthor(discussion, push) {
  const { comments } = discussion;
  const replaced = [...comments.values()].map((comment) => withAuthor(comment, comments, push));
  replaced.forEach((comment) => comments.set(comment.id, comment));
  discussion.notify();
}

/**
 * @param {CommentView} comment
 * @param {Map<number, CommentView>} comments
 * @param {AuthorChangedPush} push
 * @returns {CommentView}
 */
function withAuthor(comment, comments, { user_id, account }) {
  const isReply = comments.get(comment.parent_id ?? 0)?.author?.id === user_id;
  const isAuthor = comment.author?.id === user_id;
  if (!isAuthor && !isReply) return comment;
  return {
    ...comment,
    author: isAuthor ? account : comment.author,
    parent_author_name: isReply ? account.name : comment.parent_author_name,
  };
}
