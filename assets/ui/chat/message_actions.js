// The buttons of a message: they appear while the mouse is on the message, while it has the focus, and after a tap.
import { createElement as el, useEffect, useRef, useState } from "react";
import { Picker } from "$/public/ui/reaction_picker.js";
import { reactToMessage } from "./thread.js";

/** The function that hides the buttons which a tap has shown. @type {(() => void) | null} */
let hideTapped = null;

/** @param {{ className: string, children?: ReactNode }} props */
export function MessageActions({ className, children }) {
  /** @type {Ref<HTMLDivElement>} */
  const place = useRef(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const row = place.current?.closest("[data-message]");
    return row ? watch(/** @type {HTMLElement} */ (row), setShown) : undefined;
  }, []);
  return el("div", { ref: place, className }, isShown && children);
}

/**
 * @param {HTMLElement} row
 * @param {(isShown: boolean) => void} setShown
 */
function watch(row, setShown) {
  const controller = new AbortController();
  const { signal } = controller;
  const isInUse = () => row.contains(document.activeElement) || row.querySelector(":popover-open") !== null;
  const hideUnlessInUse = () => isInUse() || setShown(false);
  const hide = () => setShown(false);
  const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ handler) =>
    row.addEventListener(type, handler, { signal });
  on("pointerenter", ({ pointerType }) => pointerType === "mouse" && setShown(true));
  on("pointerleave", ({ pointerType }) => pointerType === "mouse" && hideUnlessInUse());
  on("focusin", () => setShown(true));
  on("focusout", ({ relatedTarget }) => row.contains(relatedTarget) || row.matches(":hover") || hide());
  on("click", ({ target }) => {
    if (!matchMedia("(pointer: coarse)").matches || target.closest("a, button")) return;
    if (hideTapped !== hide) hideTapped?.();
    hideTapped = hide;
    setShown(true);
  });
  return () => controller.abort();
}

/**
 * The button that adds a reaction to a message, with the picker of all reactions.
 * @param {{
 *   id: string,
 *   messageId: number,
 *   myReaction: string | null,
 *   choices: ReactionChoice[],
 *   classNames: ClassNames,
 *   images: Record<string, string>,
 *   children?: ReactNode,
 * }} props
 */
export function MessageReactionPicker({ messageId, myReaction, choices, children, ...props }) {
  /** @param {string} code */
  const react = (code) => reactToMessage(messageId, code === myReaction ? "" : code, choices);
  const active = choices.filter(({ is_active }) => is_active);
  return el(Picker, { ...props, choices: active, react, myReaction: myReaction ?? "" }, children);
}
