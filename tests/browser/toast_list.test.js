import { act, createElement as el } from "react";
import { expect, test, vi } from "vitest";
import { ToastList } from "$/public/ui/toast_list.js";
import { render } from "./render.js";

function renderPage() {
  render(
    el(
      "main",
      null,
      el("dialog", { id: "sheet" }),
      el("dialog", { id: "question" }),
      el(ToastList, { id: "toasts" }, el("li", null, "Saved")),
    ),
  );
}

const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

async function setOpen(/** @type {string} */ id, /** @type {boolean} */ isOpen) {
  await act(async () => void find(id).toggleAttribute("open", isOpen));
}

async function expectParent(/** @type {HTMLElement} */ parent) {
  await vi.waitFor(() => expect(find("toasts").parentElement).toBe(parent));
  expect(find("toasts").textContent).toBe("Saved");
}

test("the toasts are in the dialog that was opened last", async () => {
  renderPage();
  await expectParent(/** @type {HTMLElement} */ (document.querySelector("main")));
  // The question comes later in the page, and the sheet is opened on top of it.
  await setOpen("question", true);
  await expectParent(find("question"));
  await setOpen("sheet", true);
  await expectParent(find("sheet"));
  await setOpen("sheet", false);
  await expectParent(find("question"));
  await setOpen("question", false);
  await expectParent(/** @type {HTMLElement} */ (document.querySelector("main")));
});
