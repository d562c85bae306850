// The button that signs in with a passkey. The browser also offers passkeys in the suggestions of the login field.
import { createElement as el, useEffect, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { isSupported, signInWithPasskey } from "$/public/ui/passkeys.js";

const LOGIN_FIELD = 'input[autocomplete~="webauthn"]';

/**
 * The child is the icon of the button. Browsers without passkeys get no button.
 * @param {{ nextUrl: string, classNames: ClassNames, children: ReactNode }} props
 */
export function PasskeySignIn({ nextUrl, classNames, children }) {
  const [isShown, setIsShown] = useState(false);
  const [error, setError] = useState("");
  useEffect(() => setIsShown(isSupported()), []);
  useEffect(() => offerInSuggestions(() => openNextPage(nextUrl)), [nextUrl]);
  if (!isShown) return null;

  const signIn = async () => {
    setError("");
    stopSuggestions();
    try {
      await signInWithPasskey();
      openNextPage(nextUrl);
    } catch (problem) {
      setError(/** @type {Error} */ (problem).message);
    }
  };
  return el(
    "div",
    { className: classNames.root },
    el("div", { className: classNames.divider }, gettext("or")),
    error && el("p", { className: classNames.error, role: "alert" }, error),
    el("button", { type: "button", className: classNames.button, onClick: signIn }, children, gettext("Use a passkey")),
  );
}

/** @type {AbortController | null} */
let suggestions = null;

function stopSuggestions() {
  suggestions?.abort();
  suggestions = null;
}

/**
 * Offers passkeys once the login field has the focus, so that other pages send no request.
 * @param {() => void} onSignedIn
 */
function offerInSuggestions(onSignedIn) {
  /** @param {FocusEvent} event */
  const offer = async (event) => {
    const field = /** @type {HTMLElement} */ (event.target);
    if (suggestions || !field.matches?.(LOGIN_FIELD) || !isSupported()) return;
    const request = (suggestions = new AbortController());
    try {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      await signInWithPasskey({ mediation: "conditional", signal: request.signal });
      onSignedIn();
    } catch {
      // The user has signed in in another way, or closed the suggestions.
    }
  };
  document.addEventListener("focusin", offer);
  return () => {
    document.removeEventListener("focusin", offer);
    stopSuggestions();
  };
}

/**
 * Loads the next page from the server, because the WebSocket of this page has no session.
 * @param {string} nextUrl
 */
function openNextPage(nextUrl) {
  const url = new URL(nextUrl || location.href, location.href);
  for (const name of ["modal", "next", "form", "invitation"]) url.searchParams.delete(name);
  // The URL parameter `next` must not lead to another site.
  if (url.origin !== location.origin) return location.replace("/");
  if (url.href === location.href) location.reload();
  else location.replace(url.href);
}
