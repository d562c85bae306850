import { describe, expect, test } from "vitest";
import {
  createMessageId,
  matchesMessage,
  nextMessage,
  remainingText,
} from "$/public/ui/writing/composer/pending_message.js";

const CONTENT = { text: "Hello", media: ["m1"], base_version: null };

test("createMessageId returns different IDs of 32 hexadecimal digits", () => {
  const [first, second] = [createMessageId(), createMessageId()];
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
});

describe("nextMessage", () => {
  test("the first attempt has a new ID and revision 1", () => {
    const message = nextMessage(CONTENT, null);
    expect(message).toEqual({ ...CONTENT, client_id: message.client_id, revision: 1 });
    expect(message.client_id).toHaveLength(32);
  });

  test("the same content is sent again unchanged", () => {
    const previous = nextMessage(CONTENT, null);
    expect(nextMessage({ ...CONTENT }, previous)).toBe(previous);
  });

  test.each([
    ["text", { text: "Changed" }],
    ["images", { media: ["m1", "m2"] }],
  ])("other %s keeps the ID and increases the revision", (_, change) => {
    const previous = nextMessage(CONTENT, null);
    const next = nextMessage({ ...CONTENT, ...change }, previous);
    expect(next).toEqual({ ...CONTENT, ...change, client_id: previous.client_id, revision: 2 });
  });
});

describe("matchesMessage", () => {
  const message = { ...CONTENT, client_id: "a", revision: 2 };
  test.each([
    [{ client_id: "a", revision: 2 }, message, true],
    [{ client_id: "a", revision: 1 }, message, false],
    [{ client_id: "b", revision: 2 }, message, false],
    [{}, message, false],
    [null, message, false],
    [{ client_id: "a", revision: 2 }, null, false],
  ])("%o", (response, pending, expected) => {
    expect(matchesMessage(response, pending)).toBe(expected);
  });
});

describe("remainingText", () => {
  test.each([
    ["Hello", "Hello", ""],
    ["Hello\n\nand more", "Hello", "and more"],
    ["  Hello there ", "Hello", "there "],
    ["Hello!", "Hello", "Hello!"],
    ["Other", "Hello", "Other"],
    [" Hello ", "Hello", ""],
  ])("%j after %j is %j", (text, stored, remaining) => {
    expect(remainingText(text, stored)).toBe(remaining);
  });
});
