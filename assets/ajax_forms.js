// Submits forms marked `data-ajax-form` without leaving the page and shows the errors beside their fields.
// Without JavaScript the browser submits the same forms.
// Also focuses the first invalid field of every form of the site: see `form-rejected`.

// The server renders the translated text into the <script> element (components/layout/frame.py).
const NETWORK_ERROR = /** @type {HTMLScriptElement} */ (document.currentScript).dataset.networkError;

// The position to which the page scrolls after the reload. `scroll_position.js` removes it.
const SCROLL_KEY = "scroll-after-reload";
restoreScrollPosition();

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches?.("form[data-ajax-form]")) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('[type="submit"]'));
  if (button.disabled) return;
  showErrors(form, {});
  button.disabled = true;
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: JSON.stringify(readValues(form)),
    });
    // With 202, the server names the page that tells what happens next.
    if (response.ok) return leavePage(form, response.status === 202 ? response.headers.get("Location") : "");
    showErrors(form, await response.json());
  } catch {
    showErrors(form, { detail: NETWORK_ERROR });
  }
  button.disabled = false;
});

/**
 * Loads the next page from the server, because the WebSocket of this page uses the old cookie. The success message is
 * stored, so that the next page can show it.
 * @param {HTMLFormElement} form
 * @param {string | null} nextPath
 */
function leavePage(form, nextPath) {
  const { ajaxForm, successMessage } = form.dataset;
  if (successMessage) sessionStorage.setItem(`flash:${ajaxForm}`, successMessage);
  const url = new URL(nextPath || findField(form, "next")?.value || getPageUrl(), location.href);
  // The URL parameter `next` must not lead to another site.
  if (url.origin !== location.origin) return location.replace("/");
  sessionStorage.setItem(SCROLL_KEY, JSON.stringify({ href: url.href, top: scrollY }));
  if (url.href === location.href) location.reload();
  else location.replace(url.href);
}

/**
 * Returns the values of the fields. Without a next page, the user returns to this page, also if the sign-in continues
 * on another one.
 * @param {HTMLFormElement} form
 */
function readValues(form) {
  const values = Object.fromEntries(new FormData(form));
  if (values.next === "" && form.closest("dialog")) values.next = getPageUrl();
  return values;
}

// A link to another service to sign in with: the user returns to this page.
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("a[data-provider-link]") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  const { next, invitation } = link.dataset;
  const url = new URL(link.href);
  url.searchParams.set("next", next || getPageUrl());
  if (invitation) url.searchParams.set("invitation", invitation);
  link.href = url.href;
});

/** Returns the path of this page, without the parameters that open the sign-in dialog. */
function getPageUrl() {
  const { pathname, searchParams, hash } = new URL(location.href);
  for (const name of ["modal", "next", "form", "invitation", "problem"]) searchParams.delete(name);
  const query = searchParams.toString();
  return pathname + (query && `?${query}`) + hash;
}

/** Scrolls the server-rendered page to the position before the reload. */
function restoreScrollPosition() {
  try {
    const { href, top } = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? "{}");
    if (href === location.href) scrollTo(0, top);
  } catch {
    // storage may be disabled
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const findField = (form, name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));

/**
 * Shows the errors of a problem document (RFC 9457), or `detail` if they belong to no field.
 * @param {HTMLFormElement} form
 * @param {{ detail?: string, errors?: Record<string, string[]> }} problem
 */
function showErrors(form, { detail = "", errors = {} }) {
  for (const element of form.querySelectorAll("[data-error-for]")) {
    const name = element.dataset.errorFor ?? "";
    const formError = Object.keys(errors).length ? "" : detail;
    const message = name ? (errors[name] ?? []).join(" ") : formError;
    element.textContent = message;
    element.hidden = !message;
    findField(form, name)?.setAttribute("aria-invalid", String(Boolean(message)));
  }
  form.dispatchEvent(new Event("form-rejected", { bubbles: true }));
}

// Every form sends this event when it shows the errors of the server. Forms of live pages send it with `FormErrors`
// (assets/ui/form_errors.js).
document.addEventListener("form-rejected", (event) => {
  const form = /** @type {HTMLElement} */ (event.target);
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector('[aria-invalid="true"]'));
  if (!field) return form.querySelector('[role="alert"]:not([hidden], :empty)')?.scrollIntoView({ block: "nearest" });
  field.closest("details")?.setAttribute("open", "");
  // A long form shows some of its parts alone (assets/ui/settings/section_links.js).
  const hidden = field.closest("[data-section][hidden]");
  if (hidden) {
    hidden.removeAttribute("hidden");
    location.hash = hidden.id;
  }
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest" });
  // The label is above the field. `scroll-padding` keeps both from the sticky header.
  field.labels?.[0]?.scrollIntoView({ block: "nearest" });
});
