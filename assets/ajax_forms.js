// Submits forms marked `data-ajax-form` without leaving the page and shows the errors beside their fields.
// Without JavaScript the browser submits the same forms.

// The server renders the translated text into the <script> element (components/head.py).
const NETWORK_ERROR = document.currentScript.dataset.networkError;

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches?.("form[data-ajax-form]")) return;
  event.preventDefault();
  const button = form.querySelector('[type="submit"]');
  if (button.disabled) return;
  showErrors(form, {});
  button.disabled = true;
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    });
    if (response.ok) return leavePage(form);
    showErrors(form, await response.json());
  } catch {
    showErrors(form, { detail: NETWORK_ERROR });
  }
  button.disabled = false;
});

// Loads the next page from the server, because the WebSocket of this page uses the old cookie. The success message is
// stored, so that the next page can show it.
function leavePage(form) {
  const { ajaxForm, successMessage } = form.dataset;
  if (successMessage) sessionStorage.setItem(`flash:${ajaxForm}`, successMessage);
  const url = new URL(form.elements.next?.value || location.href, location.href);
  url.searchParams.delete("modal");
  url.searchParams.delete("next");
  // The URL parameter `next` must not lead to another site.
  if (url.origin !== location.origin) return location.replace("/");
  if (url.href === location.href) location.reload();
  else location.replace(url.href);
}

function showErrors(form, { detail = "", errors = {} }) {
  for (const element of form.querySelectorAll("[data-error-for]")) {
    const name = element.dataset.errorFor;
    const formError = Object.keys(errors).length ? "" : detail;
    const message = name ? (errors[name] ?? []).join(" ") : formError;
    element.textContent = message;
    element.hidden = !message;
    form.elements[name]?.setAttribute("aria-invalid", String(Boolean(message)));
  }
  form.querySelector('[aria-invalid="true"]')?.focus();
}
