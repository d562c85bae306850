// Stores in this browser when a discussion was visited and which forms are open in it.
const VISIT_PREFIX = "visit:";
// If the reader returns within half an hour, the visit continues.
const VISIT_GAP_MS = 30 * 60 * 1000;

/** Records a visit and returns when the previous one ended: a timestamp in milliseconds, or Infinity on the first. */
export function recordVisit(postId, now = Date.now()) {
  try {
    const [previousEnd, latest] = JSON.parse(localStorage.getItem(VISIT_PREFIX + postId)) ?? [null, null];
    const since = latest !== null && now - latest > VISIT_GAP_MS ? latest : previousEnd;
    localStorage.setItem(VISIT_PREFIX + postId, JSON.stringify([since, now]));
    return since ?? Infinity;
  } catch {
    return Infinity; // storage may be disabled
  }
}

const storageKey = (viewerId, postId) => `open-forms:${viewerId}:${postId}`;

/** Returns the forms that were open when this browser tab left the page, as [[comment ID, "reply" or "edit"]]. */
export function loadOpenForms(viewerId, postId) {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(viewerId, postId))) ?? [];
  } catch {
    return [];
  }
}

export function saveOpenForms(viewerId, postId, forms) {
  try {
    sessionStorage.setItem(storageKey(viewerId, postId), JSON.stringify(forms));
  } catch {
    // Without storage the forms are closed after a reload. writing/draft_storage.js stores their text.
  }
}
