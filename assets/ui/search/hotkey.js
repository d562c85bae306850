// The key "/" focuses the search field.
import { useLayoutEffect } from "react";

const EDITABLE = "input, textarea, select, [contenteditable]:not([contenteditable=false]), dialog[open]";

/**
 * Focuses the field when the user presses "/" outside of a text field.
 * @param {Ref<HTMLInputElement>} field
 */
export function useHotkey(field) {
  // In the frame in which the page is shown, so that no key is lost.
  useLayoutEffect(() => {
    const focus = (/** @type {KeyboardEvent} */ event) => {
      const { target, defaultPrevented } = event;
      if (!isHotkey(event) || defaultPrevented || !field.current?.checkVisibility()) return;
      if (target instanceof Element && target.closest(EDITABLE)) return;
      event.preventDefault();
      field.current.focus();
      field.current.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
}

/**
 * Returns whether the key is "/". On a Russian keyboard, the same key types ".".
 * @param {KeyboardEvent} event
 */
function isHotkey({ key, code, ctrlKey, metaKey, altKey }) {
  return (key === "/" || (code === "Slash" && key === ".")) && !ctrlKey && !metaKey && !altKey;
}
