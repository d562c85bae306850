// The list of toasts. While a modal dialog is open, the list is inside of it, because everything outside is covered,
// cannot be clicked and is not announced by screen readers.
import { createElement as el, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

/** The open dialogs, in the order in which they were opened. @type {HTMLElement[]} */
let openDialogs = [];

/** @param {React.ComponentProps<"ul">} props */
export function ToastList({ children, ...props }) {
  const dialog = useSyncExternalStore(observeDialogs, getTopDialog, getNone);
  const list = el("ul", props, children);
  return dialog ? createPortal(list, dialog) : list;
}

/** @param {() => void} onChange */
function observeDialogs(onChange) {
  const update = () => {
    const found = [...document.querySelectorAll("dialog[open]")];
    const known = openDialogs.filter((dialog) => found.includes(dialog));
    openDialogs = [...known, ...found.filter((dialog) => !known.includes(dialog))];
    onChange();
  };
  const observer = new MutationObserver(update);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
  update();
  return () => observer.disconnect();
}

function getTopDialog() {
  return openDialogs.at(-1) ?? null;
}

function getNone() {
  return null;
}
