// The searches of a viewer, which only this browser stores. The server stores no searches.

const PREFIX = "searches:";
const MAX_SEARCHES = 6;

/**
 * Returns the latest searches, the last one first.
 * @param {number} viewerId 0 for a guest
 * @returns {string[]}
 */
export function readSearches(viewerId) {
  try {
    const stored = JSON.parse(localStorage.getItem(PREFIX + viewerId) ?? "[]");
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, MAX_SEARCHES) : [];
  } catch {
    return []; // The storage is blocked or broken.
  }
}

/**
 * @param {number} viewerId
 * @param {string} text
 */
export function rememberSearch(viewerId, text) {
  const others = readSearches(viewerId).filter((other) => other.toLowerCase() !== text.toLowerCase());
  store(viewerId, [text, ...others].slice(0, MAX_SEARCHES));
}

/** @param {number} viewerId */
export function clearSearches(viewerId) {
  store(viewerId, []);
}

/**
 * @param {number} viewerId
 * @param {string[]} searches
 */
function store(viewerId, searches) {
  try {
    if (searches.length) localStorage.setItem(PREFIX + viewerId, JSON.stringify(searches));
    else localStorage.removeItem(PREFIX + viewerId);
  } catch {
    // Without storage, the field suggests no earlier searches.
  }
}
