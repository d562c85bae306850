// Tests of `assets/ui/passkeys.js` with a browser whose authenticator is replaced.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { confirmWithPasskey, createPasskey, isSupported, signInWithPasskey } from "$/public/ui/passkeys.js";

const OPTIONS = { challenge: "abc" };
/** @type {{ url: string, body: any }[]} */
let requests = [];
let status = 200;

beforeEach(() => {
  requests = [];
  status = 200;
  vi.stubGlobal("PublicKeyCredential", {
    parseCreationOptionsFromJSON: (/** @type {object} */ options) => ({ created: options }),
    parseRequestOptionsFromJSON: (/** @type {object} */ options) => ({ requested: options }),
  });
  const credential = { toJSON: () => ({ id: "key" }) };
  const credentials = { create: vi.fn(async () => credential), get: vi.fn(async () => credential) };
  Object.defineProperty(navigator, "credentials", { value: credentials, configurable: true });
  vi.stubGlobal("fetch", async (/** @type {string} */ url, /** @type {RequestInit} */ init) => {
    requests.push({ url, body: JSON.parse(String(init.body)) });
    const json = async () => {
      if (status === 204) throw new SyntaxError("No content");
      return { options: OPTIONS, detail: "Refused" };
    };
    return { ok: status < 400, status, json };
  });
});

afterEach(() => vi.unstubAllGlobals());

test("a created passkey is sent with its name", async () => {
  await createPasskey("Phone");
  expect(navigator.credentials.create).toHaveBeenCalledWith({ publicKey: { created: OPTIONS } });
  expect(requests).toEqual([
    { url: "/settings/passkeys/options", body: {} },
    { url: "/settings/passkeys", body: { credential: { id: "key" }, name: "Phone" } },
  ]);
});

test("a sign-in sends the signed challenge", async () => {
  await signInWithPasskey({ mediation: "conditional" });
  expect(navigator.credentials.get).toHaveBeenCalledWith({
    publicKey: { requested: OPTIONS },
    mediation: "conditional",
  });
  expect(requests[1]).toEqual({ url: "/login/passkey", body: { credential: { id: "key" } } });
});

test("a confirmation sends the signed challenge, and accepts a response without content", async () => {
  vi.mocked(navigator.credentials.get).mockImplementation(async () => {
    status = 204;
    return /** @type {any} */ ({ toJSON: () => ({ id: "key" }) });
  });
  await confirmWithPasskey();
  expect(requests).toEqual([
    { url: "/settings/confirmation/passkey", body: {} },
    { url: "/settings/confirmation", body: { credential: { id: "key" } } },
  ]);
});

test("an error of the server is shown", async () => {
  status = 422;
  await expect(signInWithPasskey()).rejects.toThrow("Refused");
});

test("a user who closes the prompt gets a message, and nothing is sent", async () => {
  vi.mocked(navigator.credentials.get).mockRejectedValue(new DOMException("", "NotAllowedError"));
  await expect(signInWithPasskey()).rejects.toThrow("The request was canceled or timed out. Try again.");
  expect(requests).toHaveLength(1);
});

test("a device with a passkey gets a message of its own", async () => {
  vi.mocked(navigator.credentials.create).mockRejectedValue(new DOMException("", "InvalidStateError"));
  await expect(createPasskey("Phone")).rejects.toThrow("This device already has a passkey for your account.");
});

test("browsers without the functions for options are not supported", () => {
  expect(isSupported()).toBe(true);
  vi.stubGlobal("PublicKeyCredential", undefined);
  expect(isSupported()).toBe(false);
});
