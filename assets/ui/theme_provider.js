// The theme of the page: light, dark or that of the system. Replaces the module `utils/react-theme.js` of Reflex, which
// stores the default theme as if the visitor had chosen it, so that they never get another default theme
// (`community/reflex_adapter/build_plugins/theme.py`).
import { createElement, useContext, useEffect, useMemo, useState } from "react";
import { ColorModeContext } from "$/utils/context-registry";

/** @typedef {"light" | "dark" | "system"} Theme */

// The script of Reflex that applies the theme before the first paint reads the same key.
const STORAGE_KEY = "theme";
const DEFAULT_CHANGED = "default-theme-changed";

/**
 * Applies another default theme of the site in this tab, unless the visitor has chosen a theme.
 * @param {string} theme
 */
export function setDefaultTheme(theme) {
  if (document.documentElement.dataset.defaultTheme === theme) return;
  document.documentElement.dataset.defaultTheme = theme;
  window.dispatchEvent(new Event(DEFAULT_CHANGED));
}

/**
 * The first render shows the same as the prerendered page. The theme is read afterwards.
 * @param {{ children?: ReactNode }} props
 */
export function ThemeProvider({ children }) {
  const [themes, setThemes] = useState(/** @type {ReturnType<typeof readThemes> | null} */ (null));
  useEffect(() => {
    const update = () => setThemes(readThemes());
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    update();
    system.addEventListener("change", update);
    window.addEventListener("storage", update);
    window.addEventListener(DEFAULT_CHANGED, update);
    return () => {
      system.removeEventListener("change", update);
      window.removeEventListener("storage", update);
      window.removeEventListener(DEFAULT_CHANGED, update);
    };
  }, []);
  useEffect(() => {
    if (themes) applyTheme(themes.resolved);
  }, [themes]);

  const theme = themes?.theme ?? "system";
  const resolved = themes?.resolved ?? "light";
  const value = useMemo(() => {
    const setColorMode = (/** @type {Theme} */ chosen) => {
      storeChoice(chosen);
      setThemes(readThemes(chosen));
    };
    const toggleColorMode = () => setColorMode(resolved === "light" ? "dark" : "light");
    return { rawColorMode: theme, resolvedColorMode: resolved, setColorMode, toggleColorMode };
  }, [theme, resolved]);
  return createElement(ColorModeContext.Provider, { value }, children);
}

/** Returns the theme in the form that other components of Reflex expect. */
export function useTheme() {
  const { rawColorMode, resolvedColorMode, setColorMode } = useContext(ColorModeContext);
  return { theme: rawColorMode, resolvedTheme: resolvedColorMode, setTheme: setColorMode };
}

/** @param {Theme} [chosen] What the visitor has just chosen, also if the browser stores nothing. */
function readThemes(chosen = readChoice()) {
  const theme = chosen ?? parseTheme(document.documentElement.dataset.defaultTheme) ?? "system";
  const isSystemDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  /** @type {"light" | "dark"} */
  const resolved = theme === "system" ? (isSystemDark ? "dark" : "light") : theme;
  return { theme, resolved };
}

function readChoice() {
  try {
    return parseTheme(localStorage.getItem(STORAGE_KEY));
  } catch {
    return undefined; // The browser blocks the storage.
  }
}

/** @param {Theme} chosen */
function storeChoice(chosen) {
  try {
    localStorage.setItem(STORAGE_KEY, chosen);
  } catch {
    // The theme applies until the page is reloaded.
  }
}

/** @param {string | null | undefined} text */
const parseTheme = (text) =>
  text === "light" || text === "dark" || text === "system" ? /** @type {Theme} */ (text) : undefined;

/**
 * @param {"light" | "dark"} theme
 * @param {HTMLElement} root The root element of this or another document.
 */
export function applyTheme(theme, { classList, style } = document.documentElement) {
  classList.remove("light", "dark");
  classList.add(theme);
  style.colorScheme = theme;
}
