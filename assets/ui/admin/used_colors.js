// The shades of an accent colour that the light and the dark theme use for texts. CSS adjusts the lightness of the
// colour until texts are readable (`assets/styles/tokens.css`).
import { createElement as el, useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";

// Conversions between colour spaces round each channel.
const ROUNDING = 3;

/** @typedef {{ light: string, dark: string }} Shades */

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
    const [light, dark] = [...root.current.querySelectorAll("[data-shade]")].map(readShade);
    setShades({ light, dark });
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
    el("span", { className: classNames.link, "data-shade": "" }, gettext("Link")),
    el("span", { className: classNames.button }, gettext("Button")),
  );
}

/**
 * Returns a text that names the shades that are not the chosen colour, or "".
 * @param {string} color
 * @param {Shades} shades
 */
export function describeShades(color, { light, dark }) {
  const [isLightAdjusted, isDarkAdjusted] = [light, dark].map((shade) => !isSameColor(color, shade));
  if (isLightAdjusted && isDarkAdjusted) {
    return gettext("Adjusted so that texts are readable: {light} in light mode, {dark} in dark mode.", { light, dark });
  }
  if (isLightAdjusted)
    return gettext("Adjusted in light mode to {color} so that texts are readable.", { color: light });
  if (isDarkAdjusted) return gettext("Adjusted in dark mode to {color} so that texts are readable.", { color: dark });
  return "";
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
 * Returns the text colour of an element as "#rrggbb". The computed colour can be in any colour space.
 * @param {Element} element
 */
function readShade(element) {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  if (!context) return "";
  context.fillStyle = getComputedStyle(element).color;
  context.fillRect(0, 0, 1, 1);
  const channels = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
