// Keeps changes to posts that the server has not stored yet in the local storage of this browser, with one copy per
// post and browser tab. If storage is full or disabled, the editor still works and the page shows a warning.
const PREFIX = "post-draft:";

export const draftKey = (userId, id) => `${userId}:${String(id).replaceAll("-", "")}`;

export function saveLocalDraft(key, draft) {
  try {
    localStorage.setItem(storageKey(key), JSON.stringify({ ...draft, savedAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function removeLocalDraft(key) {
  try {
    localStorage.removeItem(storageKey(key));
  } catch {
    // If storage is disabled, nothing was stored.
  }
}

/** Returns the copy of this tab, or else takes over the newest copy of a closed tab. Returns null if there is none. */
export const claimLocalDraft = (key) => claimMatching((stored) => stored.key === key);

/** Returns the newest post of this user that was started in this browser and never reached the server, or null. */
export const claimUnsavedDraft = (userId) =>
  claimMatching((stored) => stored.key.startsWith(`${userId}:`) && stored.draft.postId === null);

function claimMatching(isCandidate) {
  const candidates = listStored().filter(isCandidate);
  candidates.sort((a, b) => isFromThisTab(b) - isFromThisTab(a) || b.draft.savedAt - a.draft.savedAt);
  const [stored] = candidates;
  if (!stored) return null;
  if (!isFromThisTab(stored)) {
    localStorage.removeItem(stored.storageKey);
    saveLocalDraft(stored.key, stored.draft);
  }
  return stored.draft;
}

function listStored() {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => {
        const draft = JSON.parse(localStorage.getItem(name));
        return { storageKey: name, draft, key: name.slice(PREFIX.length, name.lastIndexOf(":")) };
      })
      .filter(({ draft }) => Array.isArray(draft?.changedFields));
  } catch {
    return [];
  }
}

const isFromThisTab = (stored) => stored.storageKey === storageKey(stored.key);
const storageKey = (key) => `${PREFIX}${key}:${tabId()}`;

// The ID of this browser tab. It stays the same after a reload.
function tabId() {
  tabId.value ??= sessionStorage.getItem("tab-id") ?? Math.random().toString(36).slice(2);
  sessionStorage.setItem("tab-id", tabId.value);
  return tabId.value;
}
