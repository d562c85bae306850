// One setting that someone else changed in the meantime: both values side by side. The chosen one is put into the form.
import { createElement as el, useId, useRef, useState } from "react";
import { listFields, readText, showText, toText } from "$/public/ui/admin/setting_values.js";

/**
 * `yours` and `theirs` are the texts of the values, and `stored` is the value that someone else saved.
 * @typedef {{
 *   code: string,
 *   label: string,
 *   yours: string,
 *   theirs: string,
 *   stored: import("./setting_values.js").SettingValue,
 * }} Conflict
 * @typedef {"yours" | "theirs"} Side
 */

/** @param {{ conflict: Conflict, labels: Record<Side, string>, classNames: ClassNames }} props */
export function SettingsConflict({ conflict, labels, classNames }) {
  const [choice, choose] = useChoice(conflict);
  const labelId = useId();
  const option = (/** @type {Side} */ side) =>
    el(
      "button",
      {
        key: side,
        type: "button",
        className: classNames.option,
        "aria-pressed": choice === side,
        onClick: ({ currentTarget }) => choose(side, currentTarget),
      },
      el("span", { className: classNames.side }, labels[side]),
      el("span", { className: classNames.value, dir: "auto" }, conflict[side] || "—"),
    );
  return el(
    "div",
    { className: classNames.row, role: "group", "aria-labelledby": labelId },
    el("p", { id: labelId, className: classNames.label }, conflict.label),
    el("div", { className: classNames.options }, [option("yours"), option("theirs")]),
  );
}

/**
 * Returns the chosen side, and a function that chooses one and shows its value in the form.
 * @param {Conflict} conflict
 * @returns {[Side, (side: Side, button: HTMLElement) => void]}
 */
function useChoice({ code, stored }) {
  const [choice, setChoice] = useState(/** @type {Side} */ ("yours"));
  const typed = useRef("");
  return [
    choice,
    (side, button) => {
      const form = button.closest("form");
      const field = form && listFields(form).find(({ name }) => name === code);
      if (!field || side === choice) return;
      if (side === "theirs") typed.current = readText(field);
      showText(field, side === "theirs" ? toText(field.dataset.kind, stored) : typed.current);
      setChoice(side);
    },
  ];
}
