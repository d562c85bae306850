import { act, createElement as el } from "react";
import { afterEach, expect, test } from "vitest";
import { ColorInput } from "$/public/ui/admin/color_input.js";
import { render } from "./render.js";

const { style } = document.documentElement;
const getAccent = () => style.getPropertyValue("--accent");
afterEach(() => style.removeProperty("--accent"));

function openInput() {
  const props = {
    label: "Colour picker",
    fallback: "#3b46c4",
    classNames: {},
    name: "accent",
  };
  const { container, unmount } = render(el("form", null, el(ColorInput, props)));
  const [picker, text] = /** @type {NodeListOf<HTMLInputElement>} */ (container.querySelectorAll("input"));
  const set = (/** @type {HTMLInputElement} */ input, /** @type {string} */ value) =>
    act(() => {
      // React ignores an `input` event if the value was set through the property that it tracks.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  return { picker, text, set, unmount };
}

test("the page shows a valid colour as its accent until the field is removed", () => {
  style.setProperty("--accent", "#111111");
  const { picker, text, set, unmount } = openInput();
  expect(picker.value).toBe("#3b46c4");
  set(text, "#0a7d4f");
  expect([getAccent(), picker.value]).toEqual(["#0a7d4f", "#0a7d4f"]);
  set(text, "#0a7");
  expect([getAccent(), picker.value]).toEqual(["#111111", "#3b46c4"]);
  set(text, "#222222");
  unmount();
  expect(getAccent()).toBe("#111111");
});

test("a colour of the picker is written into the field, whose form learns of it", () => {
  const { picker, text, set } = openInput();
  let inputs = 0;
  text.addEventListener("input", () => (inputs += 1));
  set(picker, "#0a7d4f");
  expect([text.value, getAccent(), inputs]).toEqual(["#0a7d4f", "#0a7d4f", 1]);
});
