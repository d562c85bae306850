// Event handlers of the editor page. The function `create_browser_handler` in
// community/components/writing/draft_store.py refers to them.
import { gettext } from "$/public/ui/i18n.js";
import { draftStore } from "./draft_store.js";

/**
 * @import { FieldName } from "./session.js"
 * @typedef {React.ChangeEvent<HTMLInputElement>} InputEvent
 */

const DIALOG = "publish-dialog";

const findDialog = () => /** @type {HTMLDialogElement | null} */ (document.getElementById(DIALOG));
const textElement = () => document.querySelector(".ProseMirror");
const titleElement = () => document.getElementById("field-title");
const isUploading = () => Boolean(textElement()?.querySelector("[data-state=uploading]"));
const focusInvalidField = () => (draftStore.view.errors.title ? titleElement() : textElement())?.focus();

/** @param {FieldName} field */
export const handleInput = (field) => (/** @type {InputEvent} */ event) =>
  draftStore.setField(field, event.target.value);
/** @param {InputEvent} event */
export const handleTitleInput = (event) => draftStore.setField("title", event.target.value.replace(/\s*\n\s*/g, " "));
/**
 * @param {string} markdown
 * @param {number} revision
 * @param {string} documentKey
 */
export const handleTextChange = (markdown, revision, documentKey) =>
  draftStore.setText(markdown, revision, documentKey);
/** @param {FieldName} field */
export const handleToggle = (field) => (/** @type {InputEvent} */ event) =>
  draftStore.setField(field, event.target.checked);
/**
 * @param {FieldName} field
 * @param {unknown} value
 */
export const setField = (field, value) => () => draftStore.setField(field, value);

/**
 * A title has a single line, so Enter moves the focus to the text.
 * @param {React.KeyboardEvent} event
 */
export function handleTitleKeyDown(event) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  textElement()?.focus();
}

export const save = () => draftStore.flush();

// Opens the publish dialog, or publishes if it is open. `blur` makes the editor report its last change.
export function openPublishDialog() {
  const dialog = findDialog();
  if (!dialog || !draftStore.session) return;
  if (dialog.open) return publish();
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  if (focused === textElement()) focused.blur();
  if (draftStore.validate()) {
    dialog.addEventListener("close", () => focused.focus(), { once: true });
    dialog.showModal();
    dialog.querySelector("[name=community]:checked")?.focus();
  } else focusInvalidField();
}

export function publish() {
  if (isUploading())
    return draftStore.showHint(gettext("An image is still uploading. Wait for it to finish, then publish."));
  if (draftStore.validate()) return draftStore.publish();
  findDialog()?.close();
  focusInvalidField();
}

export const saveLocalVersion = () => draftStore.saveLocalVersion();
export const saveAsCopy = () => draftStore.saveAsCopy();
export const loadServerVersion = () => draftStore.loadServerVersion();
export const discardChanges = () => draftStore.discardChanges();
