import { act, createElement as el } from "react";
import { useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findEarlyInput, repeatInput } from "$/public/ui/early_input.js";
import { markMatches } from "$/public/ui/search/options.js";
import { SearchBox } from "$/public/ui/search/search_box.jsx";
import { render } from "./render.js";

const SUGGESTIONS = /** @type {Suggestions} */ (
  /** @type {unknown} */ ({
    q: "qui",
    people: [{ id: 1, slug: "quincy", name: "Quincy", avatar: null }],
    communities: [],
    tags: [{ name: "quince", url: "/tag/quince" }],
    posts: [{ id: 7, title: "On quinces", url: "/p/7/on-quinces" }],
  })
);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

let path = "";
function Path() {
  const { pathname, search } = useLocation();
  path = pathname + search;
  return null;
}

/**
 * Opens the field and focuses it, which loads the suggestions.
 * @param {Record<string, any>} props
 */
async function openFocusedBox(props = {}) {
  const box = openBox(props);
  act(() => box.input.focus());
  await act(() => vi.dynamicImportSettled());
  return box;
}

/** @param {Record<string, any>} props */
function openBox({ url = "/", query = "", suggestions = SUGGESTIONS, ...props } = {}) {
  const onSuggest = vi.fn();
  const styles = { classNames: {}, icons: {}, viewerId: 3, maxLength: 200 };
  const build = (/** @type {Record<string, any>} */ changed = {}) => {
    const box = el(SearchBox, /** @type {any} */ ({ query, suggestions, onSuggest, ...styles, ...props, ...changed }));
    return el("div", null, box, el(Path));
  };
  const { container, rerender } = render(build(), url);
  const show = (/** @type {Record<string, any>} */ changed) => rerender(build(changed));
  const input = /** @type {HTMLInputElement} */ (container.querySelector("input"));
  const press = (/** @type {string} */ key) =>
    act(() => void input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));
  const typeText = (/** @type {string} */ text) => act(() => repeatInput({ text, isFocused: true }));
  const submit = async () => {
    const event = new Event("submit", { bubbles: true, cancelable: true });
    act(() => void container.querySelector("form")?.dispatchEvent(event));
    await act(() => vi.dynamicImportSettled());
  };
  const list = () => [...container.querySelectorAll("[role=option]")].map((option) => option.textContent);
  const active = () => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent;
  return { container, input, show, onSuggest, press, typeText, submit, list, active };
}

test("the server is asked once for what was typed quickly, and not for one letter", async () => {
  const { onSuggest, typeText } = await openFocusedBox();
  typeText("q");
  vi.advanceTimersByTime(9_000);
  ["qu", "qui"].forEach(typeText);
  vi.advanceTimersByTime(9_000);
  expect(onSuggest.mock.calls).toEqual([["qui"]]);
});

test("the server is asked again while it does not answer, and not after that", async () => {
  const { onSuggest, typeText } = await openFocusedBox();
  typeText("quin");
  vi.advanceTimersByTime(9_000);
  expect(onSuggest.mock.calls).toEqual([["quin"], ["quin"], ["quin"]]);
  typeText("qui");
  vi.advanceTimersByTime(9_000);
  expect(onSuggest.mock.calls.slice(3)).toEqual([["qui"]]);
});

test("the arrow keys go through all suggestions, and Enter opens one", async () => {
  const { input, press, typeText, list, active } = await openFocusedBox();
  typeText("qui");
  expect(list()).toEqual(["qui", "QQuincy@quincy", "quince", "On quinces"]);
  expect(active()).toBeUndefined();
  ["ArrowDown", "ArrowDown", "ArrowDown"].forEach(press);
  expect(active()).toBe("quince");
  ["ArrowUp", "Enter"].forEach(press);
  expect(path).toBe("/quincy");
  expect(input.getAttribute("aria-expanded")).toBe("false");
});

test("suggestions for another text are not shown", async () => {
  const { typeText, list } = await openFocusedBox();
  typeText("quote");
  expect(list()).toEqual(["quote"]);
});

test("Enter searches with the filters of the page, and the browser remembers the search", async () => {
  const { submit, typeText, press, list } = await openFocusedBox({ filters: [["type", "post"]] });
  typeText("two words");
  await submit();
  expect(path).toBe("/search?q=two+words&type=post");
  typeText("");
  expect(list()).toEqual(["two words"]);
  expect(localStorage.getItem("searches:3")).toBe('["two words"]');
  press("ArrowDown");
  press("Enter");
  expect(path).toBe("/search?q=two+words");
});

test("what the user types while results load is kept, and else the field shows the text of the page", () => {
  const { input, show, typeText } = openBox();
  input.focus();
  typeText("new words");
  show({ query: "old words" });
  expect(input.value).toBe("new words");
  act(() => input.blur());
  show({ query: "new words again" });
  expect(input.value).toBe("new words again");
});

test("the field of the page has the focus, and no open list, only if the address has no search", async () => {
  for (const [url, query, hasFocus] of [
    ["/search", "bread", true], // what the page showed before
    ["/search?q=bread", "", false],
  ]) {
    const { input } = openBox({ url, query, hasAutoFocus: true });
    expect(document.activeElement === input).toBe(hasFocus);
    input.blur();
  }
});

test("recent searches can be cleared", async () => {
  localStorage.setItem("searches:3", '["quince"]');
  const { container, typeText, list } = await openFocusedBox();
  typeText("");
  act(() => container.querySelector("button")?.click());
  expect(list()).toEqual([]);
  expect(localStorage.getItem("searches:3")).toBeNull();
});

test("Escape closes the suggestions first, and then leaves the field", async () => {
  const { input, press, typeText } = await openFocusedBox();
  typeText("qui");
  press("Escape");
  expect(input.getAttribute("aria-expanded")).toBe("false");
  expect(input.value).toBe("qui");
  press("Escape");
  expect(input.value).toBe("");
  expect(document.activeElement).not.toBe(input);
});

test("what is typed and searched before the suggestions have loaded is not lost", async () => {
  const { input, onSuggest, typeText, list } = openBox();
  act(() => input.focus());
  typeText("qui");
  expect(list()).toEqual([]);
  await act(() => vi.dynamicImportSettled());
  expect(list()).toEqual(["qui", "QQuincy@quincy", "quince", "On quinces"]);
  vi.advanceTimersByTime(200);
  expect(onSuggest.mock.calls).toEqual([["qui"]]);
});

test("a search before the suggestions have loaded is remembered", async () => {
  const { input, typeText, submit } = openBox();
  act(() => input.focus());
  typeText("quick");
  await submit();
  expect(path).toBe("/search?q=quick");
  expect(localStorage.getItem("searches:3")).toBe('["quick"]');
});

test("the key / focuses the field, also on a Russian keyboard, but not while the user writes", () => {
  const { input } = openBox();
  input.checkVisibility = () => true;
  const other = document.body.appendChild(document.createElement("textarea"));
  const press = (/** @type {HTMLElement} */ target, /** @type {KeyboardEventInit} */ init) =>
    act(() => void target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init })));
  press(other, { key: "/" });
  expect(document.activeElement).not.toBe(input);
  press(document.body, { key: ".", code: "Slash" });
  expect(document.activeElement).toBe(input);
  other.remove();
});

test("what was typed before the page became live is kept", () => {
  const page = document.body.appendChild(document.createElement("div"));
  page.innerHTML = '<input name="q" value="">';
  const early = /** @type {HTMLInputElement} */ (page.querySelector("input"));
  expect(findEarlyInput(page)).toBeNull();
  early.value = "qui";
  early.focus();
  const found = findEarlyInput(page);
  page.remove();
  const { input } = openBox();
  act(() => found && repeatInput(found));
  expect(input.value).toBe("qui");
});

test("the beginnings of words are marked, and ё equals е", () => {
  expect(markMatches("Ёлка и щёлка", "елка").filter(({ isMatch }) => isMatch)).toEqual([
    { part: "Ёлка", isMatch: true },
  ]);
  expect(markMatches("a+b (c", "(c")).toEqual([
    { part: "a+b (", isMatch: false },
    { part: "c", isMatch: true },
  ]);
});
