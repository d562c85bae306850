import { expect, test } from "vitest";
import { describeShades } from "$/public/ui/admin/used_colors.js";

const COLOR = "#3b46c4";

test.each([
  [COLOR, "#3c45c5", ""],
  [COLOR, "#aab4ff", "Adjusted in dark mode to #aab4ff so that texts are readable."],
  ["#222222", COLOR, "Adjusted in light mode to #222222 so that texts are readable."],
  ["#222222", "#aab4ff", "Adjusted so that texts are readable: #222222 in light mode, #aab4ff in dark mode."],
])("the shades %s and %s are described", (light, dark, text) => {
  expect(describeShades(COLOR, { light, dark })).toBe(text);
});
