// A form that keeps unsaved text in sessionStorage, so that it survives errors, lost connections and reloads.
// The default value of each field is the saved value. If the current value differs from it, the field has unsaved text.
import { createElement as el, useEffect, useLayoutEffect, useRef } from "react";

/** @typedef {Record<string, string>} Values */

/**
 * @param {{
 *   draftKey: string,
 *   saveCount: number,
 *   errors: unknown,
 *   resetOnSave?: boolean,
 *   onSubmit: (values: Values) => void,
 *   children: ReactNode,
 * } & Omit<React.ComponentProps<"form">, "onSubmit">} props
 */
export function DraftForm({ draftKey, saveCount, errors, resetOnSave, onSubmit, children, ...rest }) {
  /** @type {Ref<HTMLFormElement>} */
  const form = useRef(null);
  /** @type {Ref<Values | null>} */
  const submitted = useRef(null);

  const storeDraft = () => {
    const unsaved = listFields(form.current).filter((field) => field.value !== field.defaultValue);
    form.current.toggleAttribute("data-unsaved", unsaved.length > 0);
    writeDraft(draftKey, readValues(unsaved));
  };
  /** @param {React.FormEvent} event */
  const submit = (event) => {
    event.preventDefault();
    submitted.current = readValues(listFields(form.current));
    onSubmit(submitted.current);
  };

  useLayoutEffect(() => {
    const draft = readDraft(draftKey);
    for (const field of listFields(form.current)) if (field.name in draft) setValue(field, draft[field.name]);
  }, [draftKey]);

  // After a save the fields show the saved values. Text that was typed after the submission is kept.
  useEffect(() => {
    for (const field of listFields(form.current)) {
      if (field.value === submitted.current?.[field.name]) setValue(field, resetOnSave ? "" : field.defaultValue);
    }
    submitted.current = null;
    storeDraft();
  }, [saveCount]);

  useEffect(() => {
    form.current.querySelector('[aria-invalid="true"]')?.focus();
  }, [errors]);

  return el("form", { ...rest, ref: form, noValidate: true, onInput: storeDraft, onSubmit: submit }, children);
}

/**
 * @param {HTMLFormElement} form
 * @returns {HTMLInputElement[]}
 */
function listFields(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]);
  return fields.filter(({ name, type }) => name && (type === "text" || type === "textarea"));
}

/**
 * @param {HTMLInputElement[]} fields
 * @returns {Values}
 */
function readValues(fields) {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/**
 * Sets the value and fires `input`, as typing does, so that the character counters update.
 * @param {HTMLInputElement} field
 * @param {string} text
 */
function setValue(field, text) {
  if (field.value === text) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * @param {string} draftKey
 * @returns {Values}
 */
function readDraft(draftKey) {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(draftKey)) ?? "null") ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} draftKey
 * @param {Values} draft
 */
function writeDraft(draftKey, draft) {
  try {
    if (Object.keys(draft).length) sessionStorage.setItem(storageKey(draftKey), JSON.stringify(draft));
    else sessionStorage.removeItem(storageKey(draftKey));
  } catch {
    // If storage is disabled, the unsaved text exists only in the fields.
  }
}

/** @param {string} draftKey */
const storageKey = (draftKey) => `form-draft:${draftKey}`;
