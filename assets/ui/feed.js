// A feed in the browser, merged from the loaded pages, the reader's reactions and the number of new posts.
import { createElement as el, useEffect, useMemo, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { useChangedAuthors, withCurrentAuthor } from "$/public/ui/current_authors.js";
import { ngettext } from "$/public/ui/i18n.js";
import { removeRows, replaceOnNextLoad, usePaginatedList } from "$/public/ui/paginated_list.js";
import { onPush } from "$/public/ui/pushes.js";

/** @typedef {LoadedPosts["rows"][number]} FeedItem */
/** @typedef {Pick<PostCard, "reactions" | "my_reaction">} CardReactions */

// The latest pushes about new posts. They also count for a feed whose first page arrives after them.
const MAX_PUSHES = 100;
/** @type {NewPostPush[]} */
let newPosts = [];
onPush("new_post", (post) => (newPosts = [...newPosts, post].slice(-MAX_PUSHES)));

/** @param {() => void} listener */
const subscribe = (listener) => onPush("new_post", listener);

/**
 * Returns the loaded items of the feed at the current URL and the number of newer posts that are not loaded.
 * @param {PostListPage | null} page
 * @param {Record<number, CardReactions>} reactions
 */
export function useFeed(page, reactions) {
  const list = usePaginatedList(page);
  const pushes = useSyncExternalStore(
    subscribe,
    () => newPosts,
    () => [],
  );
  const changed = useChangedAuthors();
  const authored = useMemo(() => list.rows.map((item) => withAuthor(item, changed)), [list.rows, changed]);
  const rows = useMemo(() => authored.map((item) => withReaction(item, reactions)), [authored, reactions]);
  const stale_ids = useMemo(() => list.stale_rows.filter(isPost).map(({ post }) => post.id), [list.stale_rows]);
  const new_count = useMemo(() => countNew(list, pushes), [list, pushes]);
  return useMemo(() => ({ ...list, rows, stale_ids, new_count }), [list, rows, stale_ids, new_count]);
}

/** @param {FeedItem} item */
const isPost = ({ kind }) => kind === "post";

/**
 * Returns the id of the item that shows a post.
 * @param {number} postId
 */
const getItemId = (postId) => `post-${postId}`;

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
  useEffect(() => removeRows(key, removedIds.map(getItemId)), [key, removedIds]);
  const show = useReplaceFeed(onShow);
  const label = ngettext("{n} new post", "{n} new posts", count);
  const button = el("button", { type: "button", className: classNames.button, onClick: show }, children, label);
  return el("div", { className: classNames.container, role: "status" }, count > 0 && button);
}

/**
 * Floating button that replaces the suggestions of an empty feed with its posts.
 * @param {{ isShown: boolean, classNames: ClassNames, onShow: () => void, children: ReactNode }} props
 */
export function ShowFeedButton({ isShown, classNames, onShow, children }) {
  const show = useReplaceFeed(onShow);
  const button = el("button", { type: "button", className: classNames.button, onClick: show }, children);
  return el("div", { className: classNames.container, role: "status" }, isShown && button);
}

/**
 * Returns a function that replaces the loaded feed. `load` requests its first page from the server.
 * @param {() => void} load
 */
function useReplaceFeed(load) {
  const { key } = useLocation();
  return () => {
    replaceOnNextLoad(key);
    load();
    scrollTo({ top: 0 });
  };
}

/**
 * @param {FeedItem} item
 * @param {Map<number, UserSummary>} changed
 * @returns {FeedItem}
 */
function withAuthor(item, changed) {
  if (!isPost(item)) return item;
  const post = withCurrentAuthor(item.post, changed);
  return post === item.post ? item : { ...item, post };
}

/** @type {WeakMap<FeedItem, { reaction: CardReactions, item: FeedItem }>} */
const itemsWithReaction = new WeakMap();

/**
 * Returns the same item object if nothing in the item changed, so that React does not render it again.
 * @param {FeedItem} item
 * @param {Record<number, CardReactions>} reactions
 */
function withReaction(item, reactions) {
  const reaction = isPost(item) && reactions[item.post.id];
  if (!reaction) return item;
  const cached = itemsWithReaction.get(item);
  if (cached?.reaction === reaction) return cached.item;
  const post = { ...item.post, reactions: reaction.reactions, my_reaction: reaction.my_reaction };
  const reacted = { ...item, post };
  itemsWithReaction.set(item, { reaction, item: reacted });
  return reacted;
}

/**
 * Counts the posts published after the feed was loaded.
 * @param {import("./paginated_list.js").List} list
 * @param {NewPostPush[]} pushes
 */
function countNew(list, pushes) {
  if (!list.is_ready) return 0;
  for (const { topic, post_id, pushed_at } of pushes) {
    if (topic === list.page?.topic && pushed_at > (list.as_of ?? "")) list.new_ids.add(getItemId(post_id));
  }
  list.rows.forEach((item) => list.new_ids.delete(item.id));
  return list.new_ids.size;
}
