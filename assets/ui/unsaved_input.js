// What was typed or chosen in the forms of a dialog, compared with what they showed first.

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

const UNTYPED = new Set(["hidden", "file", "submit", "button"]);

/** @param {Element | null} root */
export function hasUnsavedInput(root) {
  const found = [...(root?.querySelectorAll("form :is(input, textarea, select)") ?? [])];
  const controls = /** @type {Control[]} */ (found);
  return controls.some((control) => !UNTYPED.has(control.type) && isChanged(control));
}

/** @param {Control} control */
function isChanged(control) {
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(initial, 0);
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  const isToggle = control.type === "checkbox" || control.type === "radio";
  return isToggle ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}
