// Dates and numbers as text. `community/i18n/formats.py` returns the same text in Python.
import { dateLocale, gettext, locale } from "./i18n.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const thisYear = new Intl.DateTimeFormat(dateLocale, { day: "numeric", month: "short", timeZone: "UTC" });
const otherYear = new Intl.DateTimeFormat(dateLocale, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const full = new Intl.NumberFormat(locale);
const compact = new Intl.NumberFormat(locale, { notation: "compact", roundingMode: "trunc" });

/**
 * Returns a number with thousands separators, for example "12,345".
 * @param {number} number
 */
export const fullNumber = (number) => full.format(number);

/**
 * Returns how long ago `at` was: "now", "5 min", "3 h", "2 d". After a week: "12 Nov" or "12 Nov 2025". A time in the
 * future is "in 5 min".
 * @param {string | Date} at
 */
export function relativeTime(at, now = new Date()) {
  const then = new Date(at);
  const age = getAge(then, now);
  if (Math.abs(age) < MINUTE) return gettext("now");
  if (age < 0) return timeUntil(-age) ?? formatDate(then, now);
  if (age < HOUR) return gettext("{n} min", { n: Math.floor(age / MINUTE) });
  if (age < DAY) return gettext("{n} h", { n: Math.floor(age / HOUR) });
  if (age < WEEK) return gettext("{n} d", { n: Math.floor(age / DAY) });
  return formatDate(then, now);
}

/**
 * Returns how long ago `at` was, for use in a sentence: "just now", "5 min ago", "on 12 Nov". A time in the future is
 * "in 5 min".
 * @param {string | Date} at
 */
export function timeAgo(at, now = new Date()) {
  const then = new Date(at);
  const age = getAge(then, now);
  const date = { date: formatDate(then, now) };
  if (Math.abs(age) < MINUTE) return gettext("just now");
  if (age < 0) return timeUntil(-age) ?? gettext("on {date}", date);
  if (age < HOUR) return gettext("{n} min ago", { n: Math.floor(age / MINUTE) });
  if (age < DAY) return gettext("{n} h ago", { n: Math.floor(age / HOUR) });
  if (age < WEEK) return gettext("{n} d ago", { n: Math.floor(age / DAY) });
  return gettext("on {date}", date);
}

/**
 * Returns the whole seconds between two times, negative if `at` is in the future.
 * @param {Date} at
 * @param {Date} now
 */
function getAge(at, now) {
  return Math.trunc((now.getTime() - at.getTime()) / 1000);
}

/**
 * Returns a time in the future as "in 5 min", or null if it is a week or more away. The number is rounded, so that
 * something that was scheduled for three days a moment ago is not "in 2 d".
 * @param {number} seconds
 */
function timeUntil(seconds) {
  const count = (/** @type {number} */ unit) => Math.floor((seconds + unit / 2) / unit);
  if (count(MINUTE) * MINUTE < HOUR) return gettext("in {n} min", { n: count(MINUTE) });
  if (count(HOUR) * HOUR < DAY) return gettext("in {n} h", { n: count(HOUR) });
  if (count(DAY) * DAY < WEEK) return gettext("in {n} d", { n: count(DAY) });
  return null;
}

/**
 * @param {Date} at
 * @param {Date} now
 */
function formatDate(at, now) {
  const format = at.getUTCFullYear() === now.getUTCFullYear() ? thisYear : otherYear;
  return normalizeDate(format.format(at));
}

/**
 * Replaces no-break spaces, because browsers use different ones, and removes the word for "year" from Russian dates
 * ("12 нояб. 2025 г."), because its dot would be the second one at the end of a sentence.
 * @param {string} date
 */
export function normalizeDate(date) {
  return date.replace(/[\u00a0\u202f]/g, " ").replace(" г.", "");
}

/**
 * Returns the number in short form, rounded down: 950, "1.2K", "15K", "3.4M".
 * @param {number} number
 */
export function shortCount(number) {
  return compact.format(number);
}

/**
 * Returns the size of a file: "340 kB" or "1.2 MB".
 * @param {number} bytes
 */
export function fileSize(bytes) {
  const isLarge = bytes >= 1_000_000;
  const unit = isLarge ? "megabyte" : "kilobyte";
  const amount = isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000);
  const options = { style: /** @type {const} */ ("unit"), unit, maximumFractionDigits: isLarge ? 1 : 0 };
  return normalizeDate(new Intl.NumberFormat(locale, options).format(amount));
}

/**
 * Returns the initials of the first two words of a name.
 * @param {string | null | undefined} name
 */
export function initials(name) {
  const words = (name ?? "").split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return (
    words
      .slice(0, 2)
      .map((word) => [...word][0])
      .join("")
      .toUpperCase() || "?"
  );
}
