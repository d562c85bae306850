// What a press or a key does at the desk. The page names these functions as its handlers.
import { desk } from "./desk.js";

const DIALOG = "publishing";

const text = () => document.querySelector(".ProseMirror");
const isSendingPictures = () => Boolean(text()?.querySelector("[data-state=sending]"));
const title = () => document.getElementById("field-title");

export const typed = (field) => (event) => desk.write(field, event.target.value);
export const typedTitle = (event) => desk.write("title", event.target.value.replace(/\s*\n\s*/g, " "));
export const typedText = (markdown, revision, key) => desk.writeText(markdown, revision, key);
export const switched = (field) => (event) => desk.write(field, event.target.checked);
export const put = (field, value) => () => desk.write(field, value);

// A title is one line: Enter goes on to the text.
export function leftTitle(event) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  text()?.focus();
}

export const saves = () => desk.flush();

// Opens the dialog, and in the open one publishes. The editor tells its last words when it is left.
export function asksToPublish() {
  const dialog = document.getElementById(DIALOG);
  if (!dialog || !desk.sitting) return;
  if (dialog.open) return publishes();
  const from = document.activeElement;
  if (from === text()) from.blur();
  if (desk.isComplete()) {
    dialog.addEventListener("close", () => from.focus(), { once: true });
    dialog.showModal();
    dialog.querySelector("[name=place]:checked")?.focus();
  } else (desk.view.problem.title ? title() : text())?.focus();
}

export function publishes() {
  if (isSendingPictures()) return desk.ask("A picture is still on its way. Publish when it is there.");
  if (desk.isComplete()) return desk.publish();
  document.getElementById(DIALOG).close();
  (desk.view.problem.title ? title() : text())?.focus();
}

export const keepsMine = () => desk.keepMine();
export const keepsBoth = () => desk.keepBoth();
export const takesOther = () => desk.takeOther();
export const discards = () => desk.discard();
