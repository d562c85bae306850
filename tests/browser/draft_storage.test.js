import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readDraft, removeDraft, saveDraft } from "$/public/ui/writing/draft_storage.js";
import { breakStorage } from "./failing_storage.js";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

test("reads the draft that was saved, with the time", () => {
  expect(saveDraft("1:comment-7", { text: "Hi" })).toBe(true);
  expect(readDraft("1:comment-7")).toEqual({ text: "Hi", savedAt: 1_000 });
});

test("drafts with different keys are independent", () => {
  saveDraft("a", { text: "A" });
  saveDraft("b", { text: "B" });
  removeDraft("a");
  expect([readDraft("a"), readDraft("b")]).toEqual([null, { text: "B", savedAt: 1_000 }]);
});

test.each(["{broken", '"text"', "7", "null"])("ignores the stored value %s", (value) => {
  localStorage.setItem("draft:a", value);
  expect(readDraft("a")).toBeNull();
});

test("reports a full storage and does not throw", () => {
  breakStorage("localStorage");
  expect(saveDraft("a", { text: "A" })).toBe(false);
});

test("does not throw if storage is disabled", () => {
  saveDraft("a", { text: "A" });
  breakStorage("localStorage");
  expect(readDraft("a")).toBeNull();
  expect(() => removeDraft("a")).not.toThrow();
});
