// Asks "Discard changes?" before a dialog with unsaved input closes: by Esc, by a click on the backdrop, on Cancel or on
// the close button, and by the Back button or a link of the page.
import { createElement as el, Fragment, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { gettext } from "$/public/ui/i18n.js";
import { hasUnsavedInput } from "$/public/ui/unsaved_input.js";

/** @typedef {{ proceed: () => void, reset: () => void }} BlockedNavigation */
/** @typedef {{ navigation: BlockedNavigation | null }} Asked */

/**
 * Returns the event handlers of the dialog, and the props of `DiscardQuestion`.
 * @param {Ref<HTMLDialogElement>} dialog
 * @param {React.ComponentProps<"dialog">["onClose"]} onClose
 */
export function useDiscardQuestion(dialog, onClose) {
  const [isUnsaved, setUnsaved] = useState(false);
  const [asked, setAsked] = useState(/** @type {Asked | null} */ (null));
  // While a form is being saved, the page may be left.
  const isSubmitted = useRef(false);

  const ask = (/** @type {BlockedNavigation | null} */ navigation = null) => setAsked({ navigation });
  /** @param {React.SyntheticEvent | KeyboardEvent} event */
  const askFirst = (event) => {
    if (!hasUnsavedInput(dialog.current)) return;
    event.preventDefault();
    ask();
  };
  useEscapeKey(dialog, isUnsaved && !asked, askFirst);

  const handlers = {
    onInput: () => {
      isSubmitted.current = false;
      setUnsaved(hasUnsavedInput(dialog.current));
    },
    onSubmit: () => void (isSubmitted.current = true),
    ...listenForAttempts(dialog, askFirst),
    onClose: (/** @type {React.SyntheticEvent<HTMLDialogElement>} */ event) => {
      setUnsaved(false);
      setAsked(null);
      onClose?.(event);
    },
  };
  const question = {
    isUnsaved,
    isAsked: asked !== null,
    mayLeave: () => isSubmitted.current || !dialog.current.open || !hasUnsavedInput(dialog.current),
    onBlocked: ask,
    onKeep: () => (asked?.navigation?.reset(), setAsked(null)),
    onDiscard: () => {
      setAsked(null);
      // The dialog reports that the page is left, and its State closes it.
      if (asked?.navigation) asked.navigation.proceed();
      else dialog.current.close();
    },
  };
  return { handlers, question };
}

/**
 * Returns the event handlers that notice attempts to close the dialog.
 * @param {Ref<HTMLDialogElement>} dialog
 * @param {(event: React.SyntheticEvent) => void} askFirst
 */
function listenForAttempts(dialog, askFirst) {
  return {
    // A file input has a `cancel` event too.
    onCancel: (/** @type {React.SyntheticEvent} */ event) => void (event.target === dialog.current && askFirst(event)),
    onClickCapture: (/** @type {React.MouseEvent} */ event) =>
      void (isCloseButton(event.target, dialog.current) && askFirst(event)),
  };
}

/**
 * @param {{
 *   isUnsaved: boolean,
 *   isAsked: boolean,
 *   classNames: Record<string, string>,
 *   mayLeave: () => boolean,
 *   onBlocked: (navigation: BlockedNavigation) => void,
 *   onKeep: () => void,
 *   onDiscard: () => void,
 * }} props
 */
export function DiscardQuestion({ isUnsaved, isAsked, classNames, mayLeave, onBlocked, onKeep, onDiscard }) {
  return el(
    Fragment,
    null,
    isUnsaved && el(NavigationGuard, { mayLeave, onBlocked }),
    isAsked && el(Question, { classNames, onKeep, onDiscard }),
  );
}

/** @param {{ classNames: Record<string, string>, onKeep: () => void, onDiscard: () => void }} props */
function Question({ classNames, onKeep, onDiscard }) {
  /** @type {Ref<HTMLDialogElement>} */
  const dialog = useRef(null);
  useEffect(() => dialog.current.showModal(), []);
  const button = (/** @type {string} */ label, /** @type {string} */ className, /** @type {() => void} */ onClick) =>
    el("button", { type: "button", className, onClick }, label);
  return el(
    "dialog",
    {
      ref: dialog,
      role: "alertdialog",
      className: classNames.dialog,
      "aria-labelledby": "discard-title",
      onClose: onKeep,
    },
    el("h2", { id: "discard-title", className: classNames.title }, gettext("Discard changes?")),
    el("p", { className: classNames.text }, gettext("What you entered has not been saved.")),
    el(
      "div",
      { className: classNames.actions },
      button(gettext("Keep editing"), classNames.keep, () => dialog.current.close()),
      button(gettext("Discard"), classNames.discard, onDiscard),
    ),
  );
}

/**
 * Stops the Back button and links. A page can have only one blocker, so that only the dialog with unsaved input has it.
 * @param {{ mayLeave: () => boolean, onBlocked: (navigation: BlockedNavigation) => void }} props
 */
function NavigationGuard({ mayLeave, onBlocked }) {
  const blocker = useBlocker(() => !mayLeave());
  useEffect(() => {
    if (blocker.state === "blocked") onBlocked(blocker);
  }, [blocker.state]);
  useEffect(() => {
    const handleUnload = (/** @type {BeforeUnloadEvent} */ event) => void (mayLeave() || event.preventDefault());
    window.addEventListener("beforeunload", handleUnload);
    return () => window.removeEventListener("beforeunload", handleUnload);
  });
  return null;
}

/**
 * Chromium closes a dialog at the second press of Esc even if its `cancel` event is prevented, but not if the event of
 * the key is.
 * @param {Ref<HTMLDialogElement>} dialog
 * @param {boolean} isActive
 * @param {(event: KeyboardEvent) => void} onEscape
 */
function useEscapeKey(dialog, isActive, onEscape) {
  useEffect(() => {
    if (!isActive) return;
    const handleKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
      const focused = document.activeElement;
      const isInside = focused === document.body || dialog.current.contains(focused);
      if (isInside && !dialog.current.querySelector(":popover-open")) onEscape(event);
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  });
}

/**
 * @param {EventTarget} target
 * @param {HTMLDialogElement} dialog
 */
function isCloseButton(target, dialog) {
  const button = /** @type {Element} */ (target).closest("button[command='close']");
  return button?.getAttribute("commandfor") === dialog.id;
}
