import { beforeEach, expect, test, vi } from "vitest";
import { findEarlyClick, repeatClick } from "$/public/ui/early_click.js";

/** @param {string[]} names */
const makeButtons = (names) => names.map((name) => `<button type="button">${name}</button>`).join("");

/**
 * Replaces the server-rendered page, in which a button was clicked, by the live page. Returns the numbers of the buttons
 * that were clicked in the live page.
 * @param {string[]} before
 * @param {number} clicked
 * @param {string[]} after
 */
function replacePage(before, clicked, after) {
  document.body.innerHTML = `<ssr-page>${makeButtons(before)}</ssr-page>`;
  const page = /** @type {Element} */ (document.querySelector("ssr-page"));
  page.querySelectorAll("button")[clicked]?.toggleAttribute("data-early-click");
  const position = findEarlyClick(page);
  document.body.innerHTML = makeButtons(after);
  const clicks = vi.fn();
  document.querySelectorAll("button").forEach((button, index) => button.addEventListener("click", () => clicks(index)));
  if (position) repeatClick(position);
  return clicks.mock.calls.flat();
}

beforeEach(() => {
  document.body.innerHTML = "";
});

test("clicks the button with the same name and the same position", () => {
  expect(replacePage(["Follow", "Reply", "Reply"], 2, ["Share", "Follow", "Reply", "Reply"])).toEqual([3]);
});

test("clicks nothing if no button was clicked", () => {
  expect(replacePage(["Follow"], -1, ["Follow"])).toEqual([]);
});

test("clicks nothing if the button has another name in the meantime", () => {
  expect(replacePage(["Follow"], 0, ["Following"])).toEqual([]);
});

test("clicks nothing if there are more or fewer buttons of this name", () => {
  expect(replacePage(["Reply", "Reply"], 1, ["Reply", "Reply", "Reply"])).toEqual([]);
  expect(replacePage(["Reply", "Reply"], 1, ["Reply"])).toEqual([]);
});
