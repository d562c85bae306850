// A <time> element that is updated while the page is open. All elements on the page share one timer.
import { createElement, useSyncExternalStore } from "react";
import { normalizeDate, relativeTime, timeAgo } from "$/public/ui/formats.js";
import { dateLocale } from "$/public/ui/i18n.js";

const TICK_MS = 30_000;

/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Timer | undefined} */
let timer;
let now = new Date();

function tick() {
  now = new Date();
  listeners.forEach((listener) => listener());
}

/** @param {() => void} listener */
function subscribe(listener) {
  if (!listeners.size && typeof document !== "undefined") {
    timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

const fullTime = new Intl.DateTimeFormat(dateLocale, { dateStyle: "long", timeStyle: "short" });

/**
 * Shows how long ago `at` was: "5 min" or "12 Nov", or with `inSentence` "5 min ago" or "on 12 Nov".
 * @param {{ at: string | null, inSentence?: boolean, className?: string }} props
 */
export function RelativeTime({ at, inSentence = false, ...props }) {
  const current = useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  );
  if (!at) return null;
  const format = inSentence ? timeAgo : relativeTime;
  const attributes = { ...props, dateTime: at, title: normalizeDate(fullTime.format(new Date(at))) };
  return createElement("time", { ...attributes, suppressHydrationWarning: true }, format(at, current));
}

/**
 * Shows the date and time in the time zone of the browser, for example a deadline.
 * @param {{ at: string | null, className?: string }} props
 */
export function LocalTime({ at, ...props }) {
  if (!at) return null;
  const attributes = { ...props, dateTime: at, suppressHydrationWarning: true };
  return createElement("time", attributes, normalizeDate(fullTime.format(new Date(at))));
}
