// Shows the URL of the current view of a table, which the server determines.
import { useEffect, useRef } from "react";

/**
 * The new URL bypasses the router, which would load the page again. The Back button loads the page, and
 * with it the view of the earlier URL.
 * @param {{ url: string, replaces: boolean }} props
 */
export function TableUrl({ url, replaces }) {
  const isMounted = useRef(false);
  useEffect(() => {
    // The State can still contain the URL of an earlier visit.
    if (isMounted.current) showUrl(url, replaces);
    isMounted.current = true;
  }, [url]);
  return null;
}

/**
 * @param {string} url
 * @param {boolean} replaces
 */
export function showUrl(url, replaces) {
  const { pathname, search } = window.location;
  if (!url || url === pathname + search || new URL(url, window.location.href).pathname !== pathname) return;
  const { state } = window.history;
  if (replaces) window.history.replaceState(state, "", url);
  // React Router numbers the entries of the history by `idx`, and identifies them by `key`.
  else window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, key: createKey() }, "", url);
}

const createKey = () => Math.random().toString(36).slice(2, 10);
