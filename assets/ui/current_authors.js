// Replaces the authors of loaded posts that changed after the page was loaded: they deleted their account, have another
// badge, or their account was merged into another one.
import { useMemo, useSyncExternalStore } from "react";
import { onPush } from "$/public/ui/pushes.js";

/** @typedef {{ author: UserSummary }} Authored */

/**
 * The current accounts by the IDs of the accounts that changed. After a merge, the current one has another ID.
 * @type {Map<number, UserSummary>}
 */
let accounts = new Map();
onPush("author_changed", ({ user_id, account }) => (accounts = new Map(accounts).set(user_id, account)));

/** @param {() => void} listener */
const subscribe = (listener) => onPush("author_changed", listener);

/** Returns the accounts that replace those of loaded pages. The Map is a new object after each change. */
export const useChangedAuthors = () =>
  useSyncExternalStore(
    subscribe,
    () => accounts,
    () => accounts,
  );

/**
 * Returns the post with its current author. A post whose author has not changed stays the same object.
 * @template {Authored} T
 * @param {T | null} post
 * @returns {T | null}
 */
export function useCurrentAuthor(post) {
  const changed = useChangedAuthors();
  return useMemo(() => post && withCurrentAuthor(post, changed), [post, changed]);
}

/**
 * @template {Authored} T
 * @param {T} post
 * @param {Map<number, UserSummary>} changed
 * @returns {T}
 */
export function withCurrentAuthor(post, changed) {
  const author = findCurrentAccount(post.author, changed);
  return author === post.author ? post : { ...post, author };
}

/**
 * @param {UserSummary} account
 * @param {Map<number, UserSummary>} changed
 */
function findCurrentAccount(account, changed) {
  const seenIds = new Set();
  let current = account;
  while (changed.has(current.id) && !seenIds.has(current.id)) {
    seenIds.add(current.id);
    current = /** @type {UserSummary} */ (changed.get(current.id));
  }
  return current;
}
