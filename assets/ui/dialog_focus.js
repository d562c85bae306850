// Moves the focus to the first field of a dialog that opens, and back when the dialog closes. If the focused element is
// removed, for example because a dialog shows its next step, the focus stays in the dialog or the page.
import { useEffect } from "react";

// An act can remove the button that opened its dialog soon after the dialog has closed.
const MAX_REMOVAL_DELAY_MS = 5_000;
const FIELDS = "input:not([type=hidden], [type=file]), select, textarea, [contenteditable=true]";

/**
 * Dialogs with the attribute `data-first-field` get the focus in their first field.
 * @param {Ref<HTMLDialogElement>} dialog
 */
export function useDialogFocus(dialog) {
  useEffect(() => {
    const element = dialog.current;
    /** @type {HTMLElement | null} */
    let opener = null;
    const isOpening = (/** @type {Event} */ event) =>
      event.target === element && /** @type {ToggleEvent} */ (event).newState === "open";
    const remember = (/** @type {Event} */ event) => {
      if (isOpening(event)) opener = findOpener(document.activeElement);
    };
    const enter = (/** @type {Event} */ event) => void (isOpening(event) && focusFirstField(element));
    const leave = (/** @type {Event} */ event) => void (event.target === element && returnFocus(opener));
    // A click beside the fields focuses the dialog instead of the page.
    element.tabIndex = -1;
    const observer = observeRemoval(element, () => element.open && focusRegion(element));
    element.addEventListener("beforetoggle", remember);
    element.addEventListener("toggle", enter);
    element.addEventListener("close", leave);
    return () => {
      observer.disconnect();
      element.removeEventListener("beforetoggle", remember);
      element.removeEventListener("toggle", enter);
      element.removeEventListener("close", leave);
    };
  }, []);
}

/**
 * The field keeps the focus if the page has already focused another one of the dialog.
 * @param {HTMLDialogElement} dialog
 */
export function focusFirstField(dialog) {
  const focused = document.activeElement;
  if (!dialog.hasAttribute("data-first-field") || (focused?.matches(FIELDS) && dialog.contains(focused))) return;
  const fields = /** @type {HTMLInputElement[]} */ ([...dialog.querySelectorAll(FIELDS)]);
  const first = dialog.querySelector("[data-autofocus]") ?? fields.find((field) => !field.disabled && isShown(field));
  const chosen = fields.find((field) => field.checked && isInGroupOf(field, first));
  /** @type {HTMLElement | null} */ (chosen ?? first ?? null)?.focus();
}

/**
 * @param {HTMLInputElement} field
 * @param {any} first
 */
const isInGroupOf = (field, first) => first?.type === "radio" && field.type === "radio" && field.name === first.name;

/** @param {Element} element */
const isShown = (element) => element.checkVisibility?.() ?? true;

/**
 * Returns the focused element, or the button of the menu that contains it, because the menu closes.
 * @param {Element | null} focused
 */
function findOpener(focused) {
  if (!focused || focused === document.body) return null;
  const menu = focused.closest("[popover]");
  const id = menu && CSS.escape(menu.id);
  const selector = `[popovertarget="${id}"], [commandfor="${id}"], [aria-controls="${id}"]`;
  return /** @type {HTMLElement | null} */ (menu ? document.querySelector(selector) : focused);
}

/**
 * Browsers return the focus by themselves, but not to an element that is hidden or removed.
 * @param {HTMLElement | null} opener
 */
function returnFocus(opener) {
  const main = document.querySelector("main");
  if (!opener || !main) return;
  if (isFocusLost() && opener.isConnected && isShown(opener)) opener.focus({ preventScroll: true });
  const focusMain = () => {
    main.tabIndex = -1;
    focusRegion(main);
  };
  if (isFocusLost()) return focusMain();
  const observer = observeRemoval(main, focusMain);
  setTimeout(() => observer.disconnect(), MAX_REMOVAL_DELAY_MS);
}

const isFocusLost = () => !document.activeElement || document.activeElement === document.body;

/** @param {HTMLElement} region */
function focusRegion(region) {
  if (region instanceof HTMLDialogElement) focusFirstField(region);
  if (isFocusLost()) region.focus({ preventScroll: true });
}

/**
 * Calls `onRemoval` when the focused element of the region is removed.
 * @param {HTMLElement} region
 * @param {() => void} onRemoval
 */
function observeRemoval(region, onRemoval) {
  // While the focus moves from one element to another, no element has it.
  const check = () => requestAnimationFrame(() => isFocusLost() && onRemoval());
  const observer = new MutationObserver(check);
  observer.observe(region, { childList: true, subtree: true });
  return observer;
}
