// A checkbox or radio button that is saved when it changes. It shows the change before the server confirms it. When
// `resetKey` changes, which happens after an error, it shows the value that the server stored.
import { createElement as el, useEffect, useRef } from "react";

/**
 * @param {{
 *   isOn: boolean,
 *   resetKey: unknown,
 *   onToggle: (isOn: boolean) => void,
 * } & React.ComponentProps<"input">} props
 */
export function OptionInput({ isOn, resetKey, onToggle, ...props }) {
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const pending = useRef(/** @type {boolean | null} */ (null));
  /** @param {boolean | null} expected */
  const show = (expected) => {
    // Several changes can be unconfirmed at once. Only the response to the last one is shown.
    if (expected !== null && expected !== isOn) return;
    pending.current = null;
    input.current.checked = isOn;
  };
  useEffect(() => show(pending.current), [isOn]);
  useEffect(() => show(null), [resetKey]);

  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const handleChange = ({ target }) => {
    pending.current = target.checked;
    onToggle(target.checked);
  };
  return el("input", { ...props, ref: input, defaultChecked: isOn, onChange: handleChange });
}
