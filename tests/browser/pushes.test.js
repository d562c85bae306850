import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { onPush, receivePush, usePostReactions, useUnseenCount } from "$/public/ui/pushes.js";
import { renderHook } from "./render.js";

/** @type {(() => void)[]} */
const removeHandlers = [];

afterEach(() => removeHandlers.splice(0).forEach((remove) => remove()));

/** @param {number} unseen_count */
const pushCount = (unseen_count) => receivePush({ type: "unseen_count", data: { unseen_count } });

/** @param {keyof PushData} type */
function recordPushes(type) {
  const received = vi.fn();
  const remove = onPush(type, received);
  removeHandlers.push(remove);
  return { data: () => received.mock.calls.map(([data]) => data.unseen_count), remove };
}

test("every push reaches each handler of its type once and in order", () => {
  const first = recordPushes("unseen_count");
  const second = recordPushes("unseen_count");
  const other = recordPushes("comment");
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  numbers.forEach(pushCount);
  expect(first.data()).toEqual(numbers);
  expect(second.data()).toEqual(numbers);
  expect(other.data()).toEqual([]);
});

test("a handler receives no push from before it was registered or after it was removed", () => {
  pushCount(1);
  const handler = recordPushes("unseen_count");
  pushCount(2);
  handler.remove();
  pushCount(3);
  expect(handler.data()).toEqual([2]);
});

test("a handler that is removed during a push does not keep it from the others", () => {
  /** @type {() => void} */
  const remove = onPush("unseen_count", () => remove());
  const other = recordPushes("unseen_count");
  pushCount(1);
  expect(other.data()).toEqual([1]);
});

test("an error in a handler is reported, and the other handlers receive the push", () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const error = new Error("broken handler");
  removeHandlers.push(
    onPush("unseen_count", () => {
      throw error;
    }),
  );
  const other = recordPushes("unseen_count");
  pushCount(1);
  expect(report).toHaveBeenCalledWith(error);
  expect(other.data()).toEqual([1]);
});

test("the latest push is shown, also if it arrived before the component", () => {
  pushCount(4);
  const { result } = renderHook(useUnseenCount, []);
  expect(result.current).toBe(4);
  act(() => pushCount(0));
  expect(result.current).toBe(0);
});

test("the reactions to a post are those of the latest push about the post", () => {
  const loaded = [{ code: "like", emoji: "👍", image: null, name: "Like", count: 1 }];
  const { result } = renderHook(usePostReactions, [7, loaded]);
  expect(result.current).toBe(loaded);
  const data = { post_id: 7, reactions: [{ ...loaded[0], count: 2 }] };
  act(() => receivePush({ type: "post_reactions", data }));
  expect(result.current).toBe(data.reactions);
  act(() => receivePush({ type: "post_reactions", data: { ...data, post_id: 8 } }));
  expect(result.current).toBe(loaded);
});
