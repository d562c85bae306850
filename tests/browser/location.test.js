import { afterEach, expect, test } from "vitest";
import { pageTitle } from "$/public/ui/location.js";

afterEach(() => {
  document.title = "";
});

test("the title begins with the number of unread conversations", () => {
  expect(pageTitle(true, "Messages", "Community", 3)).toBe("(3) Messages · Community");
  expect(pageTitle(true, "Community", "Community", 1)).toBe("(1) Community");
});

test("the title has no number when everything is read", () => {
  expect(pageTitle(true, "Messages", "Community", 0)).toBe("Messages · Community");
  expect(pageTitle(true, "", "Community")).toBe("Community");
});

test("the title of the server stays until the page is ready", () => {
  document.title = "A post · Community";
  expect(pageTitle(false, "Messages", "Community", 3)).toBe("A post · Community");
});
