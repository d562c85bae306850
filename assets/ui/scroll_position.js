// The scroll position of a page that was opened without a reload: the start of a new page, the stored position after the
// Back button, or the element that the URL names. Also moves the focus to the main content.
//
// A page that the browser loads keeps the position that the browser gives it.
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** @typedef {{ top: number | undefined, hash: string, isFirst: boolean }} ScrollTarget */

/** @type {Map<string, number>} */
const scrollPositions = new Map();
let lastPath = "";

const SCROLL_KEY = "scroll-after-reload";

/** @param {boolean} isReady whether the page has its data */
export function useScrollPosition(isReady) {
  const { key, hash, pathname } = useLocation();
  const navigationType = useNavigationType();
  /**
   * The position to scroll to when the page has its data; null after that.
   * @type {Ref<ScrollTarget | null>}
   */
  const target = useRef(null);

  useLayoutEffect(() => {
    const isFirst = lastPath === "";
    // For example a URL that gets the sort order of the comments.
    const isSamePage = navigationType === "REPLACE" && pathname === lastPath;
    lastPath = pathname;
    const savedTop = navigationType === "POP" ? scrollPositions.get(key) : undefined;
    target.current = { top: isFirst ? takeScrollPosition() : savedTop, hash, isFirst };
    if (!isFirst && !isSamePage && navigationType !== "POP") scrollTo(0, 0);
    const savePosition = () => scrollPositions.set(key, scrollY);
    addEventListener("scroll", savePosition, { passive: true });
    return () => removeEventListener("scroll", savePosition);
  }, [key]);

  useLayoutEffect(() => {
    if (!isReady) return;
    if (target.current) scrollToTarget(target.current);
    target.current = null;
  }, [isReady, key]);

  useEffect(cancelIfReaderScrolls(target), []);
  useEffect(restorePositionsHere, []);
}

/**
 * If the reader scrolls before the page has its data, the stored position is ignored.
 * @param {Ref<ScrollTarget | null>} target
 */
const cancelIfReaderScrolls = (target) => () => {
  const cancel = () => target.current && Object.assign(target.current, { top: undefined, hash: "" });
  addEventListener("wheel", cancel, { passive: true });
  addEventListener("touchmove", cancel, { passive: true });
  return () => {
    removeEventListener("wheel", cancel);
    removeEventListener("touchmove", cancel);
  };
};

// After the Back button, the browser would scroll before the page has its data. It does so only if it loads the page.
function restorePositionsHere() {
  const handleShow = () => (history.scrollRestoration = "manual");
  const handleHide = () => (history.scrollRestoration = "auto");
  handleShow();
  addEventListener("pageshow", handleShow);
  addEventListener("pagehide", handleHide);
  return () => {
    removeEventListener("pageshow", handleShow);
    removeEventListener("pagehide", handleHide);
  };
}

/**
 * Returns the position at which the user signed in on this page, or undefined (assets/ajax_forms.js).
 * @returns {number | undefined}
 */
function takeScrollPosition() {
  try {
    const { href, top } = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? "{}");
    sessionStorage.removeItem(SCROLL_KEY);
    return href === location.href ? top : undefined;
  } catch {
    return undefined; // storage may be disabled
  }
}

/** @param {ScrollTarget} target */
function scrollToTarget({ top, hash, isFirst }) {
  if (top !== undefined) scrollTo(0, top);
  else if (hash) elementByHash(hash)?.scrollIntoView();
  if (!isFirst && document.activeElement === document.body) {
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

/** @param {string} hash */
function elementByHash(hash) {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null; // invalid percent-encoding
  }
}
