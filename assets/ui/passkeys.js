// Creates passkeys and signs in with them (WebAuthn). The server sends the options and checks the result; a cookie
// binds its challenge to this browser.
import { gettext } from "$/public/ui/i18n.js";

/** A message for the user. */
export class PasskeyError extends Error {}

/** Whether the browser has the functions that convert the options of the server. Those since 2024 do. */
export function isSupported() {
  const type = /** @type {any} */ (globalThis).PublicKeyCredential;
  return typeof type?.parseRequestOptionsFromJSON === "function" && Boolean(navigator.credentials);
}

/**
 * Asks the user to create a passkey, and stores it in their account.
 * @param {string} name
 */
export async function createPasskey(name) {
  const { options } = await post("/settings/passkeys/options", {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await ask(() => navigator.credentials.create({ publicKey }));
  await post("/settings/passkeys", { credential: toJson(credential), name });
}

/**
 * Asks the user for a passkey of this site, and signs in with it. With `mediation: "conditional"` the browser offers
 * passkeys in the suggestions of the focused field, until `signal` is aborted.
 * @param {{ mediation?: CredentialMediationRequirement, signal?: AbortSignal }} [request]
 */
export async function signInWithPasskey(request = {}) {
  const { options } = await post("/login/passkey/options", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await ask(() => navigator.credentials.get({ publicKey, ...request }));
  await post("/login/passkey", { credential: toJson(credential) });
}

/** Asks the user for one of their passkeys, and confirms their identity with it. */
export async function confirmWithPasskey() {
  const { options } = await post("/settings/confirmation/passkey", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await ask(() => navigator.credentials.get({ publicKey }));
  await post("/settings/confirmation", { credential: toJson(credential) });
}

/** @param {() => Promise<Credential | null>} start */
async function ask(start) {
  try {
    return await start();
  } catch (error) {
    if (/** @type {Error} */ (error).name === "InvalidStateError") {
      throw new PasskeyError(gettext("This device already has a passkey for your account."));
    }
    throw new PasskeyError(gettext("The request was canceled or timed out. Try again."));
  }
}

/** @param {Credential | null} credential */
const toJson = (credential) => /** @type {PublicKeyCredential} */ (credential).toJSON();

/**
 * @param {string} url
 * @param {object} body
 */
async function post(url, body) {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    throw new PasskeyError(gettext("Something went wrong. Try again."));
  }
  const content = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new PasskeyError(content.detail);
  return content;
}
