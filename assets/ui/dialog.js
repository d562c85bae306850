// A native <dialog>. If the prop `open` is set, its value opens and closes the dialog. `onClose` is called every time
// the dialog closes. Without `open`, any <button commandfor="dialog-id" command="show-modal"> opens it.
import { createElement, useEffect, useRef } from "react";

/** @param {React.ComponentProps<"dialog">} props */
export function Dialog({ open, onClose, children, ...props }) {
  /** @type {Ref<HTMLDialogElement>} */
  const dialog = useRef(null);

  useEffect(() => {
    const element = dialog.current;
    if (open === undefined || open === element.open) return;
    if (open) {
      element.showModal();
      element.querySelector("[data-autofocus]")?.focus();
    } else element.close();
  }, [open]);

  return createElement("dialog", { ...props, closedby: "any", ref: dialog, onClose }, children);
}
