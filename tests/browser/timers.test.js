import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Timers } from "$/public/ui/writing/timers.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("scheduling a name again replaces its timer", () => {
  const timers = new Timers();
  const [first, second] = [vi.fn(), vi.fn()];
  timers.schedule("send", 100, first);
  vi.advanceTimersByTime(50);
  timers.schedule("send", 100, second);
  vi.advanceTimersByTime(99);
  expect(timers.has("send")).toBe(true);
  vi.advanceTimersByTime(1);
  expect(timers.has("send")).toBe(false);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

test("a callback can schedule its own name again", () => {
  const timers = new Timers();
  let runs = 0;
  const run = () => {
    runs += 1;
    if (runs < 3) timers.schedule("retry", 10, run);
  };
  timers.schedule("retry", 10, run);
  vi.advanceTimersByTime(100);
  expect(runs).toBe(3);
});

test("cancelled timers do not run", () => {
  const timers = new Timers();
  const callback = vi.fn();
  for (const name of ["a", "b", "c"]) timers.schedule(name, 10, callback);
  timers.cancel("a", "unknown");
  expect(timers.has("b")).toBe(true);
  timers.cancelAll();
  vi.advanceTimersByTime(100);
  expect(callback).not.toHaveBeenCalled();
});
