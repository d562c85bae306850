/* Plays Stripe's script: a Payment Element with a field for the number of a test card. */
(() => {
  const { origin } = new URL(document.currentScript.src);

  function createElement(host) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.textContent = "Card number";
    label.style.display = "grid";
    label.style.gap = "6px";
    input.inputMode = "numeric";
    input.autocomplete = "off";
    input.placeholder = "4242 4242 4242 4242";
    input.style.cssText = "padding:10px;border:1px solid;border-radius:8px;background:transparent;color:inherit";
    label.append(input);
    host.append(label);
    return { input, remove: () => label.remove() };
  }

  function createElements(options) {
    const handlers = {};
    let view;
    const element = {
      mount(target) {
        const host = typeof target === "string" ? document.querySelector(target) : target;
        view = createElement(host);
        queueMicrotask(() => handlers.ready?.({ elementType: "payment" }));
        return element;
      },
      on(event, handler) {
        handlers[event] = handler;
        return element;
      },
      destroy: () => view?.remove(),
      unmount: () => view?.remove(),
    };
    return {
      options,
      create(kind) {
        if (kind !== "payment") throw new Error(`Unknown element: ${kind}`);
        return element;
      },
      getNumber: () => view?.input.value ?? "",
      update: (changes) => Object.assign(options, changes),
      submit: async () => ({}),
    };
  }

  async function confirm(kind, key, { elements, confirmParams, redirect, ...options }) {
    const clientSecret = options.clientSecret ?? elements.options.clientSecret;
    const reference = clientSecret.split("_secret_")[0];
    const { payment_method: method } = confirmParams;
    const number = method ? "" : elements.getNumber();
    if (!number && !method) {
      return { error: { type: "validation_error", message: "Your card number is incomplete." } };
    }
    const response = await fetch(`${origin}/browser/${kind}s/${reference}/confirm`, {
      method: "POST",
      body: new URLSearchParams({
        key,
        client_secret: clientSecret,
        ...(method ? { payment_method: method } : { card_number: number }),
        return_url: confirmParams.return_url,
      }),
    });
    const answer = await response.json();
    if (answer.error) return { error: answer.error };
    if (answer.next_action) {
      window.location.assign(answer.next_action.redirect_to_url.url);
      return new Promise(() => {});
    }
    if (redirect === "if_required") {
      return { [kind === "setup_intent" ? "setupIntent" : "paymentIntent"]: answer };
    }
    window.location.assign(`${confirmParams.return_url}?${kind}=${reference}`);
    return new Promise(() => {});
  }

  window.Stripe = (key, settings = {}) => ({
    settings,
    elements: createElements,
    confirmPayment: (options) => confirm("payment_intent", key, options),
    confirmSetup: (options) => confirm("setup_intent", key, options),
  });
})();
