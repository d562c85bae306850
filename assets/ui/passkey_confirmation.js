// The button that confirms the identity of the user with a passkey, before a sensitive action.
import { createElement as el, Fragment, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { confirmWithPasskey, isSupported } from "$/public/ui/passkeys.js";

/** @param {{ classNames: ClassNames, onConfirmed: () => void }} props */
export function PasskeyConfirmation({ classNames, onConfirmed }) {
  const [error, setError] = useState("");
  const confirm = async () => {
    setError("");
    try {
      if (!isSupported()) throw new Error(gettext("This browser can't use passkeys."));
      await confirmWithPasskey();
      onConfirmed();
    } catch (problem) {
      setError(/** @type {Error} */ (problem).message);
    }
  };
  return el(
    Fragment,
    null,
    error && el("p", { className: classNames.error, role: "alert" }, error),
    el("button", { type: "button", className: classNames.button, onClick: confirm }, gettext("Use a passkey")),
  );
}
