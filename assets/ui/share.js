// Shares the URL of the page: touch devices open their share dialog, other devices copy the URL to the clipboard.
import { createElement as el, useEffect, useState } from "react";
import { copyText } from "$/public/ui/clipboard.js";
import { gettext } from "$/public/ui/i18n.js";

const MESSAGE_MS = 2_000;

/** @param {{ classNames: ClassNames, children: ReactNode[] }} props */
export function ShareButton({ classNames, children }) {
  const [message, setMessage] = useState("");
  useEffect(() => {
    if (!message) return undefined;
    const timer = setTimeout(() => setMessage(""), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const share = async () => {
    const canonical = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="canonical"]'));
    const url = canonical?.href ?? location.origin + location.pathname;
    if (matchMedia("(pointer: coarse)").matches && navigator.share) {
      return navigator.share({ title: document.title, url }).catch(() => {});
    }
    setMessage((await copyText(url)) ? gettext("Link copied") : url);
  };
  return el(
    "button",
    {
      type: "button",
      className: classNames.button,
      "aria-label": gettext("Share"),
      "data-tooltip": message || gettext("Copy link"),
      onClick: share,
    },
    children[message ? 1 : 0],
    el("span", { className: "sr-only", role: "status" }, message),
  );
}
