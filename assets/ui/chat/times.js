// Times and days of messages, in the time zone of the browser.
import { normalizeDate } from "$/public/ui/formats.js";
import { dateLocale, gettext } from "$/public/ui/i18n.js";

const time = new Intl.DateTimeFormat(dateLocale, { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(dateLocale, { weekday: "short" });
const day = new Intl.DateTimeFormat(dateLocale, { weekday: "long", day: "numeric", month: "long" });
const dayOfOtherYear = new Intl.DateTimeFormat(dateLocale, { day: "numeric", month: "long", year: "numeric" });
const date = new Intl.DateTimeFormat(dateLocale, { day: "numeric", month: "short" });
const dateOfOtherYear = new Intl.DateTimeFormat(dateLocale, { day: "2-digit", month: "2-digit", year: "2-digit" });

const DAY_MS = 24 * 60 * 60 * 1000;

/** @param {string} at */
export const messageTime = (at) => time.format(new Date(at));

/**
 * Returns the day as a number that is equal for all times of a day.
 * @param {string | Date} at
 */
export function dayNumber(at) {
  const then = new Date(at);
  return Date.UTC(then.getFullYear(), then.getMonth(), then.getDate()) / DAY_MS;
}

/**
 * Returns "Today", "Yesterday", "Monday, 12 October" or "12 October 2025".
 * @param {string} at
 */
export function dayLabel(at, now = new Date()) {
  const age = dayNumber(now) - dayNumber(at);
  if (age === 0) return gettext("Today");
  if (age === 1) return gettext("Yesterday");
  const then = new Date(at);
  const format = then.getFullYear() === now.getFullYear() ? day : dayOfOtherYear;
  const label = normalizeDate(format.format(then));
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/**
 * Returns the time of the latest message in a list of chats: "14:05", "Mon", "12 Oct" or "12/10/25".
 * @param {string} at
 */
export function listTime(at, now = new Date()) {
  const then = new Date(at);
  const age = dayNumber(now) - dayNumber(at);
  if (age <= 0) return time.format(then);
  if (age < 7) return weekday.format(then);
  const format = then.getFullYear() === now.getFullYear() ? date : dateOfOtherYear;
  return normalizeDate(format.format(then));
}
