import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Outbox } from "$/public/ui/chat/outbox.js";
import { breakStorage } from "./failing_storage.js";

/** @type {Outbox} */
let outbox;
/** @type {ReturnType<typeof vi.fn>} */
let send;

function makeOutbox() {
  const created = new Outbox();
  created.send = /** @type {any} */ (send);
  created.open(1);
  return created;
}

const pretendReload = () =>
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([/** @type {any} */ ({ type: "reload" })]);
const sentTexts = () => send.mock.calls.map(([{ message }]) => message.text);
const idOf = (/** @type {number} */ index) => outbox.list(5)[index].client_id;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-22T13:00:00Z") });
  localStorage.clear();
  send = vi.fn();
  outbox = makeOutbox();
  outbox.setConnected(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("sending", () => {
  test("the messages of a chat are sent one after another, those of other chats at once", () => {
    outbox.add(5, { text: "a" });
    outbox.add(5, { text: "b" });
    outbox.add(6, { text: "c" });
    expect(sentTexts()).toEqual(["a", "c"]);
    expect(outbox.list(5).map(({ state }) => state)).toEqual(["sending", "waiting"]);
    outbox.remove(idOf(0));
    expect(sentTexts()).toEqual(["a", "c", "b"]);
  });

  test("the id of a stored message may contain hyphens", () => {
    outbox.add(5, { text: "a" });
    outbox.remove(idOf(0).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
    expect(outbox.list(5)).toEqual([]);
  });

  test("without an answer, the message is sent again with the same id", () => {
    outbox.add(5, { text: "a" });
    vi.advanceTimersByTime(15_000);
    expect(send).toHaveBeenCalledTimes(2);
    expect(send.mock.calls[0][0].message.client_id).toBe(send.mock.calls[1][0].message.client_id);
  });

  test("without a connection nothing is sent, and afterwards everything in its order", () => {
    outbox.setConnected(false);
    outbox.add(5, { text: "a" });
    outbox.add(5, { text: "b" });
    vi.advanceTimersByTime(60_000);
    expect(send).not.toHaveBeenCalled();
    outbox.setConnected(true);
    outbox.remove(idOf(0));
    expect(sentTexts()).toEqual(["a", "b"]);
  });

  test("a lost connection ends the attempt, because its answer may be lost", () => {
    outbox.add(5, { text: "a" });
    outbox.setConnected(false);
    expect(outbox.list(5)[0].state).toBe("waiting");
    outbox.setConnected(true);
    expect(sentTexts()).toEqual(["a", "a"]);
  });
});

describe("rejections", () => {
  test("a rejected message keeps its text and does not stop the next one", () => {
    outbox.add(5, { text: "a" });
    outbox.add(5, { text: "b" });
    outbox.reject({ client_id: idOf(0), reason: "No links", is_final: true });
    expect(outbox.list(5)[0]).toMatchObject({ text: "a", state: "rejected", error: "No links" });
    expect(sentTexts()).toEqual(["a", "b"]);
    outbox.remove(idOf(1));
    outbox.retry(idOf(0));
    expect(sentTexts()).toEqual(["a", "b", "a"]);
  });

  test("after too many requests, the browser waits as long as the server says", () => {
    outbox.add(5, { text: "a" });
    outbox.reject({ client_id: idOf(0), is_final: false, retry_after: 20 });
    vi.advanceTimersByTime(19_000);
    expect(send).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_000);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("a message that an outage has stopped shows why, and can be sent again at once", () => {
    outbox.add(5, { text: "a" });
    outbox.reject({ client_id: idOf(0), is_final: false, reason: "The site is busy.", retry_after: 5 });
    expect(outbox.list(5)).toMatchObject([{ state: "waiting", error: "The site is busy." }]);
    outbox.retry(idOf(0));
    expect(send).toHaveBeenCalledTimes(2);
    expect(outbox.list(5)).toMatchObject([{ state: "sending", error: "" }]);
  });
});

describe("storage", () => {
  test("another tab takes over the messages of a closed tab", () => {
    outbox.setConnected(false);
    outbox.add(5, { text: "a", reply_to: null });
    outbox.open(0);
    outbox = makeOutbox();
    expect(outbox.list(5)).toEqual([]);
    vi.advanceTimersByTime(30_000);
    expect(outbox.list(5)).toMatchObject([{ text: "a", state: "waiting" }]);
  });

  test("another tab leaves the messages of an open tab to it", () => {
    outbox.add(5, { text: "a" });
    outbox.add(5, { text: "b" });
    outbox.reject({ client_id: idOf(0), is_final: false, retry_after: 100 });
    const other = makeOutbox();
    other.setConnected(true);
    vi.advanceTimersByTime(99_000);
    expect(other.list(5)).toEqual([]);
    expect(sentTexts()).toEqual(["a"]);
    vi.advanceTimersByTime(1_000);
    expect(sentTexts()).toEqual(["a", "a"]);
  });

  test("after a reload, the browser waits as long as the server has said before", () => {
    outbox.add(5, { text: "a" });
    outbox.reject({ client_id: idOf(0), is_final: false, reason: "Too fast", retry_after: 20 });
    outbox.open(0);
    pretendReload();
    outbox = makeOutbox();
    outbox.setConnected(true);
    expect(outbox.list(5)).toMatchObject([{ text: "a", state: "waiting", error: "Too fast" }]);
    vi.advanceTimersByTime(19_000);
    expect(send).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_000);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("a reloaded tab takes over only the messages that were stored before", () => {
    pretendReload();
    const other = makeOutbox();
    outbox.setConnected(false);
    outbox.add(5, { text: "a" });
    vi.advanceTimersByTime(60_000);
    expect(other.list(5)).toEqual([]);
  });

  test("a message that is deleted in one tab is not sent by another one", () => {
    outbox.setConnected(false);
    outbox.add(5, { text: "a" });
    pretendReload();
    const other = makeOutbox();
    expect(other.list(5)).toMatchObject([{ text: "a" }]);
    outbox.remove(idOf(0));
    vi.advanceTimersByTime(10_000);
    other.setConnected(true);
    expect(other.list(5)).toEqual([]);
    expect(send).not.toHaveBeenCalled();
    expect(localStorage.length).toBe(0);
  });

  test("a stored message is no longer sent by a later tab", () => {
    outbox.add(5, { text: "a" });
    outbox.remove(idOf(0));
    outbox = makeOutbox();
    vi.advanceTimersByTime(30_000);
    expect(outbox.list(5)).toEqual([]);
  });

  test("another user of this browser does not see the messages", () => {
    outbox.setConnected(false);
    outbox.add(5, { text: "a" });
    outbox.open(2);
    vi.advanceTimersByTime(30_000);
    expect(outbox.list(5)).toEqual([]);
  });

  test("messages are also sent if the storage is full", () => {
    breakStorage("localStorage");
    outbox.add(5, { text: "a" });
    expect(sentTexts()).toEqual(["a"]);
  });
});
