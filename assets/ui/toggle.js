// A button that is on or off: it shows the press at once, and returns to the truth with the server's answer.
import { createElement as el, useEffect, useState } from "react";

export function Toggle({ isOn, isSettled, looks, labels, disabled, onToggle, children }) {
  const [guess, setGuess] = useState(null);
  // A refusal changes nothing but what is said about it (`isSettled`).
  useEffect(() => setGuess(null), [isOn, isSettled]);
  const shown = guess ?? isOn;

  const press = () => {
    if (!disabled) setGuess(!shown);
    onToggle(!shown);
  };
  const label = labels?.[shown ? "on" : "off"];
  return el(
    "button",
    {
      type: "button",
      className: shown ? looks.on : looks.off,
      "aria-pressed": shown,
      "aria-label": label,
      "data-tip": label,
      onClick: press,
    },
    children[shown ? 1 : 0],
  );
}
