// Event handlers of the editor page. The function `create_browser_handler` in
// community/components/writing/draft_store.py refers to them.
import { reportErrors } from "$/public/ui/form_errors.js";
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
/** @param {number} sessionNumber the session in which the editor was opened */
export const handleTextChange = (sessionNumber) => (/** @type {string} */ markdown) => {
  if (draftStore.session?.sessionNumber === sessionNumber) draftStore.setField("text", markdown);
};
/**
 * @param {string} _id
 * @param {string} url
 */
export const handleCoverUpload = (_id, url) => draftStore.setField("cover", url);
/** @param {FieldName} field */
export const handleToggle = (field) => (/** @type {InputEvent} */ event) =>
  draftStore.setField(field, event.target.checked);
/**
 * @param {FieldName} field
 * @param {unknown} value
 */
export const setField = (field, value) => () => draftStore.setField(field, value);

/** Focuses the empty title of a post that was just opened, unless the user has already focused another field. */
export function focusEmptyTitle() {
  const isOtherFocused = document.activeElement?.closest("input, textarea, [contenteditable], dialog");
  if (!draftStore.view.title && !isOtherFocused) titleElement()?.focus({ preventScroll: true });
}

/**
 * A title has a single line, so Enter moves the focus to the text. Before the editor has started, the title keeps the
 * focus, and the editor takes it when it starts (use_engine.js).
 * @param {React.KeyboardEvent<HTMLElement>} event
 */
export function handleTitleKeyDown(event) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const text = textElement();
  if (text) text.focus();
  else event.currentTarget.dataset.isFinished = "";
}

export const save = () => draftStore.flush();

// Opens the publish dialog, or publishes if it is open. `blur` makes the editor report its last change.
export function openPublishDialog() {
  const dialog = findDialog();
  if (!dialog || !draftStore.session) return;
  if (dialog.open) return publish();
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  if (focused === textElement()) focused.blur();
  // The server returns the suggestions for the dialog with the stored text.
  draftStore.flush();
  if (draftStore.validate()) {
    dialog.addEventListener("close", () => focused.focus(), { once: true });
    dialog.showModal();
    dialog.querySelector("[name=community]:checked")?.focus();
  } else focusInvalidField();
}

export function publish() {
  if (isUploading())
    return draftStore.showHint(gettext("An image is still uploading. Wait for it to finish, then publish."));
  if (draftStore.validate()) draftStore.publish();
  else closePublishDialog();
}

/** Focuses the first field that the server rejected when the user published, in the dialog or behind it. */
export function focusRejectedField() {
  const { title, text } = draftStore.view.errors;
  if (title || text) closePublishDialog();
  else reportErrors(findDialog());
}

function closePublishDialog() {
  const dialog = findDialog();
  if (!dialog?.open) return focusInvalidField();
  // Runs after the listener of `openPublishDialog`, which restores the focus.
  dialog.addEventListener("close", focusInvalidField, { once: true });
  dialog.close();
}

export const saveLocalVersion = () => draftStore.saveLocalVersion();
export const saveAsCopy = () => draftStore.saveAsCopy();
export const loadServerVersion = () => draftStore.loadServerVersion();
export const discardChanges = () => draftStore.discardChanges();

// --- tags -----------------------------------------------------------------------------------

/**
 * Adds the tags in the input and empties it. The server normalizes the tags when it stores them. A post can have more
 * tags than are allowed by now; only the author removes them.
 * @param {HTMLInputElement} input
 * @param {number} maxTags
 */
function addTags(input, maxTags) {
  const { tags } = draftStore.view;
  const typed = new Set(input.value.split(",").map((tag) => tag.trim()));
  const added = [...typed].filter((tag) => tag && !tags.includes(tag)).slice(0, Math.max(maxTags - tags.length, 0));
  if (added.length) draftStore.setField("tags", [...tags, ...added]);
  input.value = "";
}

export const focusTagInput = () => document.getElementById("field-tags")?.focus();

/** @param {string} removed */
export const removeTag = (removed) => () => {
  const others = draftStore.view.tags.filter((tag) => tag !== removed);
  draftStore.setField("tags", others);
  focusTagInput();
};

/** @param {number} maxTags */
export const handleTagInput =
  (maxTags) =>
  (/** @type {InputEvent} */ { target }) => {
    if (target.value.includes(",")) addTags(target, maxTags);
  };

/** @param {number} maxTags */
export const handleTagBlur =
  (maxTags) =>
  (/** @type {InputEvent} */ { target }) =>
    addTags(target, maxTags);

/**
 * Enter adds the typed tag. Backspace in an empty field removes the last tag.
 * @param {number} maxTags
 */
export const handleTagKeyDown = (maxTags) => (/** @type {React.KeyboardEvent<HTMLInputElement>} */ event) => {
  const input = event.currentTarget;
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
    event.preventDefault();
    addTags(input, maxTags);
  }
  const lastTag = draftStore.view.tags.at(-1);
  if (event.key === "Backspace" && !input.value && lastTag) removeTag(lastTag)();
};
