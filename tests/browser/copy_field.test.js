import { act, createElement } from "react";
import { expect, test, vi } from "vitest";
import { CopyButton } from "$/public/ui/copy_field.js";
import { render } from "./render.js";

const URL = "https://example.org/join";

/** Clicks the button in a browser whose clipboard rejects or accepts texts, and returns its label. */
async function copy(/** @type {() => Promise<void>} */ writeText) {
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const { container } = render(createElement(CopyButton, { value: URL, className: "", children: "Copy link" }));
  const button = container.querySelector("button");
  await act(async () => button?.click());
  return button?.textContent;
}

test("copies the value", async () => {
  const writeText = vi.fn(async () => {});
  expect(await copy(writeText)).toBe("Copied");
  expect(writeText).toHaveBeenCalledWith(URL);
});

test("shows the value if the browser cannot copy it", async () => {
  Object.assign(document, { execCommand: () => false });
  expect(await copy(() => Promise.reject(new Error("Denied")))).toBe(URL);
});
