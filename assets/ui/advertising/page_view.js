// The page view in which advertisements are chosen and counted. A navigation inside the site starts a new one.
import { createPageView } from "./choice.js";

/**
 * @typedef {import("./choice.js").PageView & { url: string, loaded?: LoadedAdvertisements }} OpenPage
 */

const MAX_PAGES = 20;
/** What the pages in the history of this tab showed, by URL. @type {Map<string, OpenPage>} */
const pages = new Map();
/** @type {OpenPage | undefined} */
let current;
/** @type {Set<() => void>} */
const listeners = new Set();

// The build renders pages without a browser.
const findServerRendered = () => (typeof window === "undefined" ? undefined : window.advertisementView);

/**
 * Calls a function when a page view ends.
 * @param {() => void} listener
 */
export const onPageViewEnd = (listener) => listeners.add(listener);

/**
 * Returns the page view at a URL, and starts it if another one was open. The Back button shows the same advertisements
 * as before, so that the page has the same height.
 * @param {string} url The path and the query string.
 * @param {boolean} isBack Whether the browser went to another entry of its history.
 * @returns {OpenPage}
 */
export function getPageView(url, isBack) {
  if (current?.url === url) return current;
  if (current) listeners.forEach((listener) => listener());
  const known = isBack ? pages.get(url) : undefined;
  // On the first page, the script in the server-rendered page has already chosen.
  const started = (!current && findServerRendered()) || createPageView(known?.chosen);
  current = { ...started, url, loaded: known?.loaded };
  pages.delete(url);
  pages.set(url, current);
  const [oldest] = pages.keys();
  if (pages.size > MAX_PAGES) pages.delete(oldest);
  return current;
}
