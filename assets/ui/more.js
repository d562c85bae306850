// The way to the next page of a list: it is taken by itself when it comes near, once for each page.
import { createElement as el, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

const NEAR = "1200px 0px";

export function More({ next, onMore, className, children }) {
  const { pathname } = useLocation();
  const link = useRef(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  const [asked, setAsked] = useState("");

  const ask = () => {
    setAsked(next);
    latest.current(next);
  };
  useEffect(() => {
    if (asked === next) return;
    const watcher = new IntersectionObserver(([entry]) => entry.isIntersecting && ask(), { rootMargin: NEAR });
    watcher.observe(link.current);
    return () => watcher.disconnect();
  }, [asked, next]);

  const press = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    ask();
  };
  const href = `${pathname}?cursor=${encodeURIComponent(next)}`;
  return el("a", { ref: link, href, rel: "next", className, onClick: press, "aria-busy": asked === next }, children);
}
