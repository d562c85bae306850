// The path and the title of the page, which the browser knows before the server responds.
import { useLocation } from "react-router";

export const usePathname = () => useLocation().pathname;

/**
 * Returns the title for the browser tab. Until `isReady` is true, that is the current title.
 * @param {boolean} isReady
 * @param {string} name
 * @param {string} site
 * @param {number} [unreadCount] the number of unread conversations, before the title
 */
export function pageTitle(isReady, name, site, unreadCount = 0) {
  if (!isReady) return typeof document === "undefined" ? site : document.title;
  const title = name && name !== site ? `${name} · ${site}` : site;
  return unreadCount ? `(${unreadCount}) ${title}` : title;
}

/**
 * Returns the URL of a tag, which can contain characters such as `#`.
 * @param {string} tag
 */
export const tagPath = (tag) => `/tag/${encodeURIComponent(tag)}`;
