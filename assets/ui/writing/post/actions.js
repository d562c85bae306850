// Event handlers of the editor page. The function `create_browser_handler` in
// community/components/writing/draft_store.py refers to them.
import { gettext } from "$/public/ui/i18n.js";
import { draftStore } from "./draft_store.js";

const DIALOG = "publish-dialog";

const textElement = () => document.querySelector(".ProseMirror");
const titleElement = () => document.getElementById("field-title");
const isUploading = () => Boolean(textElement()?.querySelector("[data-state=uploading]"));
const focusInvalidField = () => (draftStore.view.errors.title ? titleElement() : textElement())?.focus();

export const handleInput = (field) => (event) => draftStore.setField(field, event.target.value);
export const handleTitleInput = (event) =>
  draftStore.setField("title", event.target.value.replace(/\s*\n\s*/g, " "));
export const handleTextChange = (markdown, revision, documentKey) =>
  draftStore.setText(markdown, revision, documentKey);
export const handleToggle = (field) => (event) => draftStore.setField(field, event.target.checked);
export const setField = (field, value) => () => draftStore.setField(field, value);

// A title has a single line, so Enter moves the focus to the text.
export function handleTitleKeyDown(event) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  textElement()?.focus();
}

export const save = () => draftStore.flush();

// Opens the publish dialog, or publishes if it is open. `blur` makes the editor report its last change.
export function openPublishDialog() {
  const dialog = document.getElementById(DIALOG);
  if (!dialog || !draftStore.session) return;
  if (dialog.open) return publish();
  const focused = document.activeElement;
  if (focused === textElement()) focused.blur();
  if (draftStore.validate()) {
    dialog.addEventListener("close", () => focused.focus(), { once: true });
    dialog.showModal();
    dialog.querySelector("[name=community]:checked")?.focus();
  } else focusInvalidField();
}

export function publish() {
  if (isUploading()) return draftStore.showHint(gettext("An image is still uploading. Wait for it to finish, then publish."));
  if (draftStore.validate()) return draftStore.publish();
  document.getElementById(DIALOG).close();
  focusInvalidField();
}

export const saveLocalVersion = () => draftStore.saveLocalVersion();
export const saveAsCopy = () => draftStore.saveAsCopy();
export const loadServerVersion = () => draftStore.loadServerVersion();
export const discardChanges = () => draftStore.discardChanges();
