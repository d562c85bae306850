// Where in the site this page is, as the browser knows it before the server has said anything.
import { useLocation } from "react-router";

export const usePathname = () => useLocation().pathname;
export const useAddress = () => {
  const { pathname, search } = useLocation();
  return pathname + search;
};

/** The title of the tab. Until a page has its data it keeps the title of the document, or of the page before. */
export function pageTitle(isReady, name, site) {
  if (!isReady) return typeof document === "undefined" ? site : document.title;
  return name && name !== site ? `${name} · ${site}` : site;
}
