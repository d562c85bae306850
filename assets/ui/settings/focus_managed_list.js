// A list whose rows can be removed. When the row with the focus is removed, the focus moves to the row that takes its
// position. If there is no such row, it moves to the heading of the list.
import { createElement as el, useEffect, useRef } from "react";

/** @param {{ headingId: string } & React.ComponentProps<"div">} props */
export function FocusManagedList({ headingId, children, ...rest }) {
  /** @type {Ref<HTMLDivElement>} */
  const list = useRef(null);

  useEffect(() => {
    /** @type {HTMLElement | null} */
    let focused = null;
    let index = 0;
    const buttons = () => [...list.current.querySelectorAll("button:not(:disabled)")];
    /** @param {FocusEvent} event */
    const trackFocus = ({ target }) => {
      focused = /** @type {HTMLElement} */ (target);
      index = buttons().indexOf(focused);
    };
    const restoreFocus = () => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return;
      const remaining = buttons();
      (remaining[Math.min(index, remaining.length - 1)] ?? document.getElementById(headingId))?.focus();
      focused = null;
    };
    const observer = new MutationObserver(restoreFocus);
    list.current.addEventListener("focusin", trackFocus);
    observer.observe(list.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  return el("div", { ...rest, ref: list }, children);
}
