import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { showText, toText, listFields } from "$/public/ui/admin/setting_values.js";
import { listChanged, markChanges, storeDraft, warnBeforeLeaving } from "$/public/ui/admin/unsaved_changes.js";
import { readDraft } from "$/public/ui/writing/draft_storage.js";
import { FIELDS, getField, SAVED, type } from "./setting_fields.js";

beforeEach(() => sessionStorage.clear());

function makeForm() {
  const form = document.createElement("form");
  form.innerHTML = FIELDS;
  document.body.append(form);
  onTestFinished(() => form.remove());
  for (const field of listFields(form)) showText(field, toText(field.dataset.kind, SAVED[field.name]));
  return form;
}

const listMarked = (/** @type {HTMLFormElement} */ form, /** @type {string} */ attribute) =>
  [...form.querySelectorAll(`[${attribute}]`)].map((row) => row.querySelector("[name]")?.getAttribute("name"));

test("changed fields and fields that differ from the default are marked until they are changed back", () => {
  const form = makeForm();
  const defaults = { ...SAVED, minutes: 30 };
  markChanges(form, SAVED, defaults);
  expect(form.hasAttribute("data-unsaved")).toBe(false);
  expect(listMarked(form, "data-custom")).toEqual(["minutes"]);
  type(form, "title", "Wheat");
  type(form, "key", "new secret");
  markChanges(form, SAVED, defaults);
  expect(form.hasAttribute("data-unsaved")).toBe(true);
  expect(listMarked(form, "data-changed")).toEqual(["title", "key"]);
  type(form, "title", "Rye");
  type(form, "key", "");
  markChanges(form, SAVED, defaults);
  expect(form.hasAttribute("data-unsaved")).toBe(false);
  expect(listChanged(form, SAVED)).toEqual([]);
});

test("a draft contains the unsaved changes and their version, but no secrets", () => {
  const form = makeForm();
  type(form, "title", "Wheat");
  type(form, "key", "new secret");
  storeDraft(form, SAVED, "general", 3);
  expect(readDraft("settings:general", "sessionStorage")).toMatchObject({
    texts: { title: "Wheat" },
    version: 3,
  });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("new secret");
  type(form, "title", "Rye");
  storeDraft(form, SAVED, "general", 3);
  expect(readDraft("settings:general", "sessionStorage")).toBeNull();
});

test("the browser asks before the site is left only while there are unsaved changes", () => {
  const form = makeForm();
  const stop = warnBeforeLeaving(() => form);
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  form.toggleAttribute("data-unsaved", true);
  expect(leave()).toBe(true);
  stop();
  expect(leave()).toBe(false);
});

test.each([
  ["#help", false, false],
  [`${location.pathname}#help`, false, false],
  ["/new#help", false, true],
  ["/new", false, true],
  ["/new", true, false],
])("a click on a link to %s is stopped if the user stays (confirmed: %s)", (href, isConfirmed, isStopped) => {
  const form = makeForm();
  form.toggleAttribute("data-unsaved", true);
  onTestFinished(warnBeforeLeaving(() => form));
  const confirm = vi.fn(() => isConfirmed);
  vi.stubGlobal("confirm", confirm);
  const link = document.createElement("a");
  link.setAttribute("href", href);
  document.body.append(link);
  onTestFinished(() => link.remove());
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  link.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(isStopped);
  expect(confirm).toHaveBeenCalledTimes(href.endsWith("#help") && !isStopped ? 0 : 1);
  expect(getField(form, "title").value).toBe("Rye");
});
