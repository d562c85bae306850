// A feed in the browser, merged from the loaded pages, the reader's reactions and the number of new posts.
import { createElement as el, useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import { ngettext } from "$/public/ui/i18n.js";
import { removeRows, replaceOnNextLoad, usePaginatedList } from "$/public/ui/paginated_list.js";

/** @typedef {Pick<PostCard, "reactions" | "my_reaction">} CardReactions */

/**
 * Returns the loaded cards of the feed at the current URL and the number of newer posts that are not loaded.
 * @param {ListPage | null} page
 * @param {Record<number, CardReactions>} reactions
 * @param {NewPost[]} newPosts
 */
export function useFeed(page, reactions, newPosts) {
  const list = usePaginatedList(page);
  const rows = useMemo(() => list.rows.map((card) => withReaction(card, reactions)), [list.rows, reactions]);
  const new_count = useMemo(() => countNew(list, newPosts), [list, newPosts]);
  return useMemo(() => ({ ...list, rows, new_count }), [list, rows, new_count]);
}

// The server accepts at most this number of post IDs per request.
const MAX_REQUESTED_IDS = 200;

/**
 * Floating button such as "3 new posts". Also asks the server which posts of `staleIds` were deleted.
 * @param {{
 *   count: number,
 *   staleIds: number[],
 *   removedIds: number[],
 *   classNames: ClassNames,
 *   onShow: () => void,
 *   onCheckStale: (ids: number[]) => void,
 *   children: ReactNode,
 * }} props
 */
export function NewPostsButton({ count, staleIds, removedIds, classNames, onShow, onCheckStale, children }) {
  const { key } = useLocation();
  useEffect(() => {
    if (staleIds.length) onCheckStale(staleIds.slice(0, MAX_REQUESTED_IDS));
  }, [staleIds]);
  useEffect(() => removeRows(key, removedIds), [key, removedIds]);
  const show = () => {
    replaceOnNextLoad(key);
    onShow();
    scrollTo({ top: 0 });
  };
  const label = ngettext("{n} new post", "{n} new posts", count);
  const button = el("button", { type: "button", className: classNames.button, onClick: show }, children, label);
  return el("div", { className: classNames.container, role: "status" }, count > 0 && button);
}

/** @type {WeakMap<PostCard, { reaction: CardReactions, card: PostCard }>} */
const cardsWithReaction = new WeakMap();

/**
 * Returns the same card object if nothing in the card changed, so that React does not render it again.
 * @param {PostCard} card
 * @param {Record<number, CardReactions>} reactions
 */
function withReaction(card, reactions) {
  const reaction = reactions[card.id];
  if (!reaction) return card;
  const cached = cardsWithReaction.get(card);
  if (cached?.reaction === reaction) return cached.card;
  const reacted = { ...card, reactions: reaction.reactions, my_reaction: reaction.my_reaction };
  cardsWithReaction.set(card, { reaction, card: reacted });
  return reacted;
}

/**
 * Counts the posts published after the feed was loaded. `newPosts` contains only the latest pushed posts.
 * @param {import("./paginated_list.js").List} list
 * @param {NewPost[]} newPosts
 */
function countNew(list, newPosts) {
  if (!list.is_ready) return 0;
  for (const { post_id, pushed_at } of newPosts) if (pushed_at > (list.as_of ?? "")) list.new_ids.add(post_id);
  list.rows.forEach((card) => list.new_ids.delete(card.id));
  return list.new_ids.size;
}
