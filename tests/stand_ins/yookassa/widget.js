// Plays the checkout widget of YooKassa. The names and the order of the calls are those of its documentation.
(() => {
  const { origin } = new URL(document.currentScript.src);
  const CARDS = __CARDS__;

  async function send(token, answer) {
    const response = await fetch(`${origin}/checkout-widget/pay`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token, ...answer }),
    });
    return { ok: response.ok, ...(await response.json()) };
  }

  function make(tag, text, parent) {
    const node = document.createElement(tag);
    node.textContent = text;
    parent.append(node);
    return node;
  }

  window.YooMoneyCheckoutWidget = class {
    constructor({ confirmation_token, return_url, error_callback }) {
      this.token = confirmation_token;
      this.returnUrl = return_url;
      this.onError = error_callback;
      this.listeners = {};
      if (!confirmation_token) error_callback?.({ error: "invalid_token" });
    }

    on(event, listener) {
      (this.listeners[event] ??= []).push(listener);
    }

    async render(id) {
      const container = document.getElementById(id);
      if (!container) throw new Error("The container is missing");
      const state = await send(this.token, {});
      if (!state.ok || state.status !== "pending") {
        this.onError?.({ error: state.ok ? "token_expired" : "invalid_token" });
        return;
      }
      this.root = document.createElement("div");
      container.append(this.root);
      this.showCards("");
    }

    showCards(problem) {
      this.root.replaceChildren();
      make("p", "YooKassa stand-in. No money is moved.", this.root);
      if (problem) make("p", `The payment was declined: ${problem}`, this.root).role = "alert";
      for (const [name, number] of Object.entries(CARDS)) {
        const button = make("button", `${number} (${name})`, this.root);
        button.type = "button";
        button.style.cssText = "display:block;padding:6px 12px;margin:4px 0;border:1px solid";
        button.onclick = () => this.pay({ number });
      }
    }

    showBank() {
      this.root.replaceChildren();
      make("p", "Your bank asks you to confirm the payment.", this.root);
      for (const [text, accepts] of [["Confirm", true], ["Decline", false]]) {
        const button = make("button", text, this.root);
        button.type = "button";
        button.onclick = () => this.pay({ accepts });
      }
    }

    async pay(answer) {
      const result = await send(this.token, answer);
      if (result.result === "confirm") this.showBank();
      else if (result.result && result.status === "pending") this.showCards(result.result);
      else this.finish(result.status === "canceled" ? "fail" : "success");
    }

    finish(event) {
      if (!this.listeners.complete && !this.listeners[event] && this.returnUrl) {
        location.assign(this.returnUrl);
      }
      // As in the real widget, `complete` is called instead of the other two events.
      for (const listener of this.listeners.complete ?? this.listeners[event] ?? []) {
        listener({ status: event });
      }
    }

    destroy() {
      this.root?.remove();
      this.listeners = {};
    }
  };
})();
