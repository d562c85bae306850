// Applies the accent colour, the default theme and the icon of the site, which administrators can change while the page is open.
import { useEffect } from "react";
import { setDefaultTheme } from "./theme_provider.js";

// The server renders this element into <head> (`ssr/http/site.py`).
const STYLE_ID = "site-style";
const DEFAULT_ICON = "/favicon.svg";

/** @param {{ isLoaded: boolean, accentColor: string, defaultTheme: string, icon: string }} props */
export function SiteAppearance({ isLoaded, accentColor, defaultTheme, icon }) {
  useEffect(() => {
    if (isLoaded) setDefaultTheme(defaultTheme);
  }, [isLoaded, defaultTheme]);
  useEffect(() => {
    if (isLoaded) setAccentColor(accentColor);
  }, [isLoaded, accentColor]);
  useEffect(() => {
    const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    const href = icon || DEFAULT_ICON;
    if (isLoaded && link && link.getAttribute("href") !== href) link.href = href;
  }, [isLoaded, icon]);
  return null;
}

/** @param {string} color */
function setAccentColor(color) {
  let style = document.getElementById(STYLE_ID);
  const css = color ? `html:root{--accent:${color}}` : "";
  if (!style && css) {
    style = document.createElement("style");
    style.id = STYLE_ID;
    document.head.append(style);
  }
  if (style && style.textContent !== css) style.textContent = css;
}
