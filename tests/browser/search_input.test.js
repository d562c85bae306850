import { act, createElement as el } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchInput } from "$/public/ui/admin/search_input.js";
import { render } from "./render.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function openSearch(term = "") {
  const onSearch = vi.fn();
  const { container, rerender, unmount } = render(el(SearchInput, { term, onSearch }));
  const input = /** @type {HTMLInputElement} */ (container.querySelector("input"));
  const typeText = (/** @type {string} */ text) =>
    act(() => {
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const answer = (/** @type {string} */ searched) => rerender(el(SearchInput, { term: searched, onSearch }));
  return { input, onSearch, typeText, answer, unmount };
}

test("the server searches once for what was typed quickly", () => {
  const { input, onSearch, typeText, answer } = openSearch();
  ["a", "ad", "ada"].forEach(typeText);
  expect(onSearch).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(onSearch.mock.calls).toEqual([["ada"]]);
  expect(input.getAttribute("aria-busy")).toBe("true");
  answer("ada");
  expect(input.hasAttribute("aria-busy")).toBe(false);
});

test("a late answer does not overwrite what was typed since", () => {
  const { input, typeText, answer } = openSearch();
  typeText("ad");
  vi.runAllTimers();
  typeText("ada ");
  answer("ad");
  expect(input.value).toBe("ada ");
  expect(input.getAttribute("aria-busy")).toBe("true");
  answer("ada");
  expect(input.value).toBe("ada ");
});

test("a view that was opened otherwise shows its text", () => {
  const { input, answer } = openSearch("ada");
  expect(input.value).toBe("ada");
  answer("");
  expect(input.value).toBe("");
});

test("the Enter key searches at once and submits no form", () => {
  const { input, onSearch, typeText } = openSearch();
  typeText("ada");
  const event = new KeyboardEvent("keydown", {
    key: "Enter",
    bubbles: true,
    cancelable: true,
  });
  act(() => void input.dispatchEvent(event));
  vi.runAllTimers();
  expect(event.defaultPrevented).toBe(true);
  expect(onSearch.mock.calls).toEqual([["ada"]]);
});

test("a page that is left does not search any more", () => {
  const { onSearch, typeText, unmount } = openSearch();
  typeText("ada");
  unmount();
  vi.runAllTimers();
  expect(onSearch).not.toHaveBeenCalled();
});
