// An open menu stays where it is when content that appears moves its button, so that a click hits the item below the
// pointer. When the user scrolls the page or resizes the window, the menu follows its button again.
const PINNED = ["position-area", "position-try-fallbacks", "margin", "top", "bottom", "left", "right"];

/** @param {HTMLElement} menu */
const unpinMenu = (menu) => PINNED.forEach((name) => menu.style.removeProperty(name));

/** @param {HTMLElement} menu */
function pinMenu(menu) {
  const id = CSS.escape(menu.id);
  const button = document.querySelector(`[popovertarget="${id}"], [aria-controls="${id}"]`)?.getBoundingClientRect();
  if (!button) return;
  const { offsetTop: top, offsetLeft: left, offsetWidth, offsetHeight } = menu;
  const right = document.documentElement.clientWidth - left - offsetWidth;
  const bottom = innerHeight - top - offsetHeight;
  // Pin the edges beside the button, because the menu may grow.
  const isAbove = top + offsetHeight <= button.top + 1;
  const alignsRight = Math.abs(left + offsetWidth - button.right) < Math.abs(left - button.left);
  const vertical = isAbove ? { bottom: `${bottom}px` } : { top: `${top}px` };
  const horizontal = alignsRight ? { right: `${right}px` } : { left: `${left}px` };
  menu.style.setProperty("position-area", "none");
  // Otherwise the browser also flips the edges, if it had to flip the menu to the other side of its button.
  menu.style.setProperty("position-try-fallbacks", "none");
  Object.assign(menu.style, { margin: "0" }, vertical, horizontal);
}

/**
 * Keeps menus in place until the returned function is called.
 * @returns {() => void}
 */
export function keepMenusInPlace() {
  const listeners = new AbortController();
  if (!CSS.supports("position-area", "block-end")) return () => listeners.abort();
  const { signal } = listeners;
  document.addEventListener(
    "toggle",
    (event) => {
      const menu = /** @type {HTMLElement} */ (event.target);
      if (!menu.matches(".menu")) return;
      if (/** @type {ToggleEvent} */ (event).newState === "open") pinMenu(menu);
      else unpinMenu(menu);
    },
    { capture: true, signal },
  );
  for (const type of ["wheel", "touchmove", "resize"]) {
    addEventListener(
      type,
      ({ target }) => {
        const menu = /** @type {HTMLElement | null} */ (document.querySelector(".menu:popover-open"));
        if (menu && !menu.contains(/** @type {Node} */ (target === window ? document : target))) unpinMenu(menu);
      },
      { passive: true, signal },
    );
  }
  return () => listeners.abort();
}
