// The banner for a lost connection. It appears after a delay, so that users do not see it when the server restarts.
// While it is visible, internal links open only if the server can be reached. Otherwise the browser would replace the
// page with its error page.
import { createElement as el, useEffect, useState } from "react";
import { useConnection } from "$/public/ui/writing/connection.js";

const DELAY_MS = 2_500;
const CHECK_TIMEOUT_MS = 5_000;

/** @param {{ className: string, text: string, blockedText: string, children: ReactNode }} props */
export function OfflineBanner({ className, text, blockedText, children }) {
  const { isConnected } = useConnection();
  const [isVisible, setIsVisible] = useState(false);
  const [isBlocked, setIsBlocked] = useState(false);

  useEffect(() => {
    if (isConnected) {
      setIsBlocked(false);
      return setIsVisible(false);
    }
    const timer = setTimeout(() => setIsVisible(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);

  useEffect(() => {
    /** @param {MouseEvent} event */
    const handleClick = async (event) => {
      const url = findInternalUrl(event);
      if (!url || (navigator.onLine && !isVisible)) return;
      event.preventDefault();
      event.stopPropagation();
      if (await isReachable(url)) location.assign(url);
      else setIsBlocked(true);
    };
    document.addEventListener("click", handleClick, { capture: true });
    return () => document.removeEventListener("click", handleClick, { capture: true });
  }, [isVisible]);

  const isShown = isVisible || isBlocked;
  const content = isShown && [children, isBlocked ? blockedText : text];
  return el("p", { role: "status", className: isShown ? className : "sr-only" }, content);
}

/**
 * Returns the URL that a click opens in this tab on this site, or "".
 * @param {MouseEvent} event
 */
function findInternalUrl({ target, button, ctrlKey, metaKey, shiftKey, altKey }) {
  const link = /** @type {HTMLAnchorElement | null} */ (target instanceof Element && target.closest("a[href]"));
  if (!link || button || ctrlKey || metaKey || shiftKey || altKey || link.target || link.hasAttribute("download")) {
    return "";
  }
  const isSamePage = link.href.split("#")[0] === location.href.split("#")[0];
  return link.origin === location.origin && !isSamePage ? link.href : "";
}

/** @param {string} url */
async function isReachable(url) {
  try {
    await fetch(url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}
