// The announcement and the cookie banner of a live page. Cookies record what the visitor has closed, so that the
// server leaves it out of the next page (`core/http/cookies.py`).
import { createElement as el, useEffect, useState } from "react";

// As in `core/http/cookies.py`.
const CONSENT = /^(?:all|necessary)(?:\.([0-9a-f]{0,20}))?$/;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** @param {string} name */
export function readCookie(name) {
  const prefix = `${name}=`;
  const cookie = document.cookie.split("; ").find((part) => part.startsWith(prefix));
  return cookie?.slice(prefix.length) ?? "";
}

/**
 * Returns the value of a cookie and a function that reads it again. The value is unknown, and therefore null, while
 * the page is rendered without a browser.
 * @param {string} name
 * @returns {[string | null, () => void]}
 */
function useCookie(name) {
  const [value, setValue] = useState(/** @type {string | null} */ (null));
  const refresh = () => setValue(readCookie(name));
  useEffect(refresh, [name]);
  return [value, refresh];
}

/**
 * @typedef {{ cookie: string, label: string, className: string, children: ReactNode }} BannerProps
 */

/** @param {BannerProps & { announcementId: string }} props */
export function Announcement({ announcementId, cookie, label, className, children }) {
  const [closedId, refresh] = useCookie(cookie);
  if (closedId === null || closedId === announcementId) return null;
  /** @param {React.MouseEvent} event */
  const handleClick = ({ target }) => {
    if (!(/** @type {Element} */ (target).closest("[data-close]"))) return;
    document.cookie = `${cookie}=${announcementId}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax`;
    refresh();
  };
  return el("aside", { className, "aria-label": label, onClick: handleClick }, children);
}

/**
 * Returns whether the visitor has chosen. The cookie contains the choice and the version of the text, such as "all.1f3a".
 * @param {string} cookie
 * @param {string} version The version that the choice must have. Empty if any will do.
 */
function isChosen(cookie, version) {
  const match = CONSENT.exec(cookie);
  return match !== null && (!version || match[1] === version);
}

/** The form also works without this component: then the response loads the page again. @param {BannerProps & { version: string }} props */
export function Consent({ cookie, version, label, className, children }) {
  const [choice, refresh] = useCookie(cookie);
  if (choice === null || isChosen(choice, version)) return null;
  /** @param {React.FormEvent} event */
  const submit = async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { submitter } = /** @type {SubmitEvent} */ (event.nativeEvent);
    event.preventDefault();
    const body = JSON.stringify({ choice: /** @type {HTMLButtonElement} */ (submitter)?.value });
    const headers = { Accept: "application/json", "Content-Type": "application/json" };
    await fetch(form.action, { method: "POST", headers, body });
    refresh();
  };
  return el("section", { className, "aria-label": label, onSubmit: submit }, children);
}
