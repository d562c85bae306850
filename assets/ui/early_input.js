// Takes what the user typed in the search field of the server-rendered page over to the field of the live page.

const FIELD = 'input[name="q"]';

/** @typedef {{ text: string, isFocused: boolean }} EarlyInput */

/**
 * Returns what the user typed in the server-rendered page, or null.
 * @param {Element} page
 * @returns {EarlyInput | null}
 */
export function findEarlyInput(page) {
  const field = /** @type {HTMLInputElement | null} */ (page.querySelector(FIELD));
  if (!field) return null;
  const isFocused = document.activeElement === field;
  return isFocused || field.value !== field.defaultValue ? { text: field.value, isFocused } : null;
}

/** @param {EarlyInput} input */
export function repeatInput({ text, isFocused }) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(FIELD));
  if (!field) return;
  if (isFocused) field.focus();
  // React overrides the setter of the field and would not notice the change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
