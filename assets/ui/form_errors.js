// Moves the focus to the first invalid field after the server has rejected a form.
import { createElement as el, useEffect, useRef } from "react";

/**
 * Fires the event to which `assets/ajax_forms.js` listens.
 * @param {HTMLElement | null} form
 */
export function reportErrors(form) {
  form?.dispatchEvent(new Event("form-rejected", { bubbles: true }));
}

/**
 * Invisible component in a form whose errors are in the State. `rejectionCount` counts how often the server has rejected
 * the form, because the errors can be the same as before.
 * @param {{ rejectionCount: number }} props
 */
export function FormErrors({ rejectionCount }) {
  /** @type {Ref<HTMLSpanElement>} */
  const element = useRef(null);
  const previousCount = useRef(rejectionCount);
  useEffect(() => {
    if (rejectionCount > previousCount.current) reportErrors(element.current.closest("form"));
    previousCount.current = rejectionCount;
  }, [rejectionCount]);
  return el("span", { ref: element, hidden: true });
}
