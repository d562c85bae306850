// A colour as text and with the colour picker of the browser. The whole page shows the colour as its accent until the
// field is removed, so that the administrator sees its effect before saving.
import { createElement as el, useEffect, useLayoutEffect, useRef, useState } from "react";
import { UsedColors } from "$/public/ui/admin/used_colors.js";

const COLOR = /^#[0-9a-f]{6}$/i;

/**
 * @param {{ label: string, fallback: string, classNames: ClassNames } & React.ComponentProps<"input">} props
 */
export function ColorInput({ label, fallback, classNames, ...props }) {
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const [color, setColor] = useState("");

  const update = () => setColor(COLOR.test(input.current.value) ? input.current.value : "");
  // Before the effect of `UsedColors`, which reads the colours of the page.
  useLayoutEffect(() => previewAccent(color), [color]);
  useEffect(() => {
    const field = input.current;
    update();
    // The form fires `input` when it shows the saved value.
    field.addEventListener("input", update);
    return () => field.removeEventListener("input", update);
  }, []);

  /** @param {React.FormEvent<HTMLInputElement>} event */
  const pick = ({ currentTarget }) => {
    input.current.value = currentTarget.value;
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const fields = el(
    "div",
    { className: classNames.row },
    el("input", {
      type: "color",
      className: classNames.picker,
      value: color || fallback,
      "aria-label": label,
      onInput: pick,
      onChange: () => undefined,
    }),
    el("input", {
      ...props,
      ref: input,
      type: "text",
      className: classNames.input,
      placeholder: fallback,
    }),
  );
  return el("div", { className: classNames.field }, fields, color && el(UsedColors, { color, classNames }));
}

/** @param {string} color */
function previewAccent(color) {
  const { style } = document.documentElement;
  const previous = style.getPropertyValue("--accent");
  if (color) style.setProperty("--accent", color);
  return () => {
    if (previous) style.setProperty("--accent", previous);
    else style.removeProperty("--accent");
  };
}
