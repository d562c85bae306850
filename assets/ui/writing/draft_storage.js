// Stores unsaved texts in the local storage of this browser, where they survive a reload, a lost connection and a
// server crash. The editors also work if storage is full or disabled.
const PREFIX = "draft:";

/**
 * @template T
 * @param {string} key
 * @returns {(T & { savedAt: number }) | null}
 */
export function readDraft(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    return draft && typeof draft === "object" ? draft : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {object} draft
 */
export function saveDraft(key, draft) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ ...draft, savedAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export function removeDraft(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // If storage is disabled, nothing was stored.
  }
}
