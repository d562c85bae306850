import { act, createElement } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DraftForm } from "$/public/ui/settings/draft_form.js";
import { breakStorage } from "./failing_storage.js";
import { render } from "./render.js";

const KEY = "draft:form:profile";

/**
 * @param {Partial<React.ComponentProps<typeof DraftForm>>} [props]
 * @param {string} [savedName]
 */
const makeForm = (props, savedName = "Ada") =>
  createElement(
    DraftForm,
    { draftKey: "profile", saveCount: 0, errors: {}, onSubmit: vi.fn(), children: null, ...props },
    createElement("input", { name: "name", type: "text", defaultValue: savedName, key: "name" }),
    createElement("textarea", { name: "bio", defaultValue: "Bio", key: "bio" }),
    createElement("input", { name: "agree", type: "checkbox", key: "agree" }),
    createElement(
      "select",
      { name: "country", defaultValue: "DE", key: "country" },
      ["", "DE", "FR"].map((code) => createElement("option", { value: code, key: code })),
    ),
  );

/** @param {Parameters<typeof makeForm>} args */
function open(...args) {
  const { container, rerender, unmount } = render(makeForm(...args));
  const form = /** @type {HTMLFormElement} */ (container.querySelector("form"));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.querySelector(`[name=${name}]`));
  return {
    form,
    field,
    unmount,
    rerender: (/** @type {Parameters<typeof makeForm>} */ ...next) => rerender(makeForm(...next)),
  };
}

/**
 * @param {HTMLInputElement} field
 * @param {string} text
 */
function type(field, text) {
  act(() => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const stored = () => JSON.parse(sessionStorage.getItem(KEY) ?? "null");
const submit = (/** @type {HTMLFormElement} */ form) =>
  act(() => void form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));

beforeEach(() => sessionStorage.clear());

test("stores only the fields that differ from the saved values", () => {
  const { form, field } = open();
  type(field("name"), "Grace");
  expect(stored()).toMatchObject({ name: "Grace" });
  expect(form.hasAttribute("data-unsaved")).toBe(true);
  type(field("name"), "Ada");
  expect(stored()).toBeNull();
  expect(form.hasAttribute("data-unsaved")).toBe(false);
});

test("restores the unsaved text", () => {
  sessionStorage.setItem(KEY, JSON.stringify({ bio: "Unsaved", unknown: "x" }));
  const { form, field } = open();
  expect([field("name").value, field("bio").value]).toEqual(["Ada", "Unsaved"]);
  expect(form.hasAttribute("data-unsaved")).toBe(true);
});

test("submits the text fields", () => {
  const onSubmit = vi.fn();
  const { form, field } = open({ onSubmit });
  type(field("name"), "Grace");
  submit(form);
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: "Grace", bio: "Bio", country: "DE" });
});

describe("after a save", () => {
  test("the draft is removed, but text typed since the submission is kept", () => {
    const { form, field, rerender } = open();
    type(field("name"), "Grace");
    submit(form);
    type(field("bio"), "Typed later");
    rerender({ saveCount: 1 }, "Grace");
    expect([field("name").value, field("bio").value]).toEqual(["Grace", "Typed later"]);
    expect(stored()).toMatchObject({ bio: "Typed later" });
  });

  test("the choice is the saved one", () => {
    const { form, field, rerender } = open();
    type(field("country"), "FR");
    expect(stored()).toMatchObject({ country: "FR" });
    submit(form);
    rerender({ saveCount: 1 });
    expect([field("country").value, stored()]).toEqual(["FR", null]);
  });

  test("the draft is removed if the form disappears at once", () => {
    const { form, field, unmount } = open();
    type(field("name"), "Grace");
    submit(form);
    unmount();
    expect(stored()).toBeNull();
  });

  test("the fields are emptied if the form is for a new object", () => {
    const { form, field, rerender } = open();
    type(field("name"), "Grace");
    submit(form);
    rerender({ saveCount: 1, resetOnSave: true });
    expect([field("name").value, field("bio").value]).toEqual(["", ""]);
  });
});

test("a form that was rejected or not submitted keeps its draft when it disappears", () => {
  const { form, field, rerender, unmount } = open();
  type(field("name"), "Grace");
  submit(form);
  field("bio").setAttribute("aria-invalid", "true");
  rerender({ errors: { bio: "Too long" } });
  unmount();
  expect(stored()).toMatchObject({ name: "Grace" });
});

test("reports the errors of the server", () => {
  const { form, field, rerender } = open();
  const listen = vi.fn();
  form.addEventListener("form-rejected", listen);
  rerender({ errors: {} });
  expect(listen).not.toHaveBeenCalled();
  field("bio").setAttribute("aria-invalid", "true");
  rerender({ errors: { bio: "Too long" } });
  expect(listen).toHaveBeenCalledOnce();
});

test("works without storage", () => {
  breakStorage("sessionStorage");
  const { form, field } = open();
  type(field("name"), "Grace");
  expect(form.hasAttribute("data-unsaved")).toBe(true);
});
