// Stores unsaved texts in the local storage of this browser, where they survive a reload, a lost connection and a
// server crash. The editors also work if storage is full or disabled.
const PREFIX = "draft:";

export function readDraft(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + key));
    return draft && typeof draft === "object" ? draft : null;
  } catch {
    return null;
  }
}

export function saveDraft(key, draft) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ ...draft, savedAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // If storage is disabled, nothing was stored.
  }
}
