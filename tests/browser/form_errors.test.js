import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { FormErrors } from "$/public/ui/form_errors.js";
import { render } from "./render.js";

const makeForm = (/** @type {number} */ rejectionCount) =>
  createElement("form", null, createElement(FormErrors, { rejectionCount }));

test("reports each rejection of the form once", () => {
  const { container, rerender } = render(makeForm(2));
  const listen = vi.fn();
  container.addEventListener("form-rejected", listen);
  rerender(makeForm(2));
  expect(listen).not.toHaveBeenCalled();
  for (const count of [3, 3, 4]) rerender(makeForm(count));
  expect(listen).toHaveBeenCalledTimes(2);
});
