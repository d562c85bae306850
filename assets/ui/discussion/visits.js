// Stores in this browser when a discussion was visited and which forms are open in it.
/**
 * The open forms by comment ID. `form` is "reply" or "edit", and `focus` is true if the user has just opened it.
 * @typedef {Map<number, { form: string, focus: boolean }>} OpenForms
 */

const VISIT_PREFIX = "visit:";
// If the reader returns within half an hour, the visit continues.
const VISIT_GAP_MS = 30 * 60 * 1000;

/**
 * Records a visit and returns when the previous one ended: a timestamp in milliseconds, or Infinity on the first.
 * @param {number} postId
 * @param {number} [now]
 */
export function recordVisit(postId, now = Date.now()) {
  try {
    const [previousEnd, latest] = JSON.parse(localStorage.getItem(VISIT_PREFIX + postId) ?? "null") ?? [null, null];
    const since = latest !== null && now - latest > VISIT_GAP_MS ? latest : previousEnd;
    localStorage.setItem(VISIT_PREFIX + postId, JSON.stringify([since, now]));
    return since ?? Infinity;
  } catch {
    return Infinity; // storage may be disabled
  }
}

/**
 * @param {number} viewerId
 * @param {number} postId
 */
const storageKey = (viewerId, postId) => `open-forms:${viewerId}:${postId}`;

/**
 * Returns the forms that were open when this browser tab left the page.
 * @param {number} viewerId
 * @param {number} postId
 * @returns {OpenForms}
 */
export function loadOpenForms(viewerId, postId) {
  return new Map(readForms(viewerId, postId).map(([id, form]) => [id, { form, focus: false }]));
}

/**
 * @param {number} viewerId
 * @param {number} postId
 * @returns {[commentId: number, form: string][]}
 */
function readForms(viewerId, postId) {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(viewerId, postId)) ?? "null") ?? [];
  } catch {
    return [];
  }
}

/**
 * @param {number} viewerId
 * @param {number} postId
 * @param {OpenForms} openForms
 */
export function saveOpenForms(viewerId, postId, openForms) {
  const forms = [...openForms].map(([id, { form }]) => [id, form]);
  try {
    sessionStorage.setItem(storageKey(viewerId, postId), JSON.stringify(forms));
  } catch {
    // Without storage the forms are closed after a reload. writing/draft_storage.js stores their text.
  }
}
