import { expect, test, vi } from "vitest";
import { listFields, readText, readValue, showText, toText } from "$/public/ui/admin/setting_values.js";
import { FIELDS, getField, SAVED } from "./setting_fields.js";

function makeForm() {
  const form = document.createElement("form");
  form.innerHTML = FIELDS;
  return form;
}

test("every saved value is read back as the server sent it, and a secret only if a new one was typed", () => {
  const form = makeForm();
  for (const field of listFields(form)) showText(field, toText(field.dataset.kind, SAVED[field.name]));
  const values = Object.fromEntries(listFields(form).map((field) => [field.name, readValue(field)]));
  expect(values).toEqual({ ...SAVED, minutes: "15", key: "" });
});

test("only the inputs of settings are listed", () => {
  expect(listFields(makeForm()).map(({ name }) => name)).toEqual(Object.keys(SAVED));
});

test("a list is split into lines without spaces and empty lines", () => {
  const field = getField(makeForm(), "words");
  field.value = "  spam \n\n ham\n";
  expect(readValue(field)).toEqual(["spam", "ham"]);
  expect(readText(field)).toBe("spam\nham");
});

test("a time is shown in the time zone of the browser and sent in UTC", () => {
  const field = getField(makeForm(), "until");
  const text = toText("datetime", "2026-11-23T10:30:00Z");
  const local = new Date("2026-11-23T10:30:00Z");
  expect(text).toContain(`T${String(local.getHours()).padStart(2, "0")}:`);
  showText(field, text);
  expect(readValue(field)).toBe("2026-11-23T10:30:00.000Z");
  showText(field, "");
  expect(readValue(field)).toBeNull();
  expect(toText("datetime", "no time")).toBe("");
});

test("a value that is shown fires `input`, unless the field already has it", () => {
  const form = makeForm();
  const handleInput = vi.fn();
  form.addEventListener("input", handleInput);
  showText(getField(form, "is_open"), "on");
  showText(getField(form, "title"), "Rye");
  expect(handleInput).toHaveBeenCalledTimes(2);
  showText(getField(form, "title"), "Rye");
  expect(handleInput).toHaveBeenCalledTimes(2);
});
