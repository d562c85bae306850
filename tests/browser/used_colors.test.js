import { expect, test } from "vitest";
import { describeShades } from "$/public/ui/admin/used_colors.js";

const COLOR = "#2b4ccf";

test("nothing is said about shades that are the chosen colour, apart from rounding", () => {
  expect(describeShades(COLOR, { light: COLOR, dark: "#2c4bd0", button: COLOR })).toBe("");
});

test.each([
  { light: COLOR, dark: "#aab4ff", button: COLOR },
  { light: "#222222", dark: COLOR, button: COLOR },
  { light: COLOR, dark: COLOR, button: "#222222" },
])("the shades $light, $dark and $button are named", ({ light, dark, button }) => {
  expect(describeShades(COLOR, { light, dark, button })).toBe(
    `Adjusted so that texts are readable: buttons ${button}, links ${light}, in dark mode ${dark}.`,
  );
});
