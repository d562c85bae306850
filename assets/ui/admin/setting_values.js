// Converts the values of settings between the JSON of the server and the text or state of an input.

/** @typedef {string | number | boolean | string[] | null} SettingValue */
/** @typedef {Record<string, SettingValue>} Values */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/**
 * Returns the fields of the settings in a form. The attribute `data-kind` of each contains the kind of the setting.
 * @param {HTMLFormElement} form
 * @returns {Field[]}
 */
export function listFields(form) {
  return [...form.elements].filter((element) => /** @type {HTMLElement} */ (element).dataset.kind).map(asField);
}

/**
 * Returns the text that stands for a value. Two values are the same if their texts are.
 * @param {string | undefined} kind
 * @param {SettingValue | undefined} value
 */
export function toText(kind, value) {
  if (kind === "secret" || value === null || value === undefined) return "";
  if (kind === "switch") return value ? "on" : "";
  if (Array.isArray(value)) return value.join("\n");
  return kind === "datetime" ? toLocalTime(String(value)) : String(value);
}

/**
 * Returns the text of the value in a field.
 * @param {Field} field
 */
export function readText(field) {
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked ? "on" : "";
  return field.dataset.kind === "list" ? splitLines(field.value).join("\n") : field.value;
}

/**
 * Shows a value in a field, and fires `input` as typing does.
 * @param {Field} field
 * @param {string} text
 */
export function showText(field, text) {
  if (readText(field) === text) return;
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = text === "on";
  else field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Returns the value in a field as the server expects it. The server reports an error if the text is not valid.
 * @param {Field} field
 * @returns {SettingValue}
 */
export function readValue(field) {
  const { kind } = field.dataset;
  const text = readText(field);
  if (kind === "switch") return text === "on";
  if (kind === "list") return splitLines(field.value);
  if (kind === "datetime") return text ? new Date(text).toISOString() : null;
  return text;
}

/** @param {string} text */
function splitLines(text) {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/**
 * Returns a time in the format of `<input type="datetime-local">`, in the time zone of the browser.
 * @param {string} time
 */
function toLocalTime(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * @param {Element} element
 * @returns {Field}
 */
function asField(element) {
  return /** @type {Field} */ (element);
}
