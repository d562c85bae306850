// The button that adds a reaction, and the picker with all reactions. Hovering with a mouse, holding with a finger or
// Arrow Down opens the picker. It closes when the user is done with it: after a choice, when the mouse leaves it (unless
// the keyboard is in use in it), and on a tap outside, scrolling, Escape or focus elsewhere.
import { createElement as el, useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { ReactionIcon } from "./reaction_icon.js";

const HOLD_MS = 350;
// The mouse may leave the button for a moment on its way to the picker.
const LEAVE_MS = 250;

/**
 * @typedef {{
 *   id: string,
 *   choices: ReactionChoice[],
 *   classNames: ClassNames,
 *   images: Record<string, string>,
 *   react: (code: string) => void,
 *   myReaction: string,
 *   children?: ReactNode,
 * }} PickerProps
 */

/** @param {PickerProps} props */
export function Picker({ children, ...props }) {
  const { id, choices, classNames, react, myReaction } = props;
  const defaultChoice = choices.find(({ is_extended }) => !is_extended) ?? choices[0];
  const { menu, button, isOpen, open, close } = usePopover();
  const { openedByHold, cancel, handlers } = useHold(open);
  const { leave, stay } = useLeave(() => menu.current?.contains(document.activeElement) || close());
  // Not every browser sends a click when the finger is lifted.
  useEffect(() => {
    if (!isOpen) openedByHold.current = false;
  }, [isOpen]);

  const handleClick = () => {
    cancel();
    if (!openedByHold.current) react(myReaction || defaultChoice?.code);
    openedByHold.current = false;
  };
  /** @param {React.KeyboardEvent} event */
  const handleKey = (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
    menu.current?.querySelector("button")?.focus();
  };
  const buttonProps = {
    ...handlers,
    onPointerEnter: (/** @type {React.PointerEvent} */ event) => (stay(), handlers.onPointerEnter(event)),
    onPointerLeave: (/** @type {React.PointerEvent} */ event) => (cancel(), leave(event)),
    className: classNames.add,
    title: gettext("Hold for more reactions"),
    "aria-label": myReaction
      ? gettext("Remove reaction")
      : gettext("React: {name}", { name: defaultChoice?.name ?? "" }),
    "aria-controls": id,
    "aria-expanded": isOpen,
    onClick: handleClick,
    onKeyDown: handleKey,
  };
  return [
    el("button", { key: "open", ref: button, type: "button", "aria-haspopup": "true", ...buttonProps }, children),
    el(Menu, { key: "menu", ref: menu, ...props, close, onPointerEnter: stay, onPointerLeave: leave }),
  ];
}

/** The popover is `manual`, because the browser closes an `auto` popover when the finger that opened it is lifted. */
function usePopover() {
  /** @type {Ref<HTMLDivElement>} */
  const menu = useRef(null);
  /** @type {Ref<HTMLButtonElement>} */
  const button = useRef(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    if (!menu.current || menu.current.matches(":popover-open")) return;
    menu.current.showPopover({ source: button.current });
    setIsOpen(true);
  };
  const close = () => {
    if (!menu.current?.matches(":popover-open")) return;
    if (menu.current.contains(document.activeElement)) button.current.focus();
    menu.current.hidePopover();
    setIsOpen(false);
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const isInside = (/** @type {EventTarget | null} */ target) =>
      [menu, button].some(({ current }) => current?.contains(/** @type {Node | null} */ (target)));
    return closeOutside(isInside, close);
  }, [isOpen]);
  return { menu, button, isOpen, open, close };
}

/**
 * Calls `close` when the user does something else. Returns a function that removes the listeners.
 * @param {(target: EventTarget | null) => boolean} isInside
 * @param {() => void} close
 */
function closeOutside(isInside, close) {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  document.addEventListener("pointerdown", ({ target }) => isInside(target) || close(), options);
  document.addEventListener("focusin", ({ target }) => isInside(target) || close(), options);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close(), options);
  document.addEventListener("scroll", ({ target }) => isInside(target) || close(), options);
  return () => controller.abort();
}

/**
 * Calls `open` when the mouse stays on the button, or when a finger holds it.
 * @param {() => void} open
 */
function useHold(open) {
  const timer = useRef(/** @type {Timer | undefined} */ (undefined));
  const openedByHold = useRef(false);
  const cancel = () => clearTimeout(timer.current);
  const start = (/** @type {boolean} */ isHold) => {
    cancel();
    openedByHold.current = false;
    timer.current = setTimeout(() => {
      openedByHold.current = isHold;
      open();
    }, HOLD_MS);
  };
  useEffect(() => cancel, []);
  const handlers = {
    onPointerEnter: (/** @type {React.PointerEvent} */ event) => event.pointerType === "mouse" && start(false),
    onPointerDown: (/** @type {React.PointerEvent} */ event) => event.pointerType !== "mouse" && start(true),
    onPointerCancel: cancel,
    // A long press opens the context menu on some systems.
    onContextMenu: (/** @type {React.MouseEvent} */ event) => openedByHold.current && event.preventDefault(),
  };
  return { openedByHold, cancel, handlers };
}

/**
 * Calls `close` some time after the mouse has left, unless it returns.
 * @param {() => void} close
 */
function useLeave(close) {
  const timer = useRef(/** @type {Timer | undefined} */ (undefined));
  const stay = () => clearTimeout(timer.current);
  const leave = (/** @type {React.PointerEvent} */ event) => {
    stay();
    if (event.pointerType === "mouse") timer.current = setTimeout(close, LEAVE_MS);
  };
  useEffect(() => stay, []);
  return { leave, stay };
}

/**
 * @param {PickerProps & {
 *   ref: Ref<HTMLDivElement>,
 *   close: () => void,
 *   onPointerEnter: () => void,
 *   onPointerLeave: (event: React.PointerEvent) => void,
 * }} props
 */
function Menu({ id, ref, choices, classNames, images, react, myReaction, close, onPointerEnter, onPointerLeave }) {
  const label = gettext("All reactions");
  return el(
    "div",
    {
      ...{ id, ref, onPointerEnter, onPointerLeave, popover: "manual" },
      ...{ className: classNames.picker, role: "group", "aria-label": label },
    },
    el(
      "div",
      { className: classNames.row },
      choices.map(({ code, emoji, image, name }) =>
        el(
          "button",
          {
            key: code,
            type: "button",
            title: name,
            "aria-label": name,
            "aria-pressed": myReaction === code,
            className: classNames.choice,
            onClick: () => (close(), react(code)),
          },
          el(ReactionIcon, { emoji, image, name, images, className: classNames.choice_emoji }),
        ),
      ),
    ),
  );
}
