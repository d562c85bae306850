// The reactions to a post or a comment. The page shows a choice immediately, before the server confirms it.
// A click on the button adds the default reaction. Hovering, holding or Arrow Down opens the picker with all reactions.
import { createElement as el, useEffect, useRef, useState } from "react";
import { shortCount } from "$/public/ui/formats.js";
import { gettext } from "$/public/ui/i18n.js";

const HOLD_MS = 350;
// After this time a choice that the server has not confirmed is discarded.
const CONFIRMATION_TIMEOUT_MS = 10_000;

export function ReactionBar({ id, counts, myReaction, resetKey, choices, classNames, onReact, disabled, children }) {
  const [state, choose] = useOptimisticReaction({ counts, myReaction: myReaction || "", resetKey, choices });
  const react = (code) => {
    const next = state.myReaction === code ? "" : code;
    if (!disabled) choose(next);
    onReact(next);
  };
  return el(
    "div",
    { className: classNames.bar, role: "group", "aria-label": gettext("Reactions") },
    state.counts.map(({ code, emoji, count }) =>
      el(
        "button",
        {
          key: code,
          type: "button",
          className: classNames.chip,
          "aria-pressed": state.myReaction === code,
          "aria-label": `${reactionName(choices, code)}: ${count}`,
          onClick: () => react(code),
        },
        el("span", { className: classNames.emoji }, emoji),
        el("span", null, shortCount(count)),
      ),
    ),
    el(Picker, { id, choices, classNames, react, myReaction: state.myReaction }, children),
  );
}

function useOptimisticReaction({ counts, myReaction, resetKey, choices }) {
  const [optimistic, setOptimistic] = useState(null);
  // New counts arrive before the viewer's choice is confirmed, so they do not end the optimistic state.
  useEffect(() => {
    if (optimistic?.myReaction === myReaction) setOptimistic(null);
  }, [myReaction]);
  useEffect(() => setOptimistic(null), [resetKey]);
  useEffect(() => {
    const timer = optimistic && setTimeout(() => setOptimistic(null), CONFIRMATION_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [optimistic]);
  const state = optimistic ?? { counts, myReaction };
  const choose = (code) => setOptimistic({ myReaction: code, counts: countsAfterChoice(state, code, choices) });
  return [state, choose];
}

function Picker({ id, choices, classNames, react, myReaction, children }) {
  const menu = useRef(null);
  const button = useRef(null);
  const timer = useRef(0);
  const openedByHold = useRef(false);

  const open = () => menu.current?.showPopover({ source: button.current });
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

  const handleClick = () => {
    cancelHold();
    if (!openedByHold.current) react(myReaction || choices[0]?.code);
    openedByHold.current = false;
  };
  const handleKey = (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
    menu.current.querySelector("button")?.focus();
  };

  const defaultName = choices[0]?.name ?? "";
  const label = myReaction ? gettext("Remove reaction") : gettext("React: {name}", { name: defaultName });
  return [
    el(
      "button",
      {
        key: "open",
        ref: button,
        type: "button",
        className: classNames.add,
        "aria-label": label,
        "aria-haspopup": "true",
        "aria-controls": id,
        title: gettext("Hold for more reactions"),
        onClick: handleClick,
        onKeyDown: handleKey,
        onPointerEnter: (event) => event.pointerType === "mouse" && startHold(),
        onPointerDown: (event) => event.pointerType !== "mouse" && startHold(),
        onPointerLeave: cancelHold,
        onContextMenu: (event) => openedByHold.current && event.preventDefault(),
      },
      children,
    ),
    el(
      "div",
      {
        key: "menu",
        id,
        ref: menu,
        popover: "auto",
        className: classNames.picker,
        role: "group",
        "aria-label": gettext("All reactions"),
      },
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
    ),
  ];
}

// Returns the counts after a choice: the old reaction has one less, the new reaction one more.
function countsAfterChoice({ counts, myReaction }, code, choices) {
  const numbers = new Map(counts.map((reaction) => [reaction.code, reaction.count]));
  if (myReaction) numbers.set(myReaction, (numbers.get(myReaction) ?? 1) - 1);
  if (code) numbers.set(code, (numbers.get(code) ?? 0) + 1);
  return choices
    .filter((choice) => numbers.get(choice.code) > 0)
    .map((choice) => ({ code: choice.code, emoji: choice.emoji, count: numbers.get(choice.code) }));
}

const reactionName = (choices, code) => choices.find((choice) => choice.code === code)?.name ?? code;
