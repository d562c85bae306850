import { act, createElement as el } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OnlineStatus } from "$/public/ui/online_status.js";
import { receivePush } from "$/public/ui/pushes.js";
import { render } from "./render.js";

/** @type {Record<string, number>} */
let tops = {};

beforeEach(() => {
  vi.useFakeTimers();
  tops = {};
  vi.stubGlobal("CSSStyleSheet", FakeStyleSheet);
  Object.defineProperty(document, "adoptedStyleSheets", { value: [], configurable: true });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(getPosition);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** @this {Element} */
function getPosition() {
  return new DOMRect(0, tops[this.id] ?? 0, 28, 28);
}

class FakeStyleSheet {
  text = "";
  /** @param {string} text */
  replaceSync(text) {
    this.text = text;
  }
}

/** @param {number[]} userIds */
const avatars = (userIds) =>
  userIds.map((id, index) => el("span", { key: index, id: `at-${index}`, "data-online-user": id }));

/** @param {number[]} userIds */
function openPage(userIds, maxUsers = 100) {
  const onWatch = vi.fn();
  const page = (/** @type {number[]} */ ids) =>
    el("div", {}, avatars(ids), el(OnlineStatus, { key: "status", maxUsers, onWatch }));
  const { rerender } = render(page(userIds));
  return { onWatch, show: (/** @type {number[]} */ ids) => rerender(page(ids)) };
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(600));

test("the users on the screen are reported once", async () => {
  tops = { "at-2": 100_000 };
  const { onWatch, show } = openPage([7, 3, 8, 7]);
  await settle();
  expect(onWatch.mock.calls).toEqual([[[3, 7]]]);
  show([3, 7]);
  await settle();
  expect(onWatch).toHaveBeenCalledTimes(1);
  show([3, 7, 9]);
  tops = {};
  await settle();
  expect(onWatch.mock.lastCall).toEqual([[3, 7, 9]]);
});

test("scrolling reports the users that come into view", async () => {
  tops = { "at-1": 100_000 };
  const { onWatch } = openPage([1, 2]);
  await settle();
  tops = { "at-0": -100_000 };
  dispatchEvent(new Event("scroll"));
  await settle();
  expect(onWatch.mock.calls).toEqual([[[1]], [[2]]]);
});

test("at most the allowed number of users is reported", async () => {
  const { onWatch } = openPage([1, 2, 3], 2);
  await settle();
  expect(onWatch.mock.calls).toEqual([[[1, 2]]]);
});

test("the pushes of the server show and hide dots", async () => {
  const getRules = () => document.adoptedStyleSheets.map((sheet) => /** @type {any} */ (sheet).text).join();
  receivePush({ type: "online_users", data: { online_ids: [1, 2], offline_ids: [] } });
  expect(getRules()).toBe(
    '[data-online-user="1"]::after,[data-online-user="2"]::after{display:block;content:"" / "Online"}',
  );
  receivePush({ type: "online_users", data: { online_ids: [], offline_ids: [1, 2] } });
  expect(getRules()).toBe("");
});
