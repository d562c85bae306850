import { expect, test } from "vitest";
import { keyboardHeight } from "$/public/ui/writing/editor/keyboard_height.js";

test("is the part of the page that the keyboard covers", () => {
  expect(keyboardHeight({ height: 380, offsetTop: 0, scale: 1 }, 800)).toBe(420);
  // The browser has scrolled the visible part to the cursor.
  expect(keyboardHeight({ height: 380, offsetTop: 120, scale: 1 }, 800)).toBe(300);
  expect(keyboardHeight({ height: 800.2, offsetTop: 0, scale: 1 }, 800)).toBe(0);
});

test("is 0 if the user has zoomed in", () => {
  expect(keyboardHeight({ height: 400, offsetTop: 0, scale: 2 }, 800)).toBe(0);
});
