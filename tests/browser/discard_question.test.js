import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { Dialog } from "$/public/ui/dialog.js";
import { hasUnsavedInput } from "$/public/ui/unsaved_input.js";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const GUARD = { dialog: "question" };
const FIELDS = [
  createElement("input", { key: "name", name: "name", defaultValue: "Plus" }),
  createElement("input", { key: "on", type: "checkbox", name: "on", defaultChecked: true }),
  createElement("select", { key: "period", name: "period", defaultValue: "year" }, [
    createElement("option", { key: "month" }, "month"),
    createElement("option", { key: "year" }, "year"),
  ]),
];

/** Renders an open dialog with a form at the second of two pages. */
function openDialog() {
  const onClose = vi.fn();
  const close = createElement("button", { type: "button", command: "close", commandfor: "sheet" }, "Close");
  const page = createElement(
    Dialog,
    { id: "sheet", open: true, onClose, guard: GUARD },
    createElement("form", null, FIELDS),
    close,
  );
  const routes = [
    { path: "/plans", element: page },
    { path: "/", element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/", "/plans"] });
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  act(() => root.render(createElement(RouterProvider, { router })));
  onTestFinished(() => {
    act(() => root.unmount());
    container.remove();
  });
  return {
    router,
    onClose,
    find: (/** @type {string} */ selector) => /** @type {any} */ (container.querySelector(selector)),
  };
}

/** @typedef {ReturnType<typeof openDialog>} Page */

/** @param {Page} page */
const type = ({ find }, text = "Max") =>
  act(() => {
    find("[name=name]").value = text;
    find("[name=name]").dispatchEvent(new Event("input", { bubbles: true }));
  });

/** @param {Page} page @param {string} label */
const answer = ({ find }, label) =>
  act(() => {
    const buttons = [...find(".question").querySelectorAll("button")];
    buttons.find((button) => button.textContent === label).click();
  });

const ATTEMPTS = {
  Esc: () => new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
  backdrop: () => new Event("cancel", { cancelable: true }),
  button: () => new MouseEvent("click", { bubbles: true, cancelable: true }),
};

/** @param {Page} page @param {keyof typeof ATTEMPTS} way */
function attempt(page, way) {
  const event = ATTEMPTS[way]();
  const target = { Esc: "[name=name]", backdrop: "#sheet", button: "[command=close]" }[way];
  page.find("[name=name]").focus();
  act(() => void page.find(target).dispatchEvent(event));
  return event.defaultPrevented;
}

test.each(/** @type {(keyof typeof ATTEMPTS)[]} */ (Object.keys(ATTEMPTS)))(
  "a dialog with unsaved input asks before it closes by %s",
  (way) => {
    const page = openDialog();
    expect(attempt(page, way)).toBe(false);
    type(page);
    expect(attempt(page, way)).toBe(true);
    answer(page, "Keep editing");
    expect(page.find(".question")).toBeNull();
    expect(page.find("[name=name]").value).toBe("Max");
    expect(page.find("#sheet").open).toBe(true);
    attempt(page, way);
    answer(page, "Discard");
    expect(page.find("#sheet").open).toBe(false);
    expect(page.onClose).toHaveBeenCalledOnce();
  },
);

test("the Back button asks while there is unsaved input, and the dialog reports that the page is left", async () => {
  const page = openDialog();
  type(page);
  await act(() => page.router.navigate(-1));
  expect(page.router.state.location.pathname).toBe("/plans");
  answer(page, "Keep editing");
  type(page, "Plus");
  await act(() => page.router.navigate(-1));
  expect(page.router.state.location.pathname).toBe("/");
  expect(page.onClose).toHaveBeenCalledOnce();
});

test("a discarded dialog lets the page be left", async () => {
  const page = openDialog();
  type(page);
  await act(() => page.router.navigate(-1));
  await act(async () => void answer(page, "Discard"));
  expect(page.router.state.location.pathname).toBe("/");
});

test("changed fields are found until they are changed back", () => {
  const { find } = openDialog();
  const form = find("#sheet");
  expect(hasUnsavedInput(form)).toBe(false);
  for (const [name, property, changed, initial] of [
    ["name", "value", "Max", "Plus"],
    ["on", "checked", false, true],
    ["period", "value", "month", "year"],
  ]) {
    find(`[name=${name}]`)[/** @type {string} */ (property)] = changed;
    expect(hasUnsavedInput(form)).toBe(true);
    find(`[name=${name}]`)[/** @type {string} */ (property)] = initial;
    expect(hasUnsavedInput(form)).toBe(false);
  }
});
