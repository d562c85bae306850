import { act, createElement as el } from "react";
import { expect, test, vi } from "vitest";
import { TextFileInput } from "$/public/ui/admin/text_file_input.js";
import { render } from "./render.js";

const MAX_BYTES = 10;

/** @param {File[]} files */
async function choose(files) {
  const onText = vi.fn();
  const { container } = render(el(TextFileInput, { maxBytes: MAX_BYTES, onText, accept: ".json" }));
  const input = /** @type {HTMLInputElement} */ (container.querySelector("input"));
  const setValue = vi.fn();
  Object.defineProperties(input, {
    files: { value: files },
    value: { get: () => "file", set: setValue },
  });
  await act(async () => void input.dispatchEvent(new Event("change", { bubbles: true })));
  await vi.waitFor(() => expect(onText).toHaveBeenCalledTimes(files.length));
  return { input, onText, setValue };
}

test("sends the text of the chosen file, and shows its name until a file is chosen again", async () => {
  const { input, onText, setValue } = await choose([new File(['{"a": 1}'], "settings.json")]);
  expect(onText).toHaveBeenCalledWith({ text: '{"a": 1}' });
  expect(setValue).not.toHaveBeenCalled();
  await act(async () => input.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  expect(setValue).toHaveBeenCalledWith("");
});

test("sends one byte more than the limit of a file that is too large", async () => {
  const { onText } = await choose([new File(["x".repeat(50)], "settings.json")]);
  expect(onText).toHaveBeenCalledWith({ text: "x".repeat(MAX_BYTES + 1) });
});

test("sends nothing if no file was chosen", async () => {
  const { onText } = await choose([]);
  expect(onText).not.toHaveBeenCalled();
});
