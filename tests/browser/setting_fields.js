// A form with one input for each kind of setting, as `admin/blocks/inputs.py` renders it.

export const FIELDS = `
  <div data-setting-row><input name="title" data-kind="text" /></div>
  <div data-setting-row><input name="minutes" type="number" data-kind="number" /></div>
  <div data-setting-row><input name="is_open" type="checkbox" data-kind="switch" /></div>
  <div data-setting-row><textarea name="words" data-kind="list"></textarea></div>
  <div data-setting-row><input name="key" type="password" data-kind="secret" /></div>
  <div data-setting-row><input name="until" type="datetime-local" data-kind="datetime" /></div>
  <input name="unrelated" />`;

/** @type {import("$/public/ui/admin/setting_values.js").Values} */
export const SAVED = {
  title: "Rye",
  minutes: 15,
  is_open: true,
  words: ["spam", "ham"],
  key: "••••1234",
  until: null,
};

/**
 * @param {ParentNode} parent
 * @param {string} name
 */
export const getField = (parent, name) => /** @type {HTMLInputElement} */ (parent.querySelector(`[name="${name}"]`));

/**
 * @param {ParentNode} parent
 * @param {string} name
 * @param {string} text
 */
export function type(parent, name, text) {
  const field = getField(parent, name);
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
