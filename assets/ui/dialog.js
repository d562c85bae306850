// A native <dialog> that follows a value: open by `open`, and says `onClose` however it closes.
// Without `open` it is opened by any <button commandfor="its id" command="show-modal">.
import { createElement, useEffect, useRef } from "react";

export function Dialog({ open, onClose, children, ...rest }) {
  const dialog = useRef(null);

  useEffect(() => {
    const element = dialog.current;
    if (open === undefined || open === element.open) return;
    if (open) {
      element.showModal();
      element.querySelector("[data-first]")?.focus();
    } else element.close();
  }, [open]);

  return createElement("dialog", { ...rest, closedby: "any", ref: dialog, onClose }, children);
}
