import { act, createElement, createRef } from "react";
import { expect, test, vi } from "vitest";
import { addMention, AssistantButton } from "$/public/ui/writing/composer/assistant_button.jsx";
import { render } from "./render.js";

test.each([
  ["", "@assistant "],
  ["Why rye?", "@assistant Why rye?"],
  ["Hello @Assistant, why rye?", "Hello @Assistant, why rye?"],
  ["Ask @assistant2", "@assistant Ask @assistant2"],
])("adds one mention to %o", (text, result) => {
  expect(addMention(text, "assistant")).toBe(result);
});

/** @param {boolean} mayAskAssistant */
function setUp(mayAskAssistant) {
  /** @type {any} */
  const field = createRef();
  const props = {
    slug: "assistant",
    field,
    setText: vi.fn(),
    onAllowAssistant: vi.fn(),
    classNames: {},
    icons: {},
  };
  /** @param {boolean} mayAsk */
  const element = (mayAsk) =>
    createElement(
      "div",
      null,
      createElement("textarea", { ref: field, defaultValue: "Why?" }),
      createElement(AssistantButton, { ...props, mayAskAssistant: mayAsk }),
    );
  const { container, rerender } = render(element(mayAskAssistant));
  const click = () => act(() => container.querySelector("button")?.click());
  return { ...props, click, rerender: (/** @type {boolean} */ mayAsk) => rerender(element(mayAsk)) };
}

test("mentions the assistant and focuses the field", () => {
  const { click, field, setText, onAllowAssistant } = setUp(true);
  click();
  expect(setText).toHaveBeenCalledExactlyOnceWith("@assistant Why?");
  expect(document.activeElement).toBe(field.current);
  expect(onAllowAssistant).not.toHaveBeenCalled();
});

test("asks the server first, and mentions the assistant when it allows it", () => {
  const { click, rerender, setText, onAllowAssistant } = setUp(false);
  click();
  expect(onAllowAssistant).toHaveBeenCalledOnce();
  expect(setText).not.toHaveBeenCalled();
  rerender(true);
  expect(setText).toHaveBeenCalledExactlyOnceWith("@assistant Why?");
});

test("mentions nothing when the viewer gets the feature without a click", () => {
  const { rerender, setText } = setUp(false);
  rerender(true);
  expect(setText).not.toHaveBeenCalled();
});
