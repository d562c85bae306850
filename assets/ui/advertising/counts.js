// Sends what readers saw to the server, in batches. Each advertisement is counted once per page view.
import { rememberSeen } from "./choice.js";
import { onPageViewEnd } from "./page_view.js";

/**
 * @typedef {"shown" | "impressions"} Measure
 * @typedef {{ id: number, at: string }} Counted
 */

const COUNTS_URL = "/ad/counts";
const DELAY_MS = 3000;

/** What was counted in the page view, to count it once. @type {Set<string>} */
let counted = new Set();
let pending = createReport("");
/** Complete reports that are not sent yet. @type {(typeof pending)[]} */
let queue = [];
/** @type {Timer | undefined} */
let timer;

/** @param {string} pageView */
function createReport(pageView) {
  return {
    page_view: pageView,
    shown: /** @type {Counted[]} */ ([]),
    impressions: /** @type {Counted[]} */ ([]),
  };
}

/**
 * @param {Measure} measure
 * @param {string} view the id of the page view
 * @param {Counted} advertisement
 */
export function count(measure, view, { id, at }) {
  if (view !== pending.page_view) startView(view);
  const key = `${measure} ${id}`;
  if (counted.has(key)) return;
  counted.add(key);
  pending[measure].push({ id, at });
  if (measure === "impressions") rememberSeen(id);
  timer ??= setTimeout(flush, DELAY_MS);
}

/** @param {string} view */
function startView(view) {
  flush();
  pending = createReport(view);
  counted = new Set();
}

/**
 * Sends what was counted since the last call. It is never sent twice: if the browser is offline, it waits, and if the
 * request fails, the server may have counted it.
 */
export function flush() {
  clearTimeout(timer);
  timer = undefined;
  if (pending.shown.length || pending.impressions.length) {
    queue.push(pending);
    pending = createReport(pending.page_view);
  }
  queue = queue.filter((report) => !send(report));
  if (queue.length) timer = setTimeout(flush, DELAY_MS);
}

/** @param {object} report */
function send(report) {
  const body = new Blob([JSON.stringify(report)], { type: "application/json" });
  return navigator.onLine && navigator.sendBeacon(COUNTS_URL, body);
}

// The build renders pages without a browser.
if (typeof document !== "undefined") {
  onPageViewEnd(flush);
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush());
}
