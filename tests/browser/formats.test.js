import { describe, expect, test } from "vitest";
import { initials, relativeTime, shortCount, timeAgo } from "$/public/ui/formats.js";

const NOW = new Date("2026-11-22T12:00:00Z");
const before = (/** @type {number} */ seconds) => new Date(NOW.getTime() - seconds * 1000);

describe("relativeTime", () => {
  test.each([
    [0, "now"],
    [59, "now"],
    [60, "1 min"],
    [3_599, "59 min"],
    [3_600, "1 h"],
    [86_399, "23 h"],
    [86_400, "1 d"],
    [7 * 86_400 - 1, "6 d"],
    [7 * 86_400, "15 Nov"],
  ])("%i seconds ago is %s", (seconds, text) => {
    expect(relativeTime(before(seconds), NOW)).toBe(text);
  });

  test("adds the year to a date of another year", () => {
    expect(relativeTime("2025-11-12T00:00:00Z", NOW)).toBe("12 Nov 2025");
  });

  test("accepts an ISO string", () => {
    expect(relativeTime("2026-11-22T11:55:00Z", NOW)).toBe("5 min");
  });
});

describe("timeAgo", () => {
  test.each([
    [10, "just now"],
    [300, "5 min ago"],
    [7_200, "2 h ago"],
    [3 * 86_400, "3 d ago"],
    [10 * 86_400, "on 12 Nov"],
    [-300, "in 5 min"],
    [-10 * 86_400, "on 2 Dec"],
  ])("%i seconds ago is %s", (seconds, text) => {
    expect(timeAgo(before(seconds), NOW)).toBe(text);
  });
});

describe("shortCount", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1_000, "1K"],
    [1_299, "1.2K"],
    [15_900, "15K"],
    [3_490_000, "3.4M"],
  ])("%i is %s", (number, text) => {
    expect(shortCount(number)).toBe(text);
  });
});

describe("initials", () => {
  test.each([
    ["Grace Hopper", "GH"],
    ["ada", "A"],
    ["Ada Byron King", "AB"],
    ["— Zoë", "Z"],
    ["юрий гагарин", "ЮГ"],
    ["", "?"],
    [null, "?"],
  ])("of %o are %s", (name, text) => {
    expect(initials(name)).toBe(text);
  });
});
