// Reloads the numbers of a page in regular intervals while the page is visible.
import { useEffect, useRef } from "react";

/**
 * Calls `onRefresh` every `seconds`, and when the user returns to the page.
 * @param {{ seconds: number, onRefresh: () => void }} props
 */
export function Refresh({ seconds, onRefresh }) {
  const latest = useRef(onRefresh);
  latest.current = onRefresh;
  useEffect(() => {
    function refresh() {
      if (!document.hidden) latest.current();
    }
    const timer = setInterval(refresh, seconds * 1000);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [seconds]);
  return null;
}
