// Shows the success message of a form after the form has reloaded the page. The message is shown once. It comes from
// the attribute `data-success-message` of the form (see ajax_forms.js).
import { createElement as el, useEffect, useRef, useState } from "react";

/** @param {{ form: string, className: string }} props */
export function FlashMessage({ form, className }) {
  const [message, setMessage] = useState("");
  /** @type {Ref<HTMLParagraphElement>} */
  const element = useRef(null);
  useEffect(() => {
    const key = `flash:${form}`;
    setMessage(sessionStorage.getItem(key) ?? "");
    sessionStorage.removeItem(key);
  }, [form]);
  useEffect(() => {
    if (message) element.current.scrollIntoView({ block: "center" });
  }, [message]);
  return el("p", { ref: element, role: "status", className: message ? className : "sr-only" }, message);
}
