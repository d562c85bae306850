// A native <dialog>. If the prop `open` is set, its value opens and closes the dialog. `onClose` is called every time
// the dialog closes. Without `open`, any <button commandfor="dialog-id" command="show-modal"> opens it.
import { createElement as el, Fragment, useEffect, useRef } from "react";
import { focusFirstField, useDialogFocus } from "$/public/ui/dialog_focus.js";
import { DiscardQuestion, useDiscardQuestion } from "$/public/ui/discard_question.js";

/**
 * @typedef {React.ComponentProps<"dialog"> & { guard?: Record<string, string> }} Props
 * `guard` contains the class names of the question that a dialog with unsaved input asks before it closes.
 */

/** @param {Props} props */
export function Dialog({ guard, ...props }) {
  return guard ? el(GuardedDialog, { ...props, guard }) : el(PlainDialog, props);
}

/** @param {React.ComponentProps<"dialog">} props */
function PlainDialog({ open, children, ...props }) {
  const dialog = useOpen(open);
  return el("dialog", { ...props, closedby: "any", ref: dialog }, children);
}

/** @param {Props} props */
function GuardedDialog({ open, onClose, guard, children, ...props }) {
  const dialog = useOpen(open);
  useCloseOnLeaving(dialog, onClose);
  const { handlers, question } = useDiscardQuestion(dialog, onClose);
  return el(
    Fragment,
    null,
    el("dialog", { ...props, ...handlers, closedby: "any", ref: dialog }, children),
    el(DiscardQuestion, { ...question, classNames: guard ?? {} }),
  );
}

/** @param {boolean | undefined} open */
function useOpen(open) {
  /** @type {Ref<HTMLDialogElement>} */
  const dialog = useRef(null);
  useDialogFocus(dialog);
  useEffect(() => {
    const element = dialog.current;
    if (open === undefined || open === element.open) return;
    if (open) {
      element.showModal();
      element.querySelector("[data-autofocus]")?.focus();
      focusFirstField(element);
    } else element.close();
  }, [open]);
  return dialog;
}

/**
 * Reports a dialog as closed when the page is left, because the next visit would show it again.
 * @param {Ref<HTMLDialogElement>} dialog
 * @param {Props["onClose"]} onClose
 */
function useCloseOnLeaving(dialog, onClose) {
  const report = useRef(onClose);
  useEffect(() => {
    report.current = onClose;
  });
  useEffect(() => {
    const element = dialog.current;
    return () => {
      if (element.open) report.current?.(/** @type {any} */ (new Event("close")));
    };
  }, []);
}
