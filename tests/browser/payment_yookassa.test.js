import { beforeEach, expect, test, vi } from "vitest";
import { openYooKassa } from "$/public/ui/payment/yookassa.js";

const VALUES = { token: "ct-1", script_url: "https://pay.example/widget.js" };

/** @type {any} */
let widget;
/** @type {any} */
let options;

beforeEach(() => {
  widget = { on: vi.fn(), render: vi.fn(() => Promise.resolve()), destroy: vi.fn() };
  vi.stubGlobal(
    "YooMoneyCheckoutWidget",
    class {
      /** @param {any} given */
      constructor(given) {
        options = given;
        return widget;
      }
    },
  );
  // jsdom loads no scripts from other sites.
  vi.spyOn(document.head, "append").mockImplementation((/** @type {any} */ script) => script.onload?.());
});

/** @param {() => void} onFinished */
const open = (onFinished) => {
  const host = document.body.appendChild(document.createElement("div"));
  return openYooKassa(host, { values: VALUES, language: "en", returnUrl: "", onFinished });
};

test("shows the widget, and tells the server to ask for the state when it has finished", async () => {
  const onFinished = vi.fn();
  const form = await open(onFinished);
  expect(options.confirmation_token).toBe("ct-1");
  expect(document.getElementById(widget.render.mock.calls[0][0])).not.toBeNull();
  expect(form.submit).toBeUndefined();
  expect(onFinished).not.toHaveBeenCalled();
  const [event, finish] = widget.on.mock.calls[0];
  finish({ status: "success" });
  expect([event, onFinished.mock.calls.length]).toEqual(["complete", 1]);
  form.close();
  expect(widget.destroy).toHaveBeenCalledOnce();
});

test("fails if the widget does not accept the token", async () => {
  widget.render = () => {
    options.error_callback({ error: "token_expired" });
    return new Promise(() => {});
  };
  await expect(open(() => {})).rejects.toEqual({ error: "token_expired" });
});
