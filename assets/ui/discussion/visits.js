// When this browser read a discussion before: what was written since is new to its reader.
const PREFIX = "visit:";
// Who comes back within half an hour is still at the same reading.
const PAUSE = 30 * 60 * 1000;

/** The end of the visit before this one, in milliseconds; Infinity where there was none. */
export function lastVisit(postId, now = Date.now()) {
  try {
    const [before, latest] = JSON.parse(localStorage.getItem(PREFIX + postId)) ?? [null, null];
    const since = latest !== null && now - latest > PAUSE ? latest : before;
    localStorage.setItem(PREFIX + postId, JSON.stringify([since, now]));
    return since ?? Infinity;
  } catch {
    return Infinity; // storage may be forbidden
  }
}

const formsOf = (viewerId, postId) => `forms:${viewerId}:${postId}`;

/** The forms that were open in this tab when its page was left: [[comment id, "reply" or "edit"]]. */
export function openForms(viewerId, postId) {
  try {
    return JSON.parse(sessionStorage.getItem(formsOf(viewerId, postId))) ?? [];
  } catch {
    return [];
  }
}

export function keepOpenForms(viewerId, postId, forms) {
  try {
    sessionStorage.setItem(formsOf(viewerId, postId), JSON.stringify(forms));
  } catch {
    // they will be closed after a reload; the words are kept elsewhere (writing/drafts.js)
  }
}
