// Times and numbers as words. community/looks/words.py says the same in Python, word for word.
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "now", "5 min", "3 h", "2 d", then "12 Nov" of this year and "12 Nov 2025" of another. */
export function relativeTime(at, now = new Date()) {
  const then = new Date(at);
  const age = Math.floor((now - then) / 1000);
  if (age < MINUTE) return "now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)} d`;
  const day = `${then.getUTCDate()} ${MONTHS[then.getUTCMonth()]}`;
  return then.getUTCFullYear() === now.getUTCFullYear() ? day : `${day} ${then.getUTCFullYear()}`;
}

/** The same in a sentence: "just now", "5 min ago", "on 12 Nov". */
export function timeAgo(at, now = new Date()) {
  const words = relativeTime(at, now);
  if (words === "now") return "just now";
  return /(min|h|d)$/.test(words) ? `${words} ago` : `on ${words}`;
}

/** 950, "1.2K", "15K", "3.4M": cut, never rounded up. */
export function shortCount(number) {
  for (const [size, letter] of [[1e9, "B"], [1e6, "M"], [1e3, "K"]]) {
    if (number < size) continue;
    const tenths = Math.floor((number * 10) / size);
    return `${tenths < 100 && tenths % 10 ? (tenths / 10).toFixed(1) : Math.floor(tenths / 10)}${letter}`;
  }
  return String(number);
}

/** The first letters of the first two words of a name. */
export function initials(name) {
  const words = (name ?? "").split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words.slice(0, 2).map((word) => [...word][0]).join("").toUpperCase() || "?";
}
