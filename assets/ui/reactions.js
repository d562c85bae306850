// Reactions under a post or a comment: one press chooses, and shows at once; the server's answer follows.
// A press on the face gives the first reaction; holding it, resting on it or the arrow down opens all of them.
import { createElement as el, useEffect, useRef, useState } from "react";
import { shortCount } from "$/public/ui/words.js";

const REST_MS = 350;

// An answer that did not come by then is not waited for.
const PATIENCE = 10_000;

export function ReactionBar({ id, counts, mine, isSettled, choices, looks, onReact, disabled, children }) {
  const [guess, setGuess] = useState(null);
  // The counts are pushed to everybody before one's own choice is confirmed: the guess stands until then.
  useEffect(() => {
    if (guess?.mine === (mine || "")) setGuess(null);
  }, [mine]);
  useEffect(() => setGuess(null), [isSettled]);
  useEffect(() => {
    const timer = guess && setTimeout(() => setGuess(null), PATIENCE);
    return () => clearTimeout(timer);
  }, [guess]);
  const shown = guess ?? { counts, mine: mine || "" };

  const choose = (code) => {
    const next = shown.mine === code ? "" : code;
    if (!disabled) setGuess({ mine: next, counts: moved(shown, next, choices) });
    onReact(next);
  };

  return el(
    "div",
    { className: looks.bar, role: "group", "aria-label": "Reactions" },
    shown.counts.map(({ code, emoji, count }) =>
      el(
        "button",
        {
          key: code,
          type: "button",
          className: looks.chip,
          "aria-pressed": shown.mine === code,
          "aria-label": `${name(choices, code)}: ${count}`,
          onClick: () => choose(code),
        },
        el("span", { className: looks.emoji }, emoji),
        el("span", null, shortCount(count)),
      ),
    ),
    el(Picker, { id, choices, looks, choose, mine: shown.mine }, children),
  );
}

function Picker({ id, choices, looks, choose, mine, children }) {
  const menu = useRef(null);
  const timer = useRef(0);
  const opened = useRef(false);
  const button = useRef(null);

  const soon = () => {
    opened.current = false;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      opened.current = true;
      menu.current?.showPopover({ source: button.current });
    }, REST_MS);
  };
  const never = () => clearTimeout(timer.current);
  useEffect(() => never, []);

  const press = () => {
    never();
    if (!opened.current) choose(mine || choices[0]?.code);
    opened.current = false;
  };
  const keys = (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    menu.current.showPopover({ source: button.current });
    menu.current.querySelector("button")?.focus();
  };

  return [
    el(
      "button",
      {
        key: "open",
        ref: button,
        type: "button",
        className: looks.add,
        "aria-label": mine ? "Take your reaction back" : `React: ${choices[0]?.name ?? ""}`,
        "aria-haspopup": "true",
        "aria-controls": id,
        title: "Hold for more",
        onClick: press,
        onKeyDown: keys,
        onPointerEnter: (event) => event.pointerType === "mouse" && soon(),
        onPointerDown: (event) => event.pointerType !== "mouse" && soon(),
        onPointerLeave: never,
        onContextMenu: (event) => opened.current && event.preventDefault(),
      },
      children,
    ),
    el(
      "div",
      { key: "menu", id, ref: menu, popover: "auto", className: looks.picker, role: "group", "aria-label": "All reactions" },
      el(
        "div",
        { className: looks.row },
        choices.map(({ code, emoji, name }) =>
          el(
            "button",
            {
              key: code,
              type: "button",
              title: name,
              "aria-label": name,
              "aria-pressed": mine === code,
              "data-closes": "",
              className: looks.choice,
              onClick: () => choose(code),
            },
            emoji,
          ),
        ),
      ),
    ),
  ];
}

// The counts as they will be: one less of the old choice, one more of the new.
function moved({ counts, mine }, next, choices) {
  const numbers = new Map(counts.map(({ code, count }) => [code, count]));
  if (mine) numbers.set(mine, (numbers.get(mine) ?? 1) - 1);
  if (next) numbers.set(next, (numbers.get(next) ?? 0) + 1);
  return choices
    .filter(({ code }) => numbers.get(code) > 0)
    .map(({ code, emoji }) => ({ code, emoji, count: numbers.get(code) }));
}

const name = (choices, code) => choices.find((choice) => choice.code === code)?.name ?? code;
