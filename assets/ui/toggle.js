// A button that is on or off. It shows the new state immediately; the server's response confirms or reverts it.
import { createElement as el, useEffect, useState } from "react";

/**
 * @param {{
 *   isOn: boolean,
 *   resetKey: unknown,
 *   classNames: ClassNames,
 *   labels?: { on: string, off: string },
 *   disabled?: boolean,
 *   onToggle: (isOn: boolean) => void,
 *   children: ReactNode[],
 * }} props
 */
export function Toggle({ isOn, resetKey, classNames, labels, disabled, onToggle, children }) {
  const [optimistic, setOptimistic] = useState(/** @type {boolean | null} */ (null));
  // After an error `isOn` stays the same, but `resetKey` changes, because the error adds a toast.
  useEffect(() => setOptimistic(null), [isOn, resetKey]);
  const isShownOn = optimistic ?? isOn;

  const toggle = () => {
    if (!disabled) setOptimistic(!isShownOn);
    onToggle(!isShownOn);
  };
  const label = labels?.[isShownOn ? "on" : "off"];
  return el(
    "button",
    {
      type: "button",
      className: isShownOn ? classNames.on : classNames.off,
      "aria-pressed": isShownOn,
      "aria-label": label,
      "data-tooltip": label,
      onClick: toggle,
    },
    children[isShownOn ? 1 : 0],
  );
}
