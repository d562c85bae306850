// Switches and single choices that are kept at once, without a button.
import { createElement as el, useId } from "react";
import { useGuess } from "$/public/ui/settings/guess.js";

export function Switch({ label, hint, isOn, settled, looks, onSwitch }) {
  const [shown, guess] = useGuess(isOn, settled);
  const id = useId();
  const change = ({ target }) => {
    guess(target.checked);
    onSwitch(target.checked);
  };
  const input = { type: "checkbox", role: "switch", className: looks.switch, checked: shown, onChange: change };
  return el(
    "label",
    { className: looks.switch_row },
    el(Words, { id, label, hint, looks }),
    el("input", { ...input, "aria-labelledby": id, "aria-describedby": hint ? `${id}-hint` : undefined }),
  );
}

export function Choice({ label, options, value, settled, looks, onChoose }) {
  const [shown, guess] = useGuess(value, settled);
  const name = useId();
  const choose = ({ target }) => {
    guess(target.value);
    onChoose(target.value);
  };
  return el(
    "fieldset",
    { className: looks.stack },
    el("legend", { className: "sr-only" }, label),
    options.map((option) => {
      const id = `${name}-${option.value}`;
      const input = { type: "radio", name, value: option.value, className: looks.radio, onChange: choose };
      return el(
        "label",
        { key: option.value, className: looks.choice },
        el("input", {
          ...input,
          checked: shown === option.value,
          "aria-labelledby": id,
          "aria-describedby": `${id}-hint`,
        }),
        el(Words, { id, label: option.label, hint: option.hint, looks }),
      );
    }),
  );
}

function Words({ id, label, hint, looks }) {
  return el(
    "span",
    { className: looks.text },
    el("span", { id, className: looks.label }, label),
    hint && el("span", { id: `${id}-hint`, className: looks.hint }, hint),
  );
}
