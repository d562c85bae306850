// The height of the on-screen keyboard. Most browsers show the keyboard above the page without making the page smaller,
// so a toolbar at the bottom of the page would be hidden.
import { useEffect } from "react";

/** Sets the CSS property `--keyboard-height` while the editor is open. */
export function useKeyboardHeight() {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const update = () => style.setProperty("--keyboard-height", `${keyboardHeight(viewport, window.innerHeight)}px`);
    update();
    viewport.addEventListener("resize", update);
    viewport.addEventListener("scroll", update);
    return () => {
      viewport.removeEventListener("resize", update);
      viewport.removeEventListener("scroll", update);
      style.removeProperty("--keyboard-height");
    };
  }, []);
}

/**
 * Returns the height of the part of the page below the visible part, in CSS pixels. If the user has zoomed in, returns 0.
 * @param {Pick<VisualViewport, "height" | "offsetTop" | "scale">} viewport
 * @param {number} pageHeight
 */
export function keyboardHeight({ height, offsetTop, scale }, pageHeight) {
  return scale > 1.01 ? 0 : Math.max(0, Math.round(pageHeight - height - offsetTop));
}
