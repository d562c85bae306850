import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RequestQueue } from "$/public/ui/discussion/request_queue.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("sends one request at a time, each key once", () => {
  const onChange = vi.fn();
  const queue = new RequestQueue(onChange);
  const [first, repeated, second] = [vi.fn(), vi.fn(), vi.fn()];
  queue.add("roots", first);
  queue.add("roots", repeated);
  queue.add(5, second);
  expect([first, repeated, second].map((send) => send.mock.calls.length)).toEqual([1, 0, 0]);
  expect([queue.has("roots"), queue.has(5)]).toEqual([true, true]);
  expect(onChange).toHaveBeenCalledTimes(2);

  queue.finish("roots");
  expect(queue.has("roots")).toBe(false);
  vi.advanceTimersByTime(0);
  expect(second).toHaveBeenCalledTimes(1);
});

test("drops all requests if the server does not answer", () => {
  const onChange = vi.fn();
  const queue = new RequestQueue(onChange);
  queue.add("roots", () => {});
  queue.add(5, () => {});
  onChange.mockClear();
  vi.advanceTimersByTime(9_999);
  expect(queue.has("roots")).toBe(true);
  vi.advanceTimersByTime(1);
  expect([queue.has("roots"), queue.has(5)]).toEqual([false, false]);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("an answer ends the timeout", () => {
  const onChange = vi.fn();
  const queue = new RequestQueue(onChange);
  queue.add("roots", () => {});
  queue.finish("roots");
  onChange.mockClear();
  vi.advanceTimersByTime(60_000);
  expect(onChange).not.toHaveBeenCalled();
});
