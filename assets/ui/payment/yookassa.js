// The checkout widget of YooKassa: https://yookassa.ru/developers/payment-acceptance/integration-scenarios/widget
import { loadScript } from "$/public/ui/payment/script.js";

const HOST_ID = "yookassa-form";

/** @type {import("$/public/ui/payment/provider_form.js").Adapter} */
export async function openYooKassa(host, { values, onFinished }) {
  await loadScript(values.script_url);
  const Widget = /** @type {any} */ (window).YooMoneyCheckoutWidget;
  host.id = HOST_ID;
  const widget = await new Promise((resolve, reject) => {
    const created = new Widget({ confirmation_token: values.token, error_callback: reject });
    // Without an address to return to, the widget calls this after a success and after a final decline.
    created.on("complete", onFinished);
    Promise.resolve(created.render(HOST_ID)).then(() => resolve(created), reject);
  });
  return { close: () => widget.destroy() };
}
