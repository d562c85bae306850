// Hands the address of this page on: to the sheet of a phone, else to the clipboard.
import { createElement as el, useEffect, useState } from "react";

const SHOWN = 2_000;

export function Share({ looks, children }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => setSaid(""), SHOWN);
    return () => clearTimeout(timer);
  }, [said]);

  const press = async () => {
    const url = document.querySelector('link[rel="canonical"]')?.href ?? location.origin + location.pathname;
    if (matchMedia("(pointer: coarse)").matches && navigator.share) {
      return navigator.share({ title: document.title, url }).catch(() => {});
    }
    setSaid((await copy(url)) ? "Link copied" : url);
  };
  return el(
    "button",
    { type: "button", className: looks.button, "aria-label": "Share", "data-tip": said || "Copy the link", onClick: press },
    children[said ? 1 : 0],
    el("span", { className: "sr-only", role: "status" }, said),
  );
}

// Over plain http a page has no clipboard of its own.
async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: words });
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}
