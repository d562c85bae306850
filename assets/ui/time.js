// A moment as a <time> that stays true while the page is open; one clock for all of them.
import { createElement, useSyncExternalStore } from "react";
import { relativeTime, timeAgo } from "$/public/ui/words.js";

const listeners = new Set();
let now = new Date();

function tick() {
  now = new Date();
  listeners.forEach((listener) => listener());
}

function subscribe(listener) {
  if (!listeners.size && typeof document !== "undefined") {
    subscribe.timer = setInterval(tick, 30_000);
    document.addEventListener("visibilitychange", tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size) return;
    clearInterval(subscribe.timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });

export function RelativeTime({ at, inSentence = false, ...rest }) {
  const moment = useSyncExternalStore(subscribe, () => now, () => now);
  if (!at) return null;
  const words = inSentence ? timeAgo : relativeTime;
  const props = { ...rest, dateTime: at, title: full.format(new Date(at)) };
  return createElement("time", { ...props, suppressHydrationWarning: true }, words(at, moment));
}
