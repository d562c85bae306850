// A button that is on or off. It shows the new state immediately; the server's response confirms or reverts it.
import { createElement as el, useEffect, useState } from "react";
import { rememberAction, usePendingAction } from "$/public/ui/pending_action.js";

/** @import { Kind } from "./pending_action.js" */

/**
 * A click of a guest, for whom the toggle is `disabled`, opens the sign-in dialog. After the sign-in, the toggle performs
 * the `action`.
 * @param {{
 *   isOn: boolean,
 *   resetKey: unknown,
 *   classNames: ClassNames,
 *   labels?: { on: string, off: string },
 *   disabled?: boolean,
 *   action?: [kind: Kind, target: number] | null,
 *   onToggle: (isOn: boolean) => void,
 *   children: ReactNode[],
 * }} props
 */
export function Toggle({ isOn, resetKey, classNames, labels, disabled, action, onToggle, children }) {
  const [optimistic, setOptimistic] = useState(/** @type {boolean | null} */ (null));
  // After an error `isOn` stays the same, but `resetKey` changes, which counts the errors.
  useEffect(() => setOptimistic(null), [isOn, resetKey]);
  const isShownOn = optimistic ?? isOn;

  /** @param {boolean} next */
  const turn = (next) => {
    if (!disabled) setOptimistic(next);
    else if (action) rememberAction(...action);
    onToggle(next);
  };
  const [kind, target] = action ?? [null, 0];
  usePendingAction(kind, target, !disabled, () => turn(true));
  const label = labels?.[isShownOn ? "on" : "off"];
  return el(
    "button",
    {
      type: "button",
      className: isShownOn ? classNames.on : classNames.off,
      "aria-pressed": isShownOn,
      "aria-label": label,
      "data-tooltip": label,
      onClick: () => turn(!isShownOn),
    },
    children[isShownOn ? 1 : 0],
  );
}
