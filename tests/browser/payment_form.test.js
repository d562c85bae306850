import { act, createElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { hasOwnDocument, PaymentProviderForm } from "$/public/ui/payment/provider_form.js";
import { render } from "./render.js";

const CLASS_NAMES = { form: "", host: "host", error: "error", button: "" };
const SCRIPT_URL = "https://pay.example/v3/";

/** @type {any} */
let element;
/** @type {any} */
let stripe;

beforeEach(() => {
  element = { on: vi.fn((event, handler) => event === "ready" && handler()), mount: vi.fn(), destroy: vi.fn() };
  const elements = { create: () => element, update: vi.fn() };
  stripe = { elements: vi.fn(() => elements), confirmPayment: vi.fn(), confirmSetup: vi.fn() };
  vi.stubGlobal(
    "Stripe",
    vi.fn(() => stripe),
  );
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  // jsdom loads no scripts from other sites.
  vi.spyOn(document.head, "append").mockImplementation((/** @type {any} */ script) => script.onload?.());
});

/** @param {() => void} onFinished @param {string} secret @param {Record<string, string>} others */
const form = (onFinished, secret = "pi_1_secret_2", others = {}) => {
  const values = { script_url: SCRIPT_URL, publishable_key: "pk_1", client_secret: secret, ...others };
  const step = { kind: "stripe", values };
  return createElement(PaymentProviderForm, {
    step,
    label: "Pay",
    language: "en",
    classNames: CLASS_NAMES,
    onFinished,
  });
};

/** @param {HTMLElement} container */
const pay = (container) => act(async () => container.querySelector("button")?.click());

test("pays with Stripe and tells the server to ask for the state", async () => {
  const onFinished = vi.fn();
  stripe.confirmPayment.mockResolvedValue({ paymentIntent: {} });
  const { container } = await act(async () => render(form(onFinished)));
  expect(stripe.elements).toHaveBeenCalledWith(expect.objectContaining({ clientSecret: "pi_1_secret_2" }));
  await pay(container);
  const [options] = stripe.confirmPayment.mock.calls[0];
  expect(options.confirmParams.return_url).toBe(location.origin + location.pathname);
  expect(onFinished).toHaveBeenCalledOnce();
});

test("confirms a renewal with the saved card, without a field to fill in", async () => {
  const onFinished = vi.fn();
  stripe.confirmPayment.mockResolvedValueOnce({ error: { message: "Your bank did not confirm." } });
  stripe.confirmPayment.mockResolvedValueOnce({ paymentIntent: {} });
  const values = { purpose: "confirm", payment_method: "pm_1" };
  const { container } = await act(async () => render(form(onFinished, "pi_1_secret_2", values)));
  expect(element.mount).not.toHaveBeenCalled();
  expect(/** @type {HTMLElement} */ (container.querySelector(".host")).hidden).toBe(true);
  await pay(container);
  expect(container.textContent).toContain("Your bank did not confirm.");
  expect(onFinished).not.toHaveBeenCalled();
  await pay(container);
  const [options] = stripe.confirmPayment.mock.calls[1];
  expect(options.clientSecret).toBe("pi_1_secret_2");
  expect(options.confirmParams).toEqual({
    payment_method: "pm_1",
    return_url: location.origin + location.pathname,
  });
  expect(onFinished).toHaveBeenCalledOnce();
});

test("saves a card without a payment", async () => {
  const onFinished = vi.fn();
  stripe.confirmSetup.mockResolvedValue({ setupIntent: {} });
  const { container } = await act(async () => render(form(onFinished, "seti_1_secret_2", { purpose: "setup" })));
  await pay(container);
  expect(stripe.confirmSetup).toHaveBeenCalledOnce();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
  expect(onFinished).toHaveBeenCalledOnce();
});

test("shows why a card was declined, and lets the buyer try again", async () => {
  const onFinished = vi.fn();
  stripe.confirmPayment.mockResolvedValueOnce({ error: { message: "Your card was declined." } });
  stripe.confirmPayment.mockRejectedValueOnce(new Error("offline"));
  const { container } = await act(async () => render(form(onFinished)));
  await pay(container);
  expect(container.querySelector(".error")?.textContent).toBe("Your card was declined.");
  await pay(container);
  expect(container.querySelector(".error")?.textContent).toBe("Something went wrong. Try again.");
  expect(onFinished).not.toHaveBeenCalled();
});

test("keeps the entered card while the page updates, and closes the form of an earlier payment", async () => {
  const { rerender } = await act(async () => render(form(() => {})));
  await act(async () => rerender(form(() => {})));
  expect(element.mount).toHaveBeenCalledOnce();
  expect(element.destroy).not.toHaveBeenCalled();
  await act(async () => rerender(form(() => {}, "pi_3_secret_4")));
  expect(element.destroy).toHaveBeenCalledOnce();
  expect(element.mount).toHaveBeenCalledTimes(2);
});

test("says that the form could not be loaded", async () => {
  element.on = (/** @type {string} */ event, /** @type {() => void} */ handler) => event === "loaderror" && handler();
  const { container } = await act(async () => render(form(() => {})));
  expect(container.querySelector(".error")?.textContent).toContain("could not be loaded");
  // The space for the form would be empty.
  expect(container.querySelector("[hidden]")).not.toBeNull();
  expect(container.querySelector("button")).toBeNull();
});

test("knows whether the document was loaded for another page", () => {
  const entries = vi.spyOn(performance, "getEntriesByType");
  entries.mockReturnValue(/** @type {any} */ ([{ name: location.href }]));
  expect(hasOwnDocument()).toBe(true);
  entries.mockReturnValue(/** @type {any} */ ([{ name: `${location.origin}/other/page` }]));
  expect(hasOwnDocument()).toBe(false);
});
