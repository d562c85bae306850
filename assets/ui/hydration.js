// Replaces the server-rendered page with the page that the browser renders, in the frame in which that page is first
// painted. Also restores the scroll position after the Back button, and moves the focus to the main content.
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** @typedef {{ top: number | undefined, hash: string, isFirst: boolean }} ScrollTarget */

/** @type {Map<string, number>} */
const scrollPositions = new Map();
let openedPages = 0;

const UNKNOWN_VIEWER = -1;

/** @param {{ isReady: boolean, viewerId: number }} props */
export function Hydration({ isReady, viewerId }) {
  const { key, hash } = useLocation();
  const isBack = useNavigationType() === "POP";
  /**
   * The position to scroll to when the page has its data; null after that.
   * @type {Ref<ScrollTarget | null>}
   */
  const target = useRef(null);

  useLayoutEffect(() => {
    const isFirst = openedPages++ === 0;
    target.current = { top: isBack ? scrollPositions.get(key) : undefined, hash, isFirst };
    // The metadata that the server rendered into <head> describes only the first page.
    if (!isFirst) document.head.querySelectorAll("[data-page-meta]").forEach((tag) => tag.remove());
    const savePosition = () => scrollPositions.set(key, scrollY);
    addEventListener("scroll", savePosition, { passive: true });
    return () => removeEventListener("scroll", savePosition);
  }, [key]);

  useLayoutEffect(() => {
    if (!isReady) return;
    document.querySelector("ssr-page")?.remove();
    if (target.current) scrollToTarget(target.current);
    target.current = null;
  }, [isReady, key]);

  // If another user is signed in after a reconnection, the page is reloaded to remove the data of the previous user.
  const initialViewer = useRef(UNKNOWN_VIEWER);
  useEffect(() => {
    if (initialViewer.current === UNKNOWN_VIEWER) initialViewer.current = viewerId;
    else if (viewerId !== UNKNOWN_VIEWER && viewerId !== initialViewer.current) location.reload();
  }, [viewerId]);

  // If the reader scrolls before the page has its data, the stored position is ignored.
  useEffect(() => {
    const cancelScroll = () => target.current && Object.assign(target.current, { top: undefined, hash: "" });
    addEventListener("wheel", cancelScroll, { passive: true });
    addEventListener("touchmove", cancelScroll, { passive: true });
    return () => {
      removeEventListener("wheel", cancelScroll);
      removeEventListener("touchmove", cancelScroll);
    };
  }, []);
  return null;
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
