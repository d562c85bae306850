// Repeats a click that the user made in the server-rendered page, whose buttons have no effect, in the live page.

/** @typedef {{ name: string, index: number, count: number }} ButtonPosition */

/**
 * Returns which button of the server-rendered page was clicked last, or null. `polyfills.js` marks it.
 * @param {Element} page
 * @returns {ButtonPosition | null}
 */
export function findEarlyClick(page) {
  const button = /** @type {HTMLElement | null} */ (page.querySelector("button[data-early-click]"));
  if (!button) return null;
  const name = getName(button);
  const namesakes = findButtons(page, name);
  return { name, index: namesakes.indexOf(button), count: namesakes.length };
}

/**
 * Clicks the same button of the live page. If the pages differ, it clicks nothing rather than a wrong button.
 * @param {ButtonPosition} position
 */
export function repeatClick({ name, index, count }) {
  const namesakes = findButtons(document.body, name);
  if (namesakes.length === count) namesakes[index].click();
}

/**
 * @param {Element} root
 * @param {string} name
 * @returns {HTMLElement[]}
 */
function findButtons(root, name) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("button"))].filter(
    (button) => getName(button) === name,
  );
}

/** @param {Element} button */
function getName(button) {
  return button.getAttribute("aria-label") ?? button.textContent ?? "";
}
