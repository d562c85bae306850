// Unsaved changes in a form of settings: marks them, keeps them in sessionStorage, and warns before they are left.
import { listFields, readText, toText } from "$/public/ui/admin/setting_values.js";
import { gettext } from "$/public/ui/i18n.js";
import { removeDraft, saveDraft } from "$/public/ui/writing/draft_storage.js";

/** @typedef {import("./setting_values.js").Values} Values */

/**
 * @param {HTMLFormElement} form
 * @param {Values} saved
 */
export function listChanged(form, saved) {
  return listFields(form).filter((field) => readText(field) !== toText(field.dataset.kind, saved[field.name]));
}

/**
 * Marks the form and the rows of its fields: `data-unsaved`, `data-changed`, and `data-custom` if the value is not the
 * default.
 * @param {HTMLFormElement} form
 * @param {Values} saved
 * @param {Values} defaults
 */
export function markChanges(form, saved, defaults) {
  const changed = listChanged(form, saved);
  form.toggleAttribute("data-unsaved", changed.length > 0);
  for (const field of listFields(form)) {
    const row = field.closest("[data-setting-row]");
    const { kind } = field.dataset;
    row?.toggleAttribute("data-changed", changed.includes(field));
    row?.toggleAttribute("data-custom", readText(field) !== toText(kind, defaults[field.name]));
  }
}

/**
 * Stores the unsaved changes, without secrets.
 * @param {HTMLFormElement} form
 * @param {Values} saved
 * @param {string} draftKey
 * @param {number} version
 */
export function storeDraft(form, saved, draftKey, version) {
  const fields = listChanged(form, saved).filter((field) => field.dataset.kind !== "secret");
  const texts = Object.fromEntries(fields.map((field) => [field.name, readText(field)]));
  if (fields.length) saveDraft(`settings:${draftKey}`, { texts, version }, "sessionStorage");
  else removeDraft(`settings:${draftKey}`, "sessionStorage");
}

/**
 * Asks before the document or the page is left while the form has unsaved changes. Returns a function that stops this.
 * @param {() => HTMLFormElement | null} getForm
 */
export function warnBeforeLeaving(getForm) {
  const isUnsaved = () => Boolean(getForm()?.hasAttribute("data-unsaved"));
  const handleUnload = (/** @type {BeforeUnloadEvent} */ event) => {
    if (isUnsaved()) event.preventDefault();
  };
  const handleClick = (/** @type {MouseEvent} */ event) => {
    if (!isUnsaved() || !leavesPage(findLink(event))) return;
    if (window.confirm(gettext("You have unsaved changes. Leave this page?"))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("beforeunload", handleUnload);
  document.addEventListener("click", handleClick, { capture: true });
  return () => {
    window.removeEventListener("beforeunload", handleUnload);
    document.removeEventListener("click", handleClick, { capture: true });
  };
}

/** @param {MouseEvent} event */
function findLink({ target }) {
  return /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (target).closest("a[href]"));
}

/** @param {HTMLAnchorElement | null} link */
function leavesPage(link) {
  if (!link || link.hasAttribute("target")) return false;
  const { hash, pathname, search } = new URL(link.href, location.href);
  return !hash || pathname !== location.pathname || search !== location.search;
}
