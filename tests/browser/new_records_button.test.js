import { act, createElement as el } from "react";
import { expect, test, vi } from "vitest";
import { NewRecordsButton } from "$/public/ui/admin/new_records_button.js";
import { render } from "./render.js";

test("the button shows the new records at the top of the table, which gets the focus", () => {
  const onShow = vi.fn();
  window.scrollTo = vi.fn();
  const button = (/** @type {number} */ count) =>
    el(
      "div",
      null,
      el(NewRecordsButton, {
        count,
        tableId: "table",
        classNames: {},
        onShow,
        children: null,
      }),
      el("div", { id: "table", tabIndex: 0 }),
    );
  const { container, rerender } = render(button(0));
  expect(container.querySelector("button")).toBeNull();
  rerender(button(2));
  const table = /** @type {HTMLElement} */ (container.querySelector("#table"));
  table.scrollTo = vi.fn();
  expect(container.querySelector("button")?.textContent).toBe("2 new entries");
  act(() => container.querySelector("button")?.click());
  expect(onShow).toHaveBeenCalledOnce();
  expect(table.scrollTo).toHaveBeenCalledWith({ top: 0 });
  expect(document.activeElement).toBe(table);
});
