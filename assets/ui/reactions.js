// The reactions to a post or a comment. The page shows a choice immediately, before the server confirms it.
// A click on the button adds the default reaction. Hovering, holding or Arrow Down opens the picker with all reactions.
import { createElement as el, useEffect, useRef, useState } from "react";
import { shortCount } from "$/public/ui/formats.js";
import { gettext } from "$/public/ui/i18n.js";

const HOLD_MS = 350;
// After this time a choice that the server has not confirmed is discarded.
const CONFIRMATION_TIMEOUT_MS = 10_000;

/** @typedef {{ counts: ReactionCount[], myReaction: string }} ReactionState */

/**
 * @param {{
 *   id: string,
 *   counts: ReactionCount[],
 *   myReaction: string | null,
 *   resetKey: unknown,
 *   choices: ReactionChoice[],
 *   classNames: ClassNames,
 *   onReact: (code: string) => void,
 *   disabled?: boolean,
 *   children: ReactNode,
 * }} props
 */
export function ReactionBar({ id, counts, myReaction, resetKey, choices, classNames, onReact, disabled, children }) {
  const [state, choose] = useOptimisticReaction({ counts, myReaction: myReaction || "", resetKey, choices });
  /** @param {string} code */
  const react = (code) => {
    const next = state.myReaction === code ? "" : code;
    if (!disabled) choose(next);
    onReact(next);
  };
  return el(
    "div",
    { className: classNames.bar, role: "group", "aria-label": gettext("Reactions") },
    state.counts.map(({ code, emoji, name, count }) =>
      el(
        "button",
        {
          key: code,
          type: "button",
          className: classNames.chip,
          "aria-pressed": state.myReaction === code,
          "aria-label": `${name}: ${count}`,
          onClick: () => react(code),
        },
        el("span", { className: classNames.emoji }, emoji),
        el("span", null, shortCount(count)),
      ),
    ),
    el(Picker, { id, choices, classNames, react, myReaction: state.myReaction }, children),
  );
}

/**
 * @param {ReactionState & { resetKey: unknown, choices: ReactionChoice[] }} props
 * @returns {[ReactionState, (code: string) => void]}
 */
function useOptimisticReaction({ counts, myReaction, resetKey, choices }) {
  const [optimistic, setOptimistic] = useState(/** @type {ReactionState | null} */ (null));
  // New counts arrive before the viewer's choice is confirmed, so they do not end the optimistic state.
  useEffect(() => {
    if (optimistic?.myReaction === myReaction) setOptimistic(null);
  }, [myReaction]);
  useEffect(() => setOptimistic(null), [resetKey]);
  useEffect(() => {
    if (!optimistic) return undefined;
    const timer = setTimeout(() => setOptimistic(null), CONFIRMATION_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [optimistic]);
  const state = optimistic ?? { counts, myReaction };
  /** @param {string} code */
  const choose = (code) => setOptimistic({ myReaction: code, counts: countsAfterChoice(state, code, choices) });
  return [state, choose];
}

/**
 * @param {{
 *   id: string,
 *   choices: ReactionChoice[],
 *   classNames: ClassNames,
 *   react: (code: string) => void,
 *   myReaction: string,
 *   children?: ReactNode,
 * }} props
 */
function Picker({ id, choices, classNames, react, myReaction, children }) {
  /** @type {Ref<HTMLDivElement>} */
  const menu = useRef(null);
  /** @type {Ref<HTMLButtonElement>} */
  const button = useRef(null);
  const open = () => menu.current?.showPopover({ source: button.current });
  const { openedByHold, cancelHold, holdHandlers } = useHold(open);

  const handleClick = () => {
    cancelHold();
    if (!openedByHold.current) react(myReaction || choices[0]?.code);
    openedByHold.current = false;
  };
  /** @param {React.KeyboardEvent} event */
  const handleKey = (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
    menu.current.querySelector("button")?.focus();
  };
  const defaultName = choices[0]?.name ?? "";
  const label = myReaction ? gettext("Remove reaction") : gettext("React: {name}", { name: defaultName });
  const buttonProps = {
    ...holdHandlers,
    className: classNames.add,
    title: gettext("Hold for more reactions"),
    "aria-label": label,
    "aria-controls": id,
    onClick: handleClick,
    onKeyDown: handleKey,
  };
  return [
    el("button", { key: "open", ref: button, type: "button", "aria-haspopup": "true", ...buttonProps }, children),
    el(Menu, { key: "menu", id, ref: menu, choices, classNames, react, myReaction }),
  ];
}

/**
 * Calls `open` when the pointer hovers over the button or holds it.
 * @param {() => void} open
 */
function useHold(open) {
  const timer = useRef(/** @type {Timer | undefined} */ (undefined));
  const openedByHold = useRef(false);
  const cancelHold = () => clearTimeout(timer.current);
  const startHold = () => {
    openedByHold.current = false;
    cancelHold();
    timer.current = setTimeout(() => {
      openedByHold.current = true;
      open();
    }, HOLD_MS);
  };
  useEffect(() => cancelHold, []);
  const holdHandlers = {
    onPointerEnter: (/** @type {React.PointerEvent} */ event) => event.pointerType === "mouse" && startHold(),
    onPointerDown: (/** @type {React.PointerEvent} */ event) => event.pointerType !== "mouse" && startHold(),
    onPointerLeave: cancelHold,
    onContextMenu: (/** @type {React.MouseEvent} */ event) => openedByHold.current && event.preventDefault(),
  };
  return { openedByHold, cancelHold, holdHandlers };
}

/**
 * @param {{
 *   id: string,
 *   ref: Ref<HTMLDivElement>,
 *   choices: ReactionChoice[],
 *   classNames: ClassNames,
 *   react: (code: string) => void,
 *   myReaction: string,
 * }} props
 */
function Menu({ id, ref, choices, classNames, react, myReaction }) {
  const label = gettext("All reactions");
  return el(
    "div",
    { id, ref, popover: "auto", className: classNames.picker, role: "group", "aria-label": label },
    el(
      "div",
      { className: classNames.row },
      choices.map(({ code, emoji, name }) =>
        el(
          "button",
          {
            key: code,
            type: "button",
            title: name,
            "aria-label": name,
            "aria-pressed": myReaction === code,
            "data-close-popover": "",
            className: classNames.choice,
            onClick: () => react(code),
          },
          emoji,
        ),
      ),
    ),
  );
}

/**
 * Returns the counts after a choice: the old reaction has one less, the new reaction one more.
 * @param {ReactionState} state
 * @param {string} code
 * @param {ReactionChoice[]} choices
 */
function countsAfterChoice({ counts, myReaction }, code, choices) {
  const numbers = new Map(counts.map((reaction) => [reaction.code, reaction.count]));
  if (myReaction) numbers.set(myReaction, (numbers.get(myReaction) ?? 1) - 1);
  if (code) numbers.set(code, (numbers.get(code) ?? 0) + 1);
  return choices
    .map((choice) => ({ ...choice, count: numbers.get(choice.code) ?? 0 }))
    .filter(({ count }) => count > 0);
}
