// Replaces the authors of loaded posts whose accounts were merged into another account after the page was loaded.
import { useMemo, useSyncExternalStore } from "react";
import { onPush } from "$/public/ui/pushes.js";

/** @typedef {{ author: UserSummary }} Authored */

/**
 * The current accounts by the IDs of the closed accounts.
 * @type {Map<number, UserSummary>}
 */
let accounts = new Map();
onPush("account_merged", ({ former_id, account }) => (accounts = new Map(accounts).set(former_id, account)));

/** @param {() => void} listener */
const subscribe = (listener) => onPush("account_merged", listener);

/** Returns the accounts that replace closed accounts. The Map is a new object after each merge. */
export const useMergedAccounts = () =>
  useSyncExternalStore(
    subscribe,
    () => accounts,
    () => accounts,
  );

/**
 * Returns the post with its current author. A post whose author was not merged stays the same object.
 * @template {Authored} T
 * @param {T | null} post
 * @returns {T | null}
 */
export function useCurrentAuthor(post) {
  const merged = useMergedAccounts();
  return useMemo(() => post && withCurrentAuthor(post, merged), [post, merged]);
}

/**
 * @template {Authored} T
 * @param {T} post
 * @param {Map<number, UserSummary>} merged
 * @returns {T}
 */
export function withCurrentAuthor(post, merged) {
  const author = findCurrentAccount(post.author, merged);
  return author === post.author ? post : { ...post, author };
}

/**
 * @param {UserSummary} account
 * @param {Map<number, UserSummary>} merged
 */
function findCurrentAccount(account, merged) {
  const seenIds = new Set();
  let current = account;
  while (merged.has(current.id) && !seenIds.has(current.id)) {
    seenIds.add(current.id);
    current = /** @type {UserSummary} */ (merged.get(current.id));
  }
  return current;
}
