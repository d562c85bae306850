import { act, createElement as el } from "react";
import { expect, test } from "vitest";
import { SettingsConflict } from "$/public/ui/admin/settings_conflict.js";
import { render } from "./render.js";
import { FIELDS, getField, type } from "./setting_fields.js";

const LABELS = { yours: "Your version", theirs: "Saved version" };

/** @param {Partial<import("$/public/ui/admin/settings_conflict.js").Conflict>} [fields] */
function openConflict(fields = {}) {
  const conflict = {
    code: "title",
    label: "Name",
    yours: "Wheat",
    theirs: "Oats",
    stored: "Oats",
    ...fields,
  };
  const row = el(SettingsConflict, {
    conflict,
    labels: LABELS,
    classNames: {},
  });
  const { container } = render(el("form", null, row, el("div", { dangerouslySetInnerHTML: { __html: FIELDS } })));
  const [yours, theirs] = container.querySelectorAll("button");
  const pressed = () => [yours, theirs].map((button) => button.getAttribute("aria-pressed"));
  return { container, yours, theirs, pressed };
}

test("the saved version is put into the form, and what was typed returns", () => {
  const { container, yours, theirs, pressed } = openConflict();
  type(container, "title", "Wheat and more");
  expect(pressed()).toEqual(["true", "false"]);
  act(() => theirs.click());
  expect(getField(container, "title").value).toBe("Oats");
  expect(pressed()).toEqual(["false", "true"]);
  act(() => theirs.click());
  act(() => yours.click());
  expect(getField(container, "title").value).toBe("Wheat and more");
  expect(pressed()).toEqual(["true", "false"]);
});

test("the stored value is shown according to the kind of its setting", () => {
  const { container, theirs } = openConflict({
    code: "words",
    theirs: "2 words",
    stored: ["spam", "ham"],
  });
  act(() => theirs.click());
  expect(getField(container, "words").value).toBe("spam\nham");
});

test("an empty value is shown as a dash, and a setting without a field cannot be chosen", () => {
  const { theirs, pressed } = openConflict({ code: "logo", theirs: "" });
  expect(theirs.textContent).toBe("Saved version—");
  act(() => theirs.click());
  expect(pressed()).toEqual(["true", "false"]);
});
