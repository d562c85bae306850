// The arrival of a page. The document that the server sent makes room for the live one, in the same frame as
// its first paint; on the way back the reader finds the place where they were, and focus begins at the text.
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

const positions = new Map();
let arrivals = 0;

const UNKNOWN = -1;

export function Handover({ ready, reader }) {
  const { key, hash } = useLocation();
  const isBack = useNavigationType() === "POP";
  const landing = useRef(null);

  useLayoutEffect(() => {
    const isFirst = arrivals++ === 0;
    landing.current = { top: isBack ? positions.get(key) : undefined, hash, isFirst };
    // What the document said of its page in the head is not true of another one.
    if (!isFirst) document.head.querySelectorAll("[data-page]").forEach((tag) => tag.remove());
    const note = () => positions.set(key, scrollY);
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, [key]);

  useLayoutEffect(() => {
    if (!ready) return;
    document.querySelector("page-document")?.remove();
    if (landing.current) land(landing.current);
    landing.current = null;
  }, [ready, key]);

  // Somebody else is signed in since the connection was lost: nothing of the one before stays.
  const first = useRef(UNKNOWN);
  useEffect(() => {
    if (first.current === UNKNOWN) first.current = reader;
    else if (reader !== UNKNOWN && reader !== first.current) location.reload();
  }, [reader]);

  // What the reader scrolls themselves is not undone when the data comes.
  useEffect(() => {
    const stay = () => landing.current && Object.assign(landing.current, { top: undefined, hash: "" });
    addEventListener("wheel", stay, { passive: true });
    addEventListener("touchmove", stay, { passive: true });
    return () => {
      removeEventListener("wheel", stay);
      removeEventListener("touchmove", stay);
    };
  }, []);
  return null;
}

function land({ top, hash, isFirst }) {
  if (top !== undefined) scrollTo(0, top);
  else if (hash) target(hash)?.scrollIntoView();
  if (!isFirst && document.activeElement === document.body) {
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

function target(hash) {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
