// Forms marked `data-sends` are sent without leaving the page: what is wrong stands beside its field, what was
// typed stays. Without scripts the same forms are sent by the browser itself.

const UNREACHED = "The site could not be reached. Your words are still here; try again in a moment.";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches?.("form[data-sends]")) return;
  event.preventDefault();
  const button = form.querySelector('[type="submit"]');
  if (button.disabled) return;
  tell(form, {});
  button.disabled = true;
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    });
    if (answer.ok) return leave(form);
    tell(form, await answer.json());
  } catch {
    tell(form, { detail: UNREACHED });
  }
  button.disabled = false;
});

// A new document, because the live socket was opened with the old cookie. What it is to say is left for it.
function leave(form) {
  const { sends, done } = form.dataset;
  if (done) sessionStorage.setItem(`done:${sends}`, done);
  const wanted = new URL(form.elements.next?.value || location.href, location.href);
  wanted.searchParams.delete("modal");
  wanted.searchParams.delete("next");
  // Nobody is led to another site.
  if (wanted.origin !== location.origin) return location.replace("/");
  if (wanted.href === location.href) location.reload();
  else location.replace(wanted.href);
}

function tell(form, { detail = "", errors = {} }) {
  for (const note of form.querySelectorAll("[data-note]")) {
    const name = note.dataset.note;
    const sentence = name ? (errors[name] ?? []).join(" ") : Object.keys(errors).length ? "" : detail;
    note.textContent = sentence;
    note.hidden = !sentence;
    form.elements[name]?.setAttribute("aria-invalid", String(Boolean(sentence)));
  }
  form.querySelector('[aria-invalid="true"]')?.focus();
}
