// Stripe's Payment Element: https://docs.stripe.com/js
import { gettext } from "$/public/ui/i18n.js";
import { loadScript } from "$/public/ui/payment/script.js";

/** The names of Stripe for our colours: https://docs.stripe.com/elements/appearance-api#variables */
const COLORS = {
  colorPrimary: "--color-accent",
  colorBackground: "--color-surface",
  colorText: "--color-ink",
  colorTextSecondary: "--color-ink-soft",
  colorTextPlaceholder: "--color-ink-faint",
  colorDanger: "--color-danger",
};

/** @type {import("$/public/ui/payment/provider_form.js").Adapter} */
export async function openStripe(host, { values, language, returnUrl }) {
  await loadScript(values.script_url);
  const stripe = /** @type {any} */ (window).Stripe(values.publishable_key, { locale: language });
  if (values.purpose === "confirm") return makeConfirmation(stripe, values, returnUrl);
  const elements = stripe.elements({ clientSecret: values.client_secret, appearance: getAppearance(host) });
  const element = elements.create("payment");
  await new Promise((resolve, reject) => {
    element.on("ready", resolve);
    element.on("loaderror", reject);
    element.mount(host);
  });
  const stopWatching = watchTheme(() => elements.update({ appearance: getAppearance(host) }));
  return {
    submit: async () => {
      const options = { elements, confirmParams: { return_url: returnUrl }, redirect: "if_required" };
      const isSetup = values.purpose === "setup";
      return getMessage(await (isSetup ? stripe.confirmSetup(options) : stripe.confirmPayment(options)));
    },
    close: () => {
      stopWatching();
      element.destroy();
    },
  };
}

/**
 * Confirms a payment with the saved card, which the bank has refused without the buyer. There is nothing to enter.
 * @param {any} stripe
 * @param {Record<string, string>} values
 * @param {string} returnUrl
 */
function makeConfirmation(stripe, values, returnUrl) {
  const options = {
    clientSecret: values.client_secret,
    confirmParams: { payment_method: values.payment_method, return_url: returnUrl },
    redirect: "if_required",
  };
  return { submit: async () => getMessage(await stripe.confirmPayment(options)), close: () => {} };
}

/** @param {{ error?: { message?: string } }} result */
function getMessage({ error }) {
  return error ? error.message || gettext("Something went wrong. Try again.") : "";
}

const isSystemDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

/** @param {HTMLElement} host */
function getAppearance(host) {
  const { classList } = document.documentElement;
  const isDark = classList.contains("dark") || (!classList.contains("light") && isSystemDark());
  const colors = Object.entries(COLORS).map(([name, token]) => [name, resolveColor(host, token)]);
  const variables = Object.fromEntries(colors.filter(([, color]) => color));
  return { theme: isDark ? "night" : "stripe", variables: { borderRadius: "8px", ...variables } };
}

/**
 * Returns a colour as Stripe reads it. The computed value is in OKLCH, which Stripe does not know.
 * @param {HTMLElement} host
 * @param {string} token
 */
function resolveColor(host, token) {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  host.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  const canvas = document.createElement("canvas").getContext("2d");
  if (!canvas || !computed) return "";
  canvas.fillStyle = computed;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** @param {() => void} onChange */
function watchTheme(onChange) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", onChange);
  return () => {
    observer.disconnect();
    query.removeEventListener("change", onChange);
  };
}
