// A form whose words stay until they are kept: through refusals, lost connections and reloads.
// Each field knows what is kept as its default value; what differs from it is not kept yet.
import { createElement as el, useEffect, useLayoutEffect, useRef } from "react";

export function KeptForm({ draft, kept, wrong, empties, onSend, children, ...rest }) {
  const form = useRef(null);
  const sent = useRef(null);

  const note = () => {
    const unsaved = fields(form.current).filter((field) => field.value !== field.defaultValue);
    form.current.toggleAttribute("data-unsaved", unsaved.length > 0);
    keep(draft, Object.fromEntries(unsaved.map(({ name, value }) => [name, value])));
  };
  const send = (event) => {
    event.preventDefault();
    sent.current = Object.fromEntries(fields(form.current).map(({ name, value }) => [name, value]));
    onSend(sent.current);
  };

  useLayoutEffect(() => {
    const words = find(draft);
    for (const field of fields(form.current)) if (field.name in words) write(field, words[field.name]);
  }, [draft]);

  // The answer: what was typed meanwhile stays, the rest is shown as it is kept.
  useEffect(() => {
    for (const field of fields(form.current)) {
      if (field.value === sent.current?.[field.name]) write(field, empties ? "" : field.defaultValue);
    }
    sent.current = null;
    note();
  }, [kept]);

  useEffect(() => {
    form.current.querySelector('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  return el("form", { ...rest, ref: form, noValidate: true, onInput: note, onSubmit: send }, children);
}

function fields(form) {
  return [...form.elements].filter(({ name, type }) => name && (type === "text" || type === "textarea"));
}

// As if somebody had typed it, so that counters hear of it too.
function write(field, text) {
  if (field.value === text) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function find(draft) {
  try {
    return JSON.parse(sessionStorage.getItem(place(draft))) ?? {};
  } catch {
    return {};
  }
}

function keep(draft, words) {
  try {
    if (Object.keys(words).length) sessionStorage.setItem(place(draft), JSON.stringify(words));
    else sessionStorage.removeItem(place(draft));
  } catch {
    // A browser that keeps nothing for us still has the words in the fields.
  }
}

const place = (draft) => `kept-form:${draft}`;
