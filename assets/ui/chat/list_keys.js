// The keys of the list of messages: the arrow keys go from message to message, Escape to the field.
import { currentChat, focusComposer } from "./thread.js";

const IGNORED_TARGETS = "input, textarea, button, a, [popover]";
/** @type {Record<string, number>} */
const STEPS = { ArrowUp: -1, ArrowDown: 1 };

/** @param {React.KeyboardEvent<HTMLElement>} event */
export function handleListKey(event) {
  const { key, target, currentTarget } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape") return focusComposer();
  const step = STEPS[key];
  if (!step || (target instanceof Element && target.closest(IGNORED_TARGETS))) return;
  event.preventDefault();
  focusNext([...currentTarget.querySelectorAll("[data-message]")], step);
}

/**
 * Focuses the message before or after the focused one. Without one, starts with the last message.
 * @param {HTMLElement[]} rows
 * @param {number} step
 */
function focusNext(rows, step) {
  const index = rows.findIndex((row) => row.contains(document.activeElement));
  const next = index < 0 ? rows.at(-1) : rows[index + step];
  if (next) {
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  } else if (step > 0) {
    currentChat().showEnd();
    focusComposer();
  }
}
