import { act, createElement as el } from "react";
import { beforeEach, expect, test } from "vitest";
import { Announcement, Consent } from "$/public/ui/banners.js";
import { render } from "./render.js";

beforeEach(() => {
  document.cookie = "closed=; Max-Age=0; Path=/";
  document.cookie = "consent=; Max-Age=0; Path=/";
});

const renderAnnouncement = (/** @type {string} */ announcementId) =>
  render(
    el(Announcement, {
      announcementId,
      cookie: "closed",
      label: "Announcement",
      className: "",
      children: el("button", { "data-close": true }, "Close"),
    }),
  ).container;

test("a closed announcement stays closed until its text changes", () => {
  const container = renderAnnouncement("a1");
  act(() => container.querySelector("button")?.click());
  expect(container.innerHTML).toBe("");
  expect(renderAnnouncement("a1").innerHTML).toBe("");
  expect(renderAnnouncement("b2").textContent).toBe("Close");
});

test("the cookie banner is shown until the visitor has chosen, and again when its text changes", () => {
  const banner = { cookie: "consent", version: "a1", label: "Cookies", className: "", children: "We use cookies" };
  expect(render(el(Consent, banner)).container.textContent).toBe("We use cookies");
  document.cookie = "consent=necessary.a1; Path=/";
  expect(render(el(Consent, banner)).container.innerHTML).toBe("");
  expect(render(el(Consent, { ...banner, version: "b2" })).container.textContent).toBe("We use cookies");
  expect(render(el(Consent, { ...banner, version: "" })).container.innerHTML).toBe("");
});

test.each([
  ["all", "a1", true],
  ["all", "", false],
  ["all.", "a1", true],
  ["everything.a1", "a1", true],
  ["everything", "", true],
])("with the cookie %s and the version %s, the banner is shown: %s", (cookie, version, isShown) => {
  document.cookie = `consent=${cookie}; Path=/`;
  const banner = { cookie: "consent", version, label: "Cookies", className: "", children: "We use cookies" };
  expect(render(el(Consent, banner)).container.textContent).toBe(isShown ? "We use cookies" : "");
});
