// Keeps changes to posts that the server has not stored yet in the local storage of this browser, with one copy per
// post and browser tab.
import { listDraftKeys, readDraft, removeDraft, saveDraft } from "../draft_storage.js";

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

const PREFIX = "post:";

/**
 * @param {number} userId
 * @param {string | number} id
 */
export const draftKey = (userId, id) => `${userId}:${String(id).replaceAll("-", "")}`;

/**
 * Returns whether the draft was stored.
 * @param {string} key
 * @param {LocalDraft} draft
 */
export const saveLocalDraft = (key, draft) => saveDraft(storageKey(key), draft);

/** @param {string} key */
export const removeLocalDraft = (key) => removeDraft(storageKey(key));

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
    removeDraft(stored.storageKey);
    saveLocalDraft(stored.key, stored.draft);
  }
  return stored.draft;
}

/** @returns {StoredDraft[]} */
function listStored() {
  return listDraftKeys(PREFIX).flatMap((name) => {
    /** @type {StoredDraft["draft"] | null} */
    const draft = readDraft(name);
    const key = name.slice(PREFIX.length, name.lastIndexOf(":"));
    return Array.isArray(draft?.changedFields) ? [{ storageKey: name, key, draft }] : [];
  });
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
