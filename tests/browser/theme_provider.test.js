import { act, createElement as el, useContext } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ColorModeContext } from "$/utils/context-registry";
import { setDefaultTheme, ThemeProvider } from "$/public/ui/theme_provider.js";
import { render } from "./render.js";

const root = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  root.className = "";
  delete root.dataset.defaultTheme;
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

/** Shows the theme in use, and buttons that choose one. */
function Select() {
  const { rawColorMode, setColorMode } = useContext(ColorModeContext);
  return el("button", { onClick: () => setColorMode("light") }, rawColorMode);
}

const open = () => render(el(ThemeProvider, null, el(Select))).container;

test("visitors get the default theme, and nothing is stored", () => {
  root.dataset.defaultTheme = "dark";
  expect(open().textContent).toBe("dark");
  expect(root.className).toBe("dark");
  expect(localStorage.length).toBe(0);
});

test("a visitor who has chosen nothing gets a changed default, also on an open page", () => {
  const container = open();
  expect([container.textContent, root.className]).toEqual(["system", "light"]);
  act(() => setDefaultTheme("dark"));
  expect([container.textContent, root.className]).toEqual(["dark", "dark"]);
});

test("a choice is stored and stays", () => {
  root.dataset.defaultTheme = "dark";
  const container = open();
  act(() => container.querySelector("button")?.click());
  expect([root.className, localStorage.getItem("theme")]).toEqual(["light", "light"]);
  act(() => setDefaultTheme("system"));
  expect(container.textContent).toBe("light");
});
