import { createElement as el } from "react";
import { expect, test, vi } from "vitest";
import { moveKey, SortableList } from "$/public/ui/admin/sortable_list.js";
import { render } from "./render.js";

test("a key is moved before or after another one", () => {
  expect(moveKey(["a", "b", "c"], "c", "a", false)).toEqual(["c", "a", "b"]);
  expect(moveKey(["a", "b", "c"], "a", "b", true)).toEqual(["b", "a", "c"]);
  expect(moveKey(["a", "b"], "a", "a", true)).toEqual(["a", "b"]);
});

test("the arrow keys move a row, but not past the end of the list", () => {
  const onReorder = vi.fn();
  const rows = ["a", "b"].map((key) =>
    el("li", { key, "data-sort-key": key }, el("button", { "data-sort-handle": true }, key)),
  );
  const { container } = render(el(SortableList, { label: "Rows", className: "", onReorder, children: rows }));
  const [first] = container.querySelectorAll("button");
  const press = (/** @type {string} */ key) =>
    first.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  press("ArrowUp");
  expect(onReorder).not.toHaveBeenCalled();
  press("ArrowDown");
  expect(onReorder).toHaveBeenCalledWith(["b", "a"]);
});
