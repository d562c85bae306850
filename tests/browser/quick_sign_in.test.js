// Tests of `assets/ui/quick_sign_in.js` with the scripts of the services replaced.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { claimTurn, isAllowed, openPrompt } from "$/public/ui/quick_sign_in.js";

const SITE = { siteName: "Rye", language: "ru" };
const OPTIONS = {
  client_id: "12",
  redirect_uri: "https://rye.example/cb",
  nonce: "n",
  state: "s",
  code_challenge: "c",
};
/** @type {{ url: string, body: any }[]} */
let requests = [];
/** @type {{ status: number, headers?: Record<string, string>, body?: object }} */
let answer = { status: 200 };

beforeEach(() => {
  requests = [];
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (/** @type {string} */ url, /** @type {RequestInit} */ init) => {
    requests.push({ url, body: JSON.parse(String(init.body)) });
    const { status, headers = {}, body = {} } = url.endsWith("/options") ? { status: 200, body: OPTIONS } : answer;
    return {
      ok: status < 400,
      status,
      headers: new Headers(headers),
      json: async () => body,
    };
  });
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    /** @type {HTMLScriptElement} */ (script).onload?.(new Event("load"));
  });
  vi.stubGlobal("location", {
    pathname: "/p/1/rye",
    search: "",
    assign: vi.fn(),
    reload: vi.fn(),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens the prompt of Google and returns its configuration and the function that reports what happened to it. */
async function openGoogle() {
  const id = { initialize: vi.fn(), prompt: vi.fn() };
  vi.stubGlobal("google", { accounts: { id } });
  await openPrompt({ provider: "google", script_url: "https://accounts.example/client" }, SITE);
  return {
    config: id.initialize.mock.calls[0][0],
    report: id.prompt.mock.calls[0][0],
  };
}

test("scripts wait for the consent to optional cookies", () => {
  vi.unstubAllGlobals(); // Cookies need the real `location`.
  expect(isAllowed("", "")).toBe(true);
  expect(isAllowed("cookie_consent", "")).toBe(false);
  document.cookie = "cookie_consent=necessary.1f";
  expect(isAllowed("cookie_consent", "")).toBe(false);
  document.cookie = "cookie_consent=all.1f";
  expect(isAllowed("cookie_consent", "1f")).toBe(true);
  expect(isAllowed("cookie_consent", "2f")).toBe(false);
});

test("a prompt is shown once in a session, and not in the week after it was closed", async () => {
  expect(claimTurn()).toBe(true);
  expect(claimTurn()).toBe(false);
  const { report } = await openGoogle();
  report({
    isDismissedMoment: () => true,
    getDismissedReason: () => "cancel_called",
  });
  sessionStorage.clear();
  expect(claimTurn()).toBe(false);
  vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60 * 1000);
  expect(claimTurn()).toBe(true);
  vi.useRealTimers();
});

test("the answer of Google signs in, and the page is loaded again", async () => {
  const { config } = await openGoogle();
  expect([config.client_id, config.nonce]).toEqual(["12", "n"]);
  config.callback({ credential: "token" });
  await vi.waitFor(() => expect(location.reload).toHaveBeenCalled());
  expect(requests.map(({ url }) => url)).toEqual(["/one-tap/google/options", "/one-tap/google"]);
  expect(requests[1].body).toEqual({ credential: "token" });
});

test("a new person continues on another page, and a refused one sees why", async () => {
  const { config } = await openGoogle();
  answer = { status: 202, headers: { Location: "/auth/finish" } };
  config.callback({ credential: "token" });
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith("/auth/finish"));
  answer = { status: 403, body: { code: "provider_failed" } };
  config.callback({ credential: "token" });
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith("/?modal=auth&problem=provider_failed"));
  answer = { status: 200 };
});

test("VK gets the challenge, and its code comes back with the state", async () => {
  /** @type {Record<string, (payload: object) => void>} */
  const listeners = {};
  const widget = {
    render: vi.fn(() => widget),
    on: vi.fn((/** @type {string} */ event, /** @type {() => void} */ listener) => {
      listeners[event] = listener;
      return widget;
    }),
  };
  const init = vi.fn();
  vi.stubGlobal("VKIDSDK", {
    Config: { init },
    ConfigResponseMode: { Callback: "callback" },
    ConfigSource: { LOWCODE: "lowcode" },
    Languages: { RUS: 0, ENG: 3 },
    FloatingOneTap: vi.fn(function FloatingOneTap() {
      return widget;
    }),
    FloatingOneTapInternalEvents: { LOGIN_SUCCESS: "success" },
    WidgetEvents: { CLOSE: "close" },
  });
  await openPrompt({ provider: "vk", script_url: "https://vk.example/sdk.js" }, SITE);
  expect(init.mock.calls[0][0]).toMatchObject({
    app: 12,
    state: "s",
    codeChallenge: "c",
  });
  expect(widget.render).toHaveBeenCalledWith({ appName: "Rye", lang: 0 });
  listeners.success({ code: "x", device_id: "d" });
  await vi.waitFor(() => expect(location.reload).toHaveBeenCalled());
  expect(requests[1]).toEqual({
    url: "/one-tap/vk",
    body: { code: "x", device_id: "d", state: "s" },
  });
  listeners.close({});
  expect(claimTurn()).toBe(false);
});
