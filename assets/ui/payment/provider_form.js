// The form of a payment provider on the pages of payments and cards. Its script comes from the provider, so the card data never
// reaches this site. Each provider has an adapter.
import { createElement as el, useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { openStripe } from "$/public/ui/payment/stripe.js";
import { openYooKassa } from "$/public/ui/payment/yookassa.js";

/**
 * `submit` returns the error message for the buyer, or "". Without it, the form has a button of its own and calls
 * `onFinished`.
 * @typedef {{ submit?: () => Promise<string>, close: () => void }} OpenForm
 * @typedef {{ values: Record<string, string>, language: string, returnUrl: string, onFinished: () => void }} Options
 * @typedef {(host: HTMLElement, options: Options) => Promise<OpenForm>} Adapter
 * @typedef {{ kind: string, values: Record<string, string> }} Step
 */

/** @type {Record<string, Adapter>} */
const ADAPTERS = { stripe: openStripe, yookassa: openYooKassa };

/**
 * The Content-Security-Policy that allows the script of the provider belongs to the document of this page. A visitor who
 * came here from another page of the site still has the document of that page.
 */
export function hasOwnDocument() {
  const [entry] = performance.getEntriesByType("navigation");
  return !entry || new URL(entry.name).pathname === location.pathname;
}

/**
 * @param {{ step: Step | null, label: string, language: string, classNames: ClassNames, onFinished: () => void }} props
 */
export function PaymentProviderForm({ step, label, language, classNames, onFinished }) {
  /** @type {Ref<HTMLDivElement>} */
  const host = useRef(null);
  const form = useOpenForm(step, host, language, onFinished);
  const submit = async (/** @type {React.FormEvent} */ event) => {
    event.preventDefault();
    if (form.status !== "ready") return;
    form.setStatus("busy");
    form.setError("");
    const message = await form.submit();
    form.setStatus("ready");
    form.setError(message);
    if (!message) onFinished();
  };
  const isBusy = form.status === "busy";
  const hasNoFields = step?.values.purpose === "confirm";
  const hasFailed = form.status === "failed";
  const error = hasFailed ? gettext("The payment form could not be loaded. Reload the page to try again.") : form.error;
  const attributes = { className: classNames.button, disabled: isBusy, "aria-busy": isBusy };
  return el("form", { className: classNames.form, onSubmit: submit, "aria-busy": form.status === "loading" }, [
    el("div", { key: "host", ref: host, className: classNames.host, hidden: hasFailed || hasNoFields }),
    el("p", { key: "error", className: classNames.error, role: "alert" }, error),
    form.hasButton && el("button", { key: "submit", ...attributes }, label),
  ]);
}

/**
 * Opens the form of the provider, and closes it with the page. The same step again changes nothing.
 * @param {Step | null} step
 * @param {Ref<HTMLDivElement>} host
 * @param {string} language
 * @param {() => void} onFinished
 */
function useOpenForm(step, host, language, onFinished) {
  const [status, setStatus] = useState("loading");
  const [error, setError] = useState("");
  const opened = useRef(/** @type {OpenForm | null} */ (null));
  const key = step ? JSON.stringify(step) : "";
  useEffect(() => {
    const open = step && ADAPTERS[step.kind];
    if (!open) return undefined;
    if (!hasOwnDocument()) {
      location.reload();
      return undefined;
    }
    let isClosed = false;
    const returnUrl = location.origin + location.pathname;
    open(host.current, { values: step.values, language, returnUrl, onFinished }).then(
      (form) => {
        if (isClosed) return form.close();
        opened.current = form;
        return setStatus("ready");
      },
      () => !isClosed && setStatus("failed"),
    );
    return () => {
      isClosed = true;
      opened.current?.close();
      opened.current = null;
      setStatus("loading");
    };
  }, [key, language]);
  return {
    status,
    setStatus,
    error,
    setError,
    hasButton: Boolean(opened.current?.submit),
    submit: () => trySubmit(opened.current),
  };
}

/** @param {OpenForm | null} form */
async function trySubmit(form) {
  try {
    return (await form?.submit?.()) ?? "";
  } catch {
    return gettext("Something went wrong. Try again.");
  }
}
