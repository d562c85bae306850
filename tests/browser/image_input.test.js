import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { ImageInput } from "$/public/ui/image_input.jsx";
import { render } from "./render.js";

/** @param {Partial<Parameters<typeof ImageInput>[0]>} props */
function renderInput(props) {
  const options = { label: "Cover", error: "", resetKey: 0, uploadUrl: "/media", imageTypes: "image/png" };
  /** @type {[ReactNode, ReactNode]} */
  const children = [null, createElement("button", { "data-choose-file": "" }, "Choose image")];
  const { container } = render(
    createElement(ImageInput, { ...options, classNames: {}, children, onUpload: vi.fn(), ...props }),
  );
  const group = /** @type {HTMLElement} */ (container.querySelector("[role=group]"));
  const note = document.getElementById(group.getAttribute("aria-describedby") ?? "");
  return { label: group.getAttribute("aria-label"), description: note?.textContent };
}

test("the field is described by its hint, and after an error by the error", () => {
  expect(renderInput({ hint: "Up to 2 MB" })).toEqual({ label: "Cover", description: "Up to 2 MB" });
  expect(renderInput({ hint: "Up to 2 MB", error: "Too narrow" }).description).toBe("Too narrow");
});
