// The link to the next page of a list. It loads that page when the user scrolls near it, only once per cursor.
import { createElement as el, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

const ROOT_MARGIN = "1200px 0px";

/**
 * @param {{
 *   cursor: string,
 *   onLoadMore: (cursor: string) => void,
 *   className: string,
 *   children: ReactNode,
 * }} props
 */
export function LoadMoreLink({ cursor, onLoadMore, className, children }) {
  const { pathname } = useLocation();
  /** @type {Ref<HTMLAnchorElement>} */
  const link = useRef(null);
  const latestHandler = useRef(onLoadMore);
  latestHandler.current = onLoadMore;
  const [requestedCursor, setRequestedCursor] = useState("");
  const isLoading = requestedCursor === cursor;

  const load = () => {
    setRequestedCursor(cursor);
    latestHandler.current(cursor);
  };
  useEffect(() => {
    if (isLoading) return;
    const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && load(), {
      rootMargin: ROOT_MARGIN,
    });
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [isLoading, cursor]);

  /** @param {React.MouseEvent} event */
  const handleClick = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    load();
  };
  const href = `${pathname}?cursor=${encodeURIComponent(cursor)}`;
  return el("a", { ref: link, href, rel: "next", className, onClick: handleClick, "aria-busy": isLoading }, children);
}
