// Creates a passkey when the server has allowed it: the user has confirmed their identity.
import { createElement as el, useEffect, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { createPasskey, isSupported } from "$/public/ui/passkeys.js";

/**
 * A new value of `attempt` starts the creation.
 * @param {{ attempt: string, name: string, classNames: ClassNames, onCreated: () => void }} props
 */
export function PasskeyCreator({ attempt, name, classNames, onCreated }) {
  const [error, setError] = useState("");
  useEffect(() => {
    if (attempt) create();
  }, [attempt]);

  const create = async () => {
    setError("");
    try {
      if (!isSupported()) throw new Error(gettext("This browser can't create passkeys."));
      await createPasskey(name);
      onCreated();
    } catch (problem) {
      setError(/** @type {Error} */ (problem).message);
    }
  };
  return error && el("p", { className: classNames.error, role: "alert" }, error);
}
