import { act, createElement as el } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { SettingsForm } from "$/public/ui/admin/settings_form.js";
import { render } from "./render.js";
import { FIELDS, getField, SAVED, type } from "./setting_fields.js";

/** @typedef {import("$/public/ui/admin/settings_form.js").Props} Props */

beforeEach(() => sessionStorage.clear());

/** Opens a form. `show` renders it again with what the server sent. */
function openForm(/** @type {Partial<Props>} */ initial = {}) {
  const onSubmit = vi.fn();
  const onPreview = vi.fn();
  /** @type {Props} */
  let props = {
    draftKey: "general",
    values: SAVED,
    defaults: { ...SAVED, title: "Community" },
    version: 1,
    conflictVersion: 0,
    saveCount: 0,
    rejectionCount: 0,
    onSubmit,
    onPreview,
    ...initial,
  };
  const buttons =
    '<button type="button" data-reset="title"></button><button type="button" data-preview="title"></button>';
  const build = () =>
    el(SettingsForm, {
      ...props,
      children: el("div", { dangerouslySetInnerHTML: HTML }),
    });
  const HTML = { __html: FIELDS + buttons };
  const { container, rerender, unmount } = render(build());
  const show = (/** @type {Partial<Props>} */ changes) => {
    props = { ...props, ...changes };
    rerender(build());
  };
  const submit = () =>
    act(() => container.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
  return { form: container, show, submit, onSubmit, onPreview, unmount };
}

test("only changed settings are sent, with the version that the form showed", () => {
  const { form, submit, onSubmit } = openForm();
  type(form, "title", "Wheat");
  act(() => getField(form, "is_open").click());
  submit();
  expect(onSubmit).toHaveBeenCalledWith({
    version: 1,
    changes: { title: "Wheat", is_open: false },
  });
});

test("values that someone else saves are shown, except in fields with unsaved changes", () => {
  const { form, show, submit, onSubmit } = openForm();
  type(form, "title", "Wheat");
  show({ values: { ...SAVED, title: "Oats", minutes: 30 }, version: 2 });
  expect(getField(form, "title").value).toBe("Wheat");
  expect(getField(form, "minutes").value).toBe("30");
  submit();
  // The server compares the version with the current one, and answers with a conflict.
  expect(onSubmit).toHaveBeenCalledWith({
    version: 1,
    changes: { title: "Wheat" },
  });
});

test("after a conflict the next submission is based on the version that the form showed", () => {
  const { form, show, submit, onSubmit } = openForm();
  type(form, "title", "Wheat");
  show({ values: { ...SAVED, title: "Oats" }, version: 2 });
  show({ conflictVersion: 2 });
  submit();
  expect(onSubmit).toHaveBeenCalledWith({
    version: 2,
    changes: { title: "Wheat" },
  });
});

test("a save shows the saved values and keeps what was typed meanwhile", () => {
  const { form, show, submit, onSubmit } = openForm();
  type(form, "title", " Wheat ");
  type(form, "minutes", "20");
  submit();
  type(form, "minutes", "25");
  show({
    values: { ...SAVED, title: "Wheat", minutes: 20 },
    version: 2,
    saveCount: 1,
  });
  expect(getField(form, "title").value).toBe("Wheat");
  expect(getField(form, "minutes").value).toBe("25");
  submit();
  expect(onSubmit).toHaveBeenLastCalledWith({
    version: 2,
    changes: { minutes: "25" },
  });
});

test("unsaved changes return after a reload, with the version on which they are based", () => {
  const first = openForm();
  type(first.form, "title", "Wheat");
  first.unmount();
  const { form, submit, onSubmit } = openForm({
    values: { ...SAVED, title: "Oats" },
    version: 2,
  });
  expect(getField(form, "title").value).toBe("Wheat");
  submit();
  expect(onSubmit).toHaveBeenCalledWith({
    version: 1,
    changes: { title: "Wheat" },
  });
});

test("a setting is reset to its default, and a page is previewed, by their buttons", () => {
  const { form, onPreview } = openForm();
  act(() => form.querySelector("button[data-reset]")?.click());
  expect(getField(form, "title").value).toBe("Community");
  expect(document.activeElement).toBe(getField(form, "title"));
  expect(form.querySelector("form")?.hasAttribute("data-unsaved")).toBe(true);
  act(() => form.querySelector("button[data-preview]")?.click());
  expect(onPreview).toHaveBeenCalledWith({ code: "title", text: "Community" });
});

test("each rejection of the form is reported to the script that focuses the first invalid field", () => {
  const { form, show } = openForm();
  const listen = vi.fn();
  form.addEventListener("form-rejected", listen);
  for (const rejectionCount of [1, 1, 2]) show({ rejectionCount });
  expect(listen).toHaveBeenCalledTimes(2);
});

test("a pause in typing reports all values, so that the page can preview them", () => {
  vi.useFakeTimers();
  const onDraft = vi.fn();
  const { form } = openForm({ onDraft });
  vi.runAllTimers();
  onDraft.mockClear();
  type(form, "title", "Whe");
  type(form, "title", "Wheat");
  expect(onDraft).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(onDraft).toHaveBeenCalledTimes(1);
  expect(onDraft.mock.calls[0][0].values).toEqual({ ...SAVED, title: "Wheat", minutes: "15", key: "" });
  vi.useRealTimers();
});
