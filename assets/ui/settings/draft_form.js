// A form that keeps unsaved text in sessionStorage, so that it survives errors, lost connections and reloads.
// The default value of each field is the saved value. If the current value differs from it, the field has unsaved text.
import { createElement as el, useEffect, useLayoutEffect, useRef } from "react";
import { reportErrors } from "$/public/ui/form_errors.js";
import { readDraft, removeDraft, saveDraft } from "$/public/ui/writing/draft_storage.js";

/** @typedef {Record<string, string>} Values */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

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

  const storageKey = `form:${draftKey}`;
  const storeDraft = () => {
    const unsaved = listFields(form.current).filter((field) => field.value !== getSavedValue(field));
    form.current.toggleAttribute("data-unsaved", unsaved.length > 0);
    if (unsaved.length) saveDraft(storageKey, readValues(unsaved), "sessionStorage");
    else removeDraft(storageKey, "sessionStorage");
  };
  /** @param {React.FormEvent} event */
  const submit = (event) => {
    event.preventDefault();
    submitted.current = /** @type {Values} */ (Object.fromEntries(new FormData(form.current)));
    onSubmit(submitted.current);
  };

  useLayoutEffect(() => {
    /** @type {Values} */
    const draft = readDraft(storageKey, "sessionStorage") ?? {};
    for (const field of listFields(form.current)) if (field.name in draft) setValue(field, draft[field.name]);
  }, [draftKey]);

  // After a save the fields show the saved values. Text that was typed after the submission is kept.
  useEffect(() => {
    for (const field of listFields(form.current)) {
      if (field.value !== submitted.current?.[field.name]) continue;
      if (field instanceof HTMLSelectElement && !resetOnSave) saveChoice(field);
      else setValue(field, resetOnSave && field.type !== "select-one" ? "" : getSavedValue(field));
    }
    submitted.current = null;
    storeDraft();
  }, [saveCount]);

  useEffect(() => {
    if (!form.current.querySelector('[aria-invalid="true"]')) return;
    submitted.current = null;
    reportErrors(form.current);
  }, [errors]);

  // The page may remove the form in the same update in which the server reports the save.
  useEffect(() => () => void (submitted.current && removeDraft(storageKey, "sessionStorage")), [storageKey]);

  return el("form", { ...rest, ref: form, noValidate: true, onInput: storeDraft, onSubmit: submit }, children);
}

/**
 * @param {HTMLFormElement} form
 * @returns {Field[]}
 */
function listFields(form) {
  const fields = /** @type {Field[]} */ ([...form.elements]);
  return fields.filter(({ name, type }) => name && ["text", "textarea", "select-one"].includes(type));
}

/**
 * @param {Field} field
 * @returns {string}
 */
function getSavedValue(field) {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? "";
}

/**
 * Makes the choice the saved one. React sets it only when the field appears.
 * @param {HTMLSelectElement} field
 */
function saveChoice(field) {
  for (const option of field.options) option.defaultSelected = option.selected;
}

/**
 * @param {Field[]} fields
 * @returns {Values}
 */
function readValues(fields) {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/**
 * Sets the value and fires `input`, as typing does, so that the character counters update.
 * @param {Field} field
 * @param {string} text
 */
function setValue(field, text) {
  if (field.value === text) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
