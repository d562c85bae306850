// A read-only field with a button that copies its value, and a button that copies a value that is not shown.
import { createElement as el, useEffect, useRef, useState } from "react";
import { copyText } from "$/public/ui/clipboard.js";
import { gettext } from "$/public/ui/i18n.js";

/**
 * The children are the icons of the button before and after copying.
 * @param {{ value: string, label: string, classNames: ClassNames, children: [ReactNode, ReactNode] }} props
 */
export function CopyField({ value, label, classNames, children }) {
  /** @type {Ref<HTMLInputElement>} */
  const field = useRef(null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    field.current.focus();
    field.current.select();
    setIsCopied(false);
  }, [value]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      // Browsers allow writing to the clipboard only over HTTPS. Otherwise the user copies the selected value manually.
      field.current.select();
    }
  };
  return [
    el("input", { key: "field", ref: field, readOnly: true, value, "aria-label": label, className: classNames.field }),
    el(
      "button",
      { key: "button", type: "button", className: classNames.button, onClick: copy },
      children[isCopied ? 1 : 0],
      isCopied ? gettext("Copied") : gettext("Copy"),
    ),
    el("span", { key: "status", className: "sr-only", role: "status" }, isCopied && gettext("Copied")),
  ];
}

/**
 * The button shows the value if the browser cannot copy it.
 * @param {{ value: string, className: string, children: ReactNode }} props
 */
export function CopyButton({ value, className, children }) {
  const [message, setMessage] = useState("");
  const copy = async () => setMessage((await copyText(value)) ? gettext("Copied") : value);
  return [
    el("button", { key: "button", type: "button", className, onClick: copy }, message || children),
    el("span", { key: "status", className: "sr-only", role: "status" }, message),
  ];
}
