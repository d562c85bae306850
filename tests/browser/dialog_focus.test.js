import { createElement as el } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "$/public/ui/dialog.js";
import { render } from "./render.js";

/** @typedef {any} Props */

/** Renders a page with a button, a menu, and a dialog with a close button and fields. */
function renderPage(/** @type {Props} */ props = { "data-first-field": "" }) {
  const page = el(
    "main",
    null,
    el("button", { id: "open" }),
    el("button", { id: "menu-button", popoverTarget: "menu" }),
    el("div", { id: "menu", popover: "auto" }, el("button", { id: "item" })),
    el(
      Dialog,
      { id: "dialog", ...props },
      el("button", { id: "close" }),
      el("input", { id: "token", type: "hidden" }),
      el("input", { id: "off", disabled: true }),
      el("input", { id: "name" }),
      el("input", { id: "email" }),
    ),
  );
  const { container } = render(page);
  return (/** @type {string} */ id) => /** @type {any} */ (container.querySelector(`#${id}`));
}

const toggle = (/** @type {HTMLElement} */ dialog, /** @type {string} */ type) =>
  dialog.dispatchEvent(Object.assign(new Event(type), { newState: "open" }));

/** Does what a browser does when the dialog opens while the element `from` has the focus. */
function open(/** @type {(id: string) => any} */ find, /** @type {string} */ from) {
  find(from).focus();
  toggle(find("dialog"), "beforetoggle");
  find("dialog").setAttribute("open", "");
  find("close").focus();
  toggle(find("dialog"), "toggle");
}

function close(/** @type {(id: string) => any} */ find) {
  /** @type {HTMLElement} */ (document.activeElement)?.blur();
  find("dialog").removeAttribute("open");
  find("dialog").dispatchEvent(new Event("close"));
}

beforeEach(() => void (/** @type {HTMLElement} */ (document.activeElement)?.blur()));

test("the first field of an opened dialog has the focus", () => {
  const find = renderPage();
  open(find, "open");
  expect(document.activeElement).toBe(find("name"));
});

test("a dialog without the attribute leaves the focus to the browser", () => {
  const find = renderPage({});
  open(find, "open");
  expect(document.activeElement).toBe(find("close"));
});

test("a field that the page has focused keeps the focus", () => {
  const find = renderPage();
  find("email").focus();
  toggle(find("dialog"), "toggle");
  expect(document.activeElement).toBe(find("email"));
});

test.each([
  ["open", "open"],
  ["item", "menu-button"],
])("after the dialog that %s opened has closed, %s has the focus", (opener, focused) => {
  const find = renderPage();
  open(find, opener);
  close(find);
  expect(document.activeElement).toBe(find(focused));
});

test("if a dialog replaces its focused field, another field has the focus", async () => {
  const find = renderPage();
  open(find, "open");
  find("name").remove();
  await vi.waitFor(() => expect(document.activeElement).toBe(find("email")));
});

test("if the button is removed after the dialog has closed, the main content has the focus", async () => {
  const find = renderPage();
  open(find, "open");
  close(find);
  find("open").remove();
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe("MAIN"));
});

test("if the button that opened the dialog is removed, the main content has the focus", () => {
  const find = renderPage();
  open(find, "open");
  find("open").remove();
  close(find);
  expect(document.activeElement?.tagName).toBe("MAIN");
});

test("a removal while the focus moves to another element does not take the focus", async () => {
  const find = renderPage();
  open(find, "open");
  close(find);
  find("open").blur();
  find("menu-button").remove();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
