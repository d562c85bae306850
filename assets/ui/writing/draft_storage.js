// Stores unsaved texts in this browser, where they survive a reload, a lost connection and a server crash. The editors
// and forms also work if storage is full or disabled.
const PREFIX = "draft:";

/** @typedef {"localStorage" | "sessionStorage"} StorageName */

/**
 * @template T
 * @param {string} key
 * @param {StorageName} [storage]
 * @returns {(T & { savedAt: number }) | null}
 */
export function readDraft(key, storage = "localStorage") {
  try {
    const draft = JSON.parse(window[storage].getItem(PREFIX + key) ?? "null");
    return draft && typeof draft === "object" ? draft : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether the draft was stored.
 * @param {string} key
 * @param {object} draft
 * @param {StorageName} [storage]
 */
export function saveDraft(key, draft, storage = "localStorage") {
  try {
    window[storage].setItem(PREFIX + key, JSON.stringify({ ...draft, savedAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} key
 * @param {StorageName} [storage]
 */
export function removeDraft(key, storage = "localStorage") {
  try {
    window[storage].removeItem(PREFIX + key);
  } catch {
    // If storage is disabled, nothing was stored.
  }
}

/**
 * Returns the keys of the drafts in the local storage that begin with `start`.
 * @param {string} start
 */
export function listDraftKeys(start) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + start));
    return names.map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}
