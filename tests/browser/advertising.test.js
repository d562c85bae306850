import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { choose, createPageView, rememberSeen, showOne } from "$/public/ui/advertising/choice.js";
import { count, flush } from "$/public/ui/advertising/counts.js";
import { watchUntilBelowView } from "$/public/ui/advertising/late.js";
import { getPageView } from "$/public/ui/advertising/page_view.js";
import { watchViewability } from "$/public/ui/advertising/viewability.js";

/** @typedef {import("$/public/ui/advertising/choice.js").Candidate} Candidate */

/** @type {(entries: object[]) => void} */
let report;
let isVisible = true;
let isFocused = true;
/** @type {{ page_view: string, shown: object[], impressions: object[] }[]} */
let sent = [];

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  [isVisible, isFocused, sent] = [true, true, []];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      /** @param {typeof report} callback */
      constructor(callback) {
        report = callback;
      }

      observe() {}

      disconnect() {}
    },
  );
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (isVisible ? "visible" : "hidden"));
  vi.spyOn(document, "hasFocus").mockImplementation(() => isFocused);
  vi.spyOn(document, "querySelector").mockImplementation(() => null);
  vi.spyOn(JSON, "stringify");
  Object.assign(navigator, { sendBeacon: () => true });
  vi.spyOn(navigator, "sendBeacon").mockImplementation(() => {
    sent.push(/** @type {any} */ (vi.mocked(JSON.stringify).mock.lastCall?.[0]));
    return true;
  });
});

afterEach(() => {
  flush();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * @param {number} id
 * @param {Partial<Candidate>} [fields]
 * @returns {Candidate}
 */
const candidate = (id, fields) => ({
  id,
  weight: 10,
  every_nth: 0,
  cap_per_day: 0,
  is_house: false,
  devices: [],
  ...fields,
});

/** @param {Candidate[]} candidates @param {number} random */
function chooseWith(candidates, random) {
  vi.spyOn(Math, "random").mockReturnValue(random);
  return choose(candidates, "header", 0, createPageView())?.id ?? 0;
}

test("advertisements are chosen by weight, and stay chosen during the page view", () => {
  const candidates = [candidate(1, { weight: 30 }), candidate(2, { weight: 10 })];
  expect([0, 0.74, 0.76, 0.999].map((random) => chooseWith(candidates, random))).toEqual([1, 1, 2, 2]);
  const view = createPageView();
  vi.spyOn(Math, "random").mockReturnValue(0.9);
  choose(candidates, "header", 0, view);
  vi.spyOn(Math, "random").mockReturnValue(0);
  expect(choose(candidates, "header", 0, view)?.id).toBe(2);
  expect(choose([candidate(1)], "header", 0, view)?.id).toBe(1);
});

test("other devices, and readers who have seen it often enough today, get the house advertisement or none", () => {
  vi.stubGlobal("innerWidth", 390);
  const house = candidate(9, { is_house: true, weight: 100 });
  expect(chooseWith([candidate(1, { devices: ["phone"] }), house], 0.99)).toBe(1);
  expect(chooseWith([candidate(1, { devices: ["desktop"] }), house], 0)).toBe(9);
  const limited = candidate(1, { cap_per_day: 2 });
  rememberSeen(1);
  expect(chooseWith([limited, house], 0)).toBe(1);
  rememberSeen(1);
  expect(chooseWith([limited, house], 0)).toBe(9);
  expect(chooseWith([limited], 0)).toBe(0);
  vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000);
  expect(chooseWith([limited], 0)).toBe(1);
});

test("an advertisement repeats after its own interval", () => {
  const view = createPageView();
  const rare = candidate(1, { every_nth: 8 });
  const frequent = candidate(2, { every_nth: 4 });
  vi.spyOn(Math, "random").mockReturnValue(0);
  const chosen = [4, 8, 12, 16].map((position) => choose([rare, frequent], "feed", position, view)?.id);
  expect(chosen).toEqual([2, 1, 2, 1]);
});

test("the script of server-rendered pages hides the other advertisements and adds the page view", () => {
  const slot = document.createElement("div");
  slot.dataset.place = "feed";
  slot.innerHTML =
    '<aside data-ad="1" data-rule="10 3 0 0 desktop"><a href="/ad/1?at=x"></a></aside>' +
    '<aside data-ad="2" data-rule="10 5 0 0" hidden><a href="/ad/2?at=x"></a></aside>' +
    '<aside data-ad="3" data-rule="10 3 0 1" hidden><a href="/ad/3?at=x"></a></aside>';
  document.body.append(slot);
  vi.mocked(document.querySelector).mockRestore();
  vi.stubGlobal("innerWidth", 800);
  showOne(slot);
  expect([...slot.children].map((element) => /** @type {HTMLElement} */ (element).hidden)).toEqual([true, true, false]);
  expect(window.advertisementView?.chosen).toEqual({ "feed 3": 3 });
  expect(/** @type {HTMLAnchorElement} */ (slot.querySelector("a")).href).toContain(
    `/ad/1?at=x&view=${window.advertisementView?.id}`,
  );
  const live = getPageView("/", true);
  expect([live.id, live.chosen]).toEqual([window.advertisementView?.id, { "feed 3": 3 }]);
  expect(getPageView("/new", false).id).not.toBe(live.id);
  expect(getPageView("/", true).chosen).toEqual({ "feed 3": 3 });
  slot.remove();
});

/** @param {number} ratio @param {number} width @param {number} height */
const look = (ratio, width = 600, height = 100) =>
  report([{ intersectionRatio: ratio, boundingClientRect: { width, height } }]);

function watch() {
  const handlers = { onRendered: vi.fn(), onViewable: vi.fn() };
  const stop = watchViewability(document.createElement("aside"), handlers);
  return { ...handlers, stop };
}

test("an advertisement is viewable after half of it was visible for one second without interruption", () => {
  const { onRendered, onViewable } = watch();
  look(0, 0, 0);
  expect(onRendered).not.toHaveBeenCalled();
  look(0.49);
  vi.advanceTimersByTime(5000);
  look(0.5);
  vi.advanceTimersByTime(999);
  look(0.2);
  look(0.9);
  vi.advanceTimersByTime(999);
  expect(onViewable).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  look(1);
  vi.advanceTimersByTime(5000);
  expect([onRendered, onViewable].map((handler) => handler.mock.calls.length)).toEqual([1, 1]);
});

test("30 % of a large advertisement are enough", () => {
  const { onViewable } = watch();
  look(0.3, 970, 249);
  vi.advanceTimersByTime(1000);
  expect(onViewable).not.toHaveBeenCalled();
  look(0.3, 970, 250);
  vi.advanceTimersByTime(1000);
  expect(onViewable).toHaveBeenCalledOnce();
});

test.each(["hidden", "unfocused", "stopped"])("a second in a tab that is %s does not count", (how) => {
  const { onViewable, stop } = watch();
  look(1);
  vi.advanceTimersByTime(500);
  if (how === "hidden") isVisible = false;
  if (how === "unfocused") isFocused = false;
  if (how === "stopped") stop();
  if (how === "hidden") document.dispatchEvent(new Event("visibilitychange"));
  if (how === "unfocused") dispatchEvent(new Event("blur"));
  vi.advanceTimersByTime(2000);
  [isVisible, isFocused] = [true, true];
  dispatchEvent(new Event("focus"));
  vi.advanceTimersByTime(999);
  expect(onViewable).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onViewable).toHaveBeenCalledTimes(how === "stopped" ? 0 : 1);
});

test("reports are batches of a page view, which count each advertisement once and are sent once", () => {
  const [one, two] = [1, 2].map((id) => ({ id, at: `at${id}` }));
  count("shown", "first", one);
  count("shown", "first", two);
  count("shown", "first", one);
  count("impressions", "first", two);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(3000);
  const shown = { page_view: "first", shown: [one, two], impressions: [two] };
  expect(sent).toEqual([shown]);
  count("impressions", "first", two);
  count("shown", "second", one);
  dispatchEvent(new Event("pagehide"));
  expect(sent.slice(1)).toEqual([{ page_view: "second", shown: [one], impressions: [] }]);
  vi.advanceTimersByTime(9000);
  expect(sent.length).toBe(2);
});

test("a report waits while the browser is offline", () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  count("impressions", "third", { id: 1, at: "at" });
  vi.advanceTimersByTime(3000);
  count("impressions", "fourth", { id: 1, at: "at" });
  vi.advanceTimersByTime(3000);
  expect(sent).toEqual([]);
  onLine.mockReturnValue(true);
  vi.advanceTimersByTime(3000);
  expect(sent.map(({ page_view }) => page_view)).toEqual(["third", "fourth"]);
});

test("one that begins late appears as soon as its place is below the visible part", () => {
  const onBelowView = vi.fn();
  watchUntilBelowView(document.body, onBelowView);
  for (const top of [0, -200, window.innerHeight - 1]) {
    report([{ isIntersecting: top >= 0, boundingClientRect: { top } }]);
  }
  expect(onBelowView).not.toHaveBeenCalled();
  report([{ isIntersecting: false, boundingClientRect: { top: window.innerHeight } }]);
  expect(onBelowView).toHaveBeenCalledOnce();
});
