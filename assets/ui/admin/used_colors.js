// The shades of an accent colour that buttons and links use in both themes. CSS adjusts the lightness of the colour until
// texts are readable (`assets/styles/tokens.css`).
import { createElement as el, useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";

// Conversions between colour spaces round each channel.
const ROUNDING = 3;

/**
 * The colours of links in both themes, and of buttons.
 * @typedef {{ light: string, dark: string, button: string }} Shades
 */

/**
 * Shows a link and a button in both themes, and names the shades that differ from the colour. The page must already
 * have the colour as its accent.
 * @param {{ color: string, classNames: ClassNames }} props
 */
export function UsedColors({ color, classNames }) {
  /** @type {Ref<HTMLDivElement>} */
  const root = useRef(null);
  const [shades, setShades] = useState(/** @type {Shades | null} */ (null));
  useEffect(() => {
    const [light, dark] = [...root.current.querySelectorAll("[data-link]")].map((link) => readShade(link, "color"));
    const button = [...root.current.querySelectorAll("[data-button]")].map((sample) =>
      readShade(sample, "backgroundColor"),
    )[0];
    setShades({ light, dark, button });
  }, [color]);
  return el(
    "div",
    { ref: root },
    el(
      "div",
      { className: classNames.used },
      sample(gettext("Light mode"), classNames.light, classNames),
      sample(gettext("Dark mode"), classNames.dark, classNames),
    ),
    el("p", { className: classNames.note }, shades && describeShades(color, shades)),
  );
}

/**
 * @param {string} theme
 * @param {string} className
 * @param {ClassNames} classNames
 */
function sample(theme, className, classNames) {
  return el(
    "div",
    { className },
    el("span", { className: classNames.theme }, theme),
    el("span", { className: classNames.link, "data-link": "" }, gettext("Link")),
    el("span", { className: classNames.button, "data-button": "" }, gettext("Button")),
  );
}

/**
 * Returns a text that names the shades if they are not the chosen colour, or "".
 * @param {string} color
 * @param {Shades} shades
 */
export function describeShades(color, shades) {
  if (Object.values(shades).every((shade) => isSameColor(color, shade))) return "";
  return gettext("Adjusted so that texts are readable: buttons {button}, links {light}, in dark mode {dark}.", shades);
}

/**
 * @param {string} first
 * @param {string} second
 */
function isSameColor(first, second) {
  const channels = (/** @type {string} */ color) =>
    [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
  const others = channels(second);
  return channels(first).every((channel, index) => Math.abs(channel - others[index]) <= ROUNDING);
}

/**
 * Returns a colour of an element as "#rrggbb". The computed colour can be in any colour space.
 * @param {Element} element
 * @param {"color" | "backgroundColor"} property
 */
function readShade(element, property) {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  if (!context) return "";
  context.fillStyle = getComputedStyle(element)[property];
  context.fillRect(0, 0, 1, 1);
  const channels = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
