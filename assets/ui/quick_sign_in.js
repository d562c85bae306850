// The prompts of Google One Tap and VK ID. Their scripts come from other sites, so they are loaded only for guests who have
// accepted optional cookies, and at most once in a browser session. A closed prompt stays away for a week.
import { useEffect } from "react";
import { readCookie } from "./banners.js";

/**
 * @typedef {{ provider: string, script_url: string }} Prompt
 * @typedef {{ client_id: string, redirect_uri: string, nonce: string, state: string, code_challenge: string }} Options
 * @typedef {{ siteName: string, language: string }} Site
 * @typedef {(answer: Record<string, string>) => void} OnAnswer
 * @typedef {(options: Options, site: Site, onAnswer: OnAnswer) => void} Show
 */

const SHOWN_KEY = "quick-sign-in-shown";
const CLOSED_KEY = "quick-sign-in-closed";
const PAUSE_MS = 7 * 24 * 60 * 60 * 1000;
// As in `core/http/cookies.py`.
const ACCEPTED = /^all(?:\.([0-9a-f]{0,20}))?$/;

/** @type {Record<string, Show>} */
const SHOW = { google: showGoogle, vk: showVk };

/**
 * @param {Site & { prompts: Prompt[], consentCookie: string, consentVersion: string }} props
 */
export function QuickSignIn({ prompts, siteName, language, consentCookie, consentVersion }) {
  useEffect(() => {
    if (!prompts.length || !isAllowed(consentCookie, consentVersion) || !claimTurn()) return;
    // One prompt at a time. The sign-in dialog offers all services.
    openPrompt(prompts[0], { siteName, language }).catch(() => {
      // The script is blocked or unreachable. The guest can use the sign-in dialog.
    });
  }, [prompts, siteName, language, consentCookie, consentVersion]);
  return null;
}

/**
 * Returns whether the guest has accepted optional cookies, if the site asks for that.
 * @param {string} cookie
 * @param {string} version
 */
export function isAllowed(cookie, version) {
  if (!cookie) return true;
  const match = ACCEPTED.exec(readCookie(cookie));
  return match !== null && (!version || match[1] === version);
}

/** Returns whether a prompt may be shown now, and remembers that it is. */
export function claimTurn() {
  try {
    const closedAt = Number(localStorage.getItem(CLOSED_KEY) ?? 0);
    if (sessionStorage.getItem(SHOWN_KEY) || Date.now() - closedAt < PAUSE_MS) return false;
    sessionStorage.setItem(SHOWN_KEY, "1");
    return true;
  } catch {
    return false; // Without storage, the prompt would come back on every page.
  }
}

function rememberClosing() {
  try {
    localStorage.setItem(CLOSED_KEY, String(Date.now()));
  } catch {
    // storage may be disabled
  }
}

/**
 * @param {Prompt} prompt
 * @param {Site} site
 */
export async function openPrompt({ provider, script_url: url }, site) {
  const [response] = await Promise.all([post(`/one-tap/${provider}/options`, { next: getPath() }), loadScript(url)]);
  if (!response.ok) return;
  SHOW[provider]?.(await response.json(), site, (answer) => sendAnswer(provider, answer));
}

/** @type {Show} */
function showGoogle({ client_id, nonce }, _site, onAnswer) {
  const { id } = /** @type {any} */ (window).google.accounts;
  id.initialize({
    client_id,
    nonce,
    callback: (/** @type {{ credential: string }} */ { credential }) => onAnswer({ credential }),
    use_fedcm_for_prompt: true,
  });
  id.prompt((/** @type {any} */ moment) => {
    if (moment.isDismissedMoment?.() && moment.getDismissedReason?.() !== "credential_returned") rememberClosing();
  });
}

/** @type {Show} */
function showVk({ client_id, redirect_uri, state, code_challenge }, { siteName, language }, onAnswer) {
  const vk = /** @type {any} */ (window).VKIDSDK;
  vk.Config.init({
    app: Number(client_id),
    redirectUrl: redirect_uri,
    state,
    codeChallenge: code_challenge,
    responseMode: vk.ConfigResponseMode.Callback,
    source: vk.ConfigSource.LOWCODE,
    scope: "email",
  });
  const lang = vk.Languages[language === "ru" ? "RUS" : "ENG"];
  new vk.FloatingOneTap()
    .render({ appName: siteName, lang })
    .on(vk.FloatingOneTapInternalEvents.LOGIN_SUCCESS, (/** @type {any} */ { code, device_id, state: returned }) =>
      onAnswer({ code, device_id, state: returned ?? state }),
    )
    .on(vk.WidgetEvents.CLOSE, rememberClosing);
}

/**
 * @param {string} provider
 * @param {Record<string, string>} answer
 */
async function sendAnswer(provider, answer) {
  const response = await post(`/one-tap/${provider}`, answer);
  if (!response.ok) {
    const { code } = await response.json();
    location.assign(`/?modal=auth&problem=${encodeURIComponent(code)}`);
  } else if (response.status === 202) {
    location.assign(response.headers.get("Location") ?? "/");
  } else {
    location.reload();
  }
}

const getPath = () => location.pathname + location.search;

/**
 * @param {string} url
 * @param {Record<string, string>} body
 */
function post(url, body) {
  const headers = {
    Accept: "application/json",
    "Content-Type": "application/json",
  };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** @param {string} url */
function loadScript(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, {
      src: url,
      async: true,
      onload: resolve,
      onerror: reject,
    });
    document.head.append(script);
  });
}
