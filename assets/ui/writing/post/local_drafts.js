// Keeps changes to posts that the server has not stored yet in the local storage of this browser, with one copy per
// post and browser tab. If storage is full or disabled, the editor still works and the page shows a warning.
/**
 * @import { Fields, PendingMessage } from "./session.js"
 *
 * The changes that the server has not stored. `fields` contains the changed fields and those of the pending message.
 * @typedef {{
 *   clientId: string,
 *   postId: number | null,
 *   baseVersion: number | null,
 *   fields: Partial<Fields>,
 *   changedFields: (keyof Fields)[],
 *   pendingMessage: PendingMessage | null,
 * }} LocalDraft
 * @typedef {{ storageKey: string, key: string, draft: LocalDraft & { savedAt: number } }} StoredDraft
 */

const PREFIX = "post-draft:";

/**
 * @param {number} userId
 * @param {string | number} id
 */
export const draftKey = (userId, id) => `${userId}:${String(id).replaceAll("-", "")}`;

/**
 * @param {string} key
 * @param {LocalDraft} draft
 */
export function saveLocalDraft(key, draft) {
  try {
    localStorage.setItem(storageKey(key), JSON.stringify({ ...draft, savedAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export function removeLocalDraft(key) {
  try {
    localStorage.removeItem(storageKey(key));
  } catch {
    // If storage is disabled, nothing was stored.
  }
}

/**
 * Returns the copy of this tab, or else takes over the newest copy of a closed tab. Returns null if there is none.
 * @param {string} key
 */
export const claimLocalDraft = (key) => claimMatching((stored) => stored.key === key);

/**
 * Returns the newest post of this user that was started in this browser and never reached the server, or null.
 * @param {number} userId
 */
export const claimUnsavedDraft = (userId) =>
  claimMatching((stored) => stored.key.startsWith(`${userId}:`) && stored.draft.postId === null);

/** @param {(stored: StoredDraft) => boolean} isCandidate */
function claimMatching(isCandidate) {
  const candidates = listStored().filter(isCandidate);
  candidates.sort((a, b) => Number(isFromThisTab(b)) - Number(isFromThisTab(a)) || b.draft.savedAt - a.draft.savedAt);
  const [stored] = candidates;
  if (!stored) return null;
  if (!isFromThisTab(stored)) {
    localStorage.removeItem(stored.storageKey);
    saveLocalDraft(stored.key, stored.draft);
  }
  return stored.draft;
}

/** @returns {StoredDraft[]} */
function listStored() {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => {
        const draft = JSON.parse(localStorage.getItem(name) ?? "null");
        return { storageKey: name, draft, key: name.slice(PREFIX.length, name.lastIndexOf(":")) };
      })
      .filter(({ draft }) => Array.isArray(draft?.changedFields));
  } catch {
    return [];
  }
}

/** @param {StoredDraft} stored */
const isFromThisTab = (stored) => stored.storageKey === storageKey(stored.key);
/** @param {string} key */
const storageKey = (key) => `${PREFIX}${key}:${tabId()}`;

/** @type {string | undefined} */
let knownTabId;

// The ID of this browser tab. It stays the same after a reload.
function tabId() {
  knownTabId ??= sessionStorage.getItem("tab-id") ?? Math.random().toString(36).slice(2);
  sessionStorage.setItem("tab-id", knownTabId);
  return knownTabId;
}
