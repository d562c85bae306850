// A list whose rows can go. Focus that was in a row moves on to the row that took its place, or to the heading.
import { createElement as el, useEffect, useRef } from "react";

export function ShrinkingList({ heading, children, ...rest }) {
  const list = useRef(null);

  useEffect(() => {
    let last = null;
    let at = 0;
    const buttons = () => [...list.current.querySelectorAll("button:not(:disabled)")];
    const note = ({ target }) => {
      last = target;
      at = buttons().indexOf(target);
    };
    const moveOn = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const left = buttons();
      (left[Math.min(at, left.length - 1)] ?? document.getElementById(heading))?.focus();
      last = null;
    };
    const watcher = new MutationObserver(moveOn);
    list.current.addEventListener("focusin", note);
    watcher.observe(list.current, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, []);

  return el("div", { ...rest, ref: list }, children);
}
