// Switches and radio groups that save a change at once, without a button.
import { createElement as el, useId } from "react";
import { useOptimisticValue } from "$/public/ui/settings/optimistic.js";

/**
 * @param {{
 *   label: string,
 *   hint?: string,
 *   isOn: boolean,
 *   resetKey: unknown,
 *   classNames: ClassNames,
 *   onToggle: (isOn: boolean) => void,
 * }} props
 */
export function Switch({ label, hint, isOn, resetKey, classNames, onToggle }) {
  const [value, setValue] = useOptimisticValue(isOn, resetKey);
  const id = useId();
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const change = ({ target }) => {
    setValue(target.checked);
    onToggle(target.checked);
  };
  const input = { type: "checkbox", role: "switch", className: classNames.switch, checked: value, onChange: change };
  return el(
    "label",
    { className: classNames.switch_row },
    el(OptionText, { id, label, hint, classNames }),
    el("input", { ...input, "aria-labelledby": id, "aria-describedby": hint ? `${id}-hint` : undefined }),
  );
}

/**
 * @param {{
 *   label: string,
 *   options: { value: string, label: string, hint: string }[],
 *   value: string,
 *   resetKey: unknown,
 *   classNames: ClassNames,
 *   onChoose: (value: string) => void,
 * }} props
 */
export function RadioGroup({ label, options, value, resetKey, classNames, onChoose }) {
  const [selected, setSelected] = useOptimisticValue(value, resetKey);
  const name = useId();
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const choose = ({ target }) => {
    setSelected(target.value);
    onChoose(target.value);
  };
  return el(
    "fieldset",
    { className: classNames.stack },
    el("legend", { className: "sr-only" }, label),
    options.map((option) => {
      const id = `${name}-${option.value}`;
      const input = { type: "radio", name, value: option.value, className: classNames.radio, onChange: choose };
      return el(
        "label",
        { key: option.value, className: classNames.choice },
        el("input", {
          ...input,
          checked: selected === option.value,
          "aria-labelledby": id,
          "aria-describedby": `${id}-hint`,
        }),
        el(OptionText, { id, label: option.label, hint: option.hint, classNames }),
      );
    }),
  );
}

/** @param {{ id: string, label: string, hint?: string, classNames: ClassNames }} props */
function OptionText({ id, label, hint, classNames }) {
  return el(
    "span",
    { className: classNames.text },
    el("span", { id, className: classNames.label }, label),
    hint && el("span", { id: `${id}-hint`, className: classNames.hint }, hint),
  );
}
