import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { server } from "$/public/ui/chat/server.js";
import { ChatStore } from "$/public/ui/chat/store.js";
import {
  makeChat,
  makeChatPush,
  makeMessage,
  makeMessagePush,
  makeMessages,
  makePage,
  VIEWER,
} from "./chat_samples.js";
import { ADA, GRACE } from "./samples.js";

/** @type {ChatStore} */
let store;

/**
 * Opens the chat with its latest page.
 * @param {MessageView[]} items
 * @param {Partial<MessagesPage>} [fields]
 * @param {Partial<ChatView>} [chat]
 */
function open(items, fields, chat) {
  store = new ChatStore(5);
  store.merge(makeChat(chat), makePage(items, fields), VIEWER);
}

/**
 * @param {MessageView[]} items
 * @param {Partial<MessagesPage>} fields
 */
const merge = (items, fields) => store.merge(null, makePage(items, fields), VIEWER);
/** @param {Parameters<typeof makeMessagePush>} args */
const push = (...args) => store.receive(makeMessagePush(...args));
const ids = () => store.messages.all.map(({ id }) => id);
const kinds = () => store.getRows().map(({ kind, message }) => (kind === "message" ? message.id : kind));
const range = (/** @type {number} */ first, /** @type {number} */ last) =>
  makeMessages(first, last)
    .map(({ id }) => id)
    .reverse();

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-22T13:00:00Z") });
  localStorage.clear();
  for (const name of /** @type {(keyof typeof server)[]} */ (Object.keys(server))) server[name] = vi.fn();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("pages", () => {
  test("older messages are added above, and a page for another place is ignored", () => {
    open(makeMessages(51, 100), { has_older: true });
    store.loadOlder();
    expect(server.loadOlder).toHaveBeenCalledWith({ chat_id: 5, id: 51 });
    merge(makeMessages(1, 50), { kind: "older", anchor_id: 51, is_initial: false });
    expect(ids()).toEqual(range(1, 100));
    merge([makeMessage(400)], { kind: "older", anchor_id: 60, is_initial: false });
    expect(ids()).toEqual(range(1, 100));
    expect(store.messages.hasOlder).toBe(false);
  });

  test("a long history is dropped at the end that the reader has left", () => {
    open(makeMessages(501, 1000), { has_older: true });
    merge(makeMessages(451, 500), { kind: "older", anchor_id: 501, is_initial: false, has_older: true });
    expect(ids()).toEqual(range(451, 950));
    expect(store.messages.hasNewer).toBe(true);
  });

  test("after a reconnection, the latest page is joined and messages that are gone are removed", () => {
    open(makeMessages(1, 10));
    const items = makeMessages(5, 14).filter(({ id }) => id !== 8);
    merge(items, { has_older: true, as_of: "300" });
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]);
  });

  test("missed messages are loaded until there is no gap", () => {
    open(makeMessages(1, 10));
    merge(makeMessages(61, 110), { has_older: true, as_of: "300" });
    expect(ids()).toEqual(range(1, 10));
    expect(server.loadNewer).toHaveBeenCalledWith({ chat_id: 5, id: 10 });
    merge(makeMessages(11, 60), { kind: "newer", anchor_id: 10, has_newer: true, is_initial: false, as_of: "301" });
    vi.runOnlyPendingTimers();
    expect(server.loadNewer).toHaveBeenLastCalledWith({ chat_id: 5, id: 60 });
    push(makeMessage(111), { loaded_at: "302" });
    expect(ids()).not.toContain(111);
    merge(makeMessages(61, 110), { kind: "newer", anchor_id: 60, is_initial: false, as_of: "302" });
    expect(ids()).toEqual(range(1, 111));
  });

  test("a push after a reconnection does not hide the gap before it", () => {
    open(makeMessages(1, 10));
    store.setConnected(false);
    store.setConnected(true);
    push(makeMessage(70), { loaded_at: "299" });
    push({ ...makeMessage(10), text: "Edited" }, { loaded_at: "299" });
    expect(ids()).toEqual(range(1, 10));
    expect(store.messages.get(10)?.text).toBe("Edited");
    merge(makeMessages(21, 70), { has_older: true, as_of: "300" });
    expect(server.loadNewer).toHaveBeenCalledWith({ chat_id: 5, id: 10 });
    merge(makeMessages(11, 70), { kind: "newer", anchor_id: 10, is_initial: false, as_of: "301" });
    expect(ids()).toEqual(range(1, 70));
  });

  test("the latest page is requested if the connection was not lost for the server", () => {
    open(makeMessages(1, 10));
    store.setConnected(false);
    store.setConnected(true);
    vi.advanceTimersByTime(2_000);
    expect(server.loadLatest).toHaveBeenCalledWith({ chat_id: 5 });
    merge(makeMessages(1, 10), { is_initial: false, as_of: "300" });
    push(makeMessage(11), { loaded_at: "301" });
    expect(ids()).toEqual(range(1, 11));
  });

  test("after a very long absence, the chat starts from its end", () => {
    open(makeMessages(1, 10));
    merge(makeMessages(951, 1000), { has_older: true, as_of: "300" });
    for (const start of [11, 61, 111]) {
      const fields = { has_newer: true, is_initial: false, as_of: "301" };
      merge(makeMessages(start, start + 49), { kind: "newer", anchor_id: start - 1, ...fields });
      vi.runOnlyPendingTimers();
    }
    expect(server.loadLatest).toHaveBeenCalledWith({ chat_id: 5 });
    merge(makeMessages(951, 1000), { has_older: true, is_initial: false, as_of: "302" });
    expect(ids()).toEqual(range(951, 1000));
    expect(store.scrollTarget).toEqual({ kind: "end" });
  });

  test("the page around a message replaces the others and scrolls to it", () => {
    open(makeMessages(51, 100), { has_older: true });
    store.showMessage(7);
    expect(server.loadAround).toHaveBeenCalledWith({ chat_id: 5, id: 7 });
    merge(makeMessages(1, 40), { kind: "around", anchor_id: 7, is_initial: false, has_newer: true });
    expect(ids()).toEqual(range(1, 40));
    expect(store.scrollTarget).toEqual({ kind: "message", id: 7 });
    push(makeMessage(101));
    expect(ids()).toEqual(range(1, 40));
    expect(store.newCount).toBe(1);
  });

  test("after a reconnection, the message in the URL does not move the reader", () => {
    open(makeMessages(1, 40), { kind: "around", anchor_id: 7 });
    store.scrollTarget = null;
    merge(makeMessages(1, 40), { kind: "around", anchor_id: 7, as_of: "300" });
    expect(store.scrollTarget).toBeNull();
    expect(server.loadLatest).toHaveBeenCalled();
  });
});

describe("pushes", () => {
  test("an older copy does not replace a newer one", () => {
    open([makeMessage(1)]);
    push(makeMessage(1, { text: "new" }), { loaded_at: "400" });
    merge([makeMessage(1, { text: "old" })], { as_of: "300" });
    expect(store.messages.get(1)?.text).toBe("new");
  });

  test("a push that arrives before the first page is applied after it", () => {
    store = new ChatStore(5);
    push(makeMessage(2), { loaded_at: "150" });
    store.merge(makeChat(), makePage([makeMessage(1)], { as_of: "100" }), VIEWER);
    expect(ids()).toEqual([1, 2]);
  });

  test("the order is that of the ids, also if pushes arrive in another order", () => {
    open([makeMessage(1)]);
    [4, 2, 3].forEach((id) => push(makeMessage(id)));
    expect(ids()).toEqual([1, 2, 3, 4]);
  });

  test("the person who has sent a message no longer types", () => {
    open([makeMessage(1)]);
    store.typing.add(ADA);
    expect(store.typing.getText(false)).toBe("typing…");
    push(makeMessage(2));
    expect(store.typing.getText(false)).toBe("");
  });

  test("new messages are counted and announced while the reader is further up", () => {
    open(makeMessages(1, 10));
    store.setAtEnd(false);
    push(makeMessage(11));
    push(makeMessage(12, { author: GRACE }));
    expect(store.newCount).toBe(1);
    expect(store.announcement).toBe("Ada Lovelace: Message 11");
    store.setAtEnd(true);
    expect(store.newCount).toBe(0);
  });
});

describe("the chat", () => {
  const pushChat = (/** @type {string} */ name, /** @type {string} */ loaded_at) =>
    store.receiveChat(makeChatPush(makeChat({ name }), { loaded_at }));

  test("a push that arrives before the chat is applied after it", () => {
    store = new ChatStore(5);
    pushChat("old", "050");
    pushChat("new", "150");
    store.merge(makeChat({ name: "loaded" }), makePage([], { as_of: "100" }), VIEWER);
    expect(store.chat?.name).toBe("new");
  });

  test("an older push is ignored", () => {
    open([makeMessage(1)]);
    pushChat("new", "202");
    pushChat("old", "201");
    expect(store.chat?.name).toBe("new");
  });

  test("a chat that was loaded again without messages replaces what was pushed before", () => {
    open([makeMessage(1)]);
    pushChat("pushed", "202");
    store.merge(makeChat({ name: "loaded" }), null, VIEWER);
    expect(store.chat?.name).toBe("loaded");
  });
});

describe("read marks", () => {
  test("messages are marked as read only while the reader sees the end", () => {
    vi.mocked(document.hasFocus).mockReturnValue(false);
    open([makeMessage(1)]);
    push(makeMessage(2));
    expect(server.markRead).not.toHaveBeenCalled();
    expect(kinds()).toEqual(["day", 1, "unread", 2]);
    vi.mocked(document.hasFocus).mockReturnValue(true);
    store.markRead();
    store.markRead();
    expect(server.markRead).toHaveBeenCalledOnce();
    expect(server.markRead).toHaveBeenCalledWith({ chat_id: 5, id: 2 });
    expect(kinds()).toEqual(["day", 1, "unread", 2]);
  });

  test("a request is not marked as read", () => {
    open([makeMessage(1)], {}, { is_request: true });
    store.markRead();
    expect(server.markRead).not.toHaveBeenCalled();
  });

  test("own messages are sent, then read, and a mark never moves back", () => {
    open([makeMessage(2, { author: GRACE }), makeMessage(1, { author: GRACE })]);
    expect(store.getRows().at(-1)).toMatchObject({ state: "sent", is_last_read: false });
    store.receiveRead({ chat_id: 5, marks: [{ user_id: ADA.id, message_id: 2 }] });
    store.receiveRead({ chat_id: 5, marks: [{ user_id: ADA.id, message_id: 1 }] });
    expect(store.getRows().at(-1)).toMatchObject({ state: "read", is_last_read: true });
  });

  test("in a group, each member is shown at the last message that they have read", () => {
    open(makeMessages(1, 3), {}, { kind: "group" });
    store.receiveRead({ chat_id: 5, marks: [{ user_id: ADA.id, message_id: 2 }] });
    const rows = store.getRows().filter(({ kind }) => kind === "message");
    // The author of a message is not shown below it.
    expect(rows.map(({ readers }) => readers.length)).toEqual([0, 0, 0]);
    push(makeMessage(4, { author: GRACE }));
    store.receiveRead({ chat_id: 5, marks: [{ user_id: ADA.id, message_id: 4 }] });
    expect(store.getRows().at(-1)?.readers).toEqual([ADA]);
  });
});

describe("rows", () => {
  test("days are separated and consecutive messages are grouped", () => {
    const yesterday = "2026-11-21T12:00:00Z";
    open([
      makeMessage(4),
      makeMessage(3),
      makeMessage(2, { author: GRACE }),
      makeMessage(1, { created_at: yesterday }),
    ]);
    const rows = store.getRows();
    expect(kinds()).toEqual(["day", 1, "day", 2, 3, 4]);
    expect(rows.map(({ label }) => label).filter(Boolean)).toEqual(["Yesterday", "Today"]);
    expect(rows.slice(3).map(({ starts_group, ends_group }) => [starts_group, ends_group])).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
  });

  test("unchanged rows are the same objects", () => {
    open(makeMessages(1, 3));
    const before = store.getRows();
    push(makeMessage(4, { author: GRACE }));
    const after = store.getRows();
    expect(after[1]).toBe(before[1]);
    expect(after[2]).toBe(before[2]);
  });

  test("rows of messages that are no longer loaded are not kept", () => {
    const message = makeMessage(1);
    open([makeMessage(2), message]);
    const [, before] = store.getRows();
    store.messages.remove(1);
    store.notify();
    store.getRows();
    push(message);
    const [, after] = store.getRows();
    expect(after).toEqual(before);
    expect(after).not.toBe(before);
  });

  test("the divider is above the first unread message", () => {
    open(makeMessages(1, 5), { first_unread_id: 4 });
    expect(kinds()).toEqual(["day", 1, 2, 3, "unread", 4, 5]);
    expect(store.scrollTarget).toEqual({ kind: "unread" });
  });

  test("a reaction is shown before the server confirms it, and taken back if it does not", () => {
    const choices = [{ code: "like", emoji: "👍", image: null, name: "Like", is_extended: false, is_active: true }];
    open([makeMessage(1)]);
    store.reactions.choose(makeMessage(1), "like", choices);
    expect(server.react).toHaveBeenCalledWith({ chat_id: 5, id: 1, code: "like" });
    expect(store.getRows()[1].message.reactions).toMatchObject([{ code: "like", count: 1 }]);
    vi.advanceTimersByTime(10_000);
    expect(store.getRows()[1].message.reactions).toEqual([]);
  });
});

describe("editing", () => {
  /** @param {number} editedId the message that the field contains when the server has stored message 1 */
  const saveFirstWhileEditing = (editedId) => {
    open([makeMessage(2), makeMessage(1)]);
    store.savedEditId = 1;
    store.edited = makeMessage(editedId);
    push(makeMessage(1, { text: "Edited" }), { is_submitted_here: true });
    return store.edited;
  };

  test("the field closes when the server has stored the message", () => {
    expect(saveFirstWhileEditing(1)).toBeNull();
  });

  test("an edit that was begun meanwhile stays open", () => {
    expect(saveFirstWhileEditing(2)).toEqual(makeMessage(2));
  });
});

describe("deleted messages", () => {
  const deleted = { text: "", html: "", deleted_at: "2026-11-22T13:00:00Z" };
  const replyTo = (/** @type {number} */ id) => ({ id, author: ADA, excerpt: `Message ${id}` });

  test("replies to a deleted message no longer quote it", () => {
    open([makeMessage(12, { reply_to: replyTo(3) }), makeMessage(11, { reply_to: replyTo(10) }), makeMessage(10)], {
      has_older: true,
    });
    push(makeMessage(10, deleted));
    const excerpts = () => store.messages.all.map(({ reply_to }) => reply_to?.excerpt);
    expect(excerpts()).toEqual([undefined, "", "Message 3"]);
    // Message 3 is not loaded.
    push(makeMessage(3, deleted));
    expect(excerpts()).toEqual([undefined, "", ""]);
  });

  test("the reply that the viewer is writing no longer quotes it", () => {
    open([makeMessage(2), makeMessage(1)]);
    store.replyTo = makeMessage(1);
    push(makeMessage(2, deleted));
    expect(store.replyTo).toEqual(makeMessage(1));
    push(makeMessage(1, deleted));
    expect(store.replyTo).toBeNull();
    store.replyTo = makeMessage(1);
    merge([makeMessage(2), makeMessage(1, deleted)], { as_of: "300" });
    expect(store.replyTo).toBeNull();
  });
});

describe("ignored users", () => {
  const reply = { id: 2, author: ADA, excerpt: "Message 2" };

  test("their messages and quotes of them disappear from a group", () => {
    open([makeMessage(4, { author: GRACE, reply_to: reply }), makeMessage(2)], {}, { kind: "group" });
    store.receiveIgnoring({ user_id: ADA.id, is_ignoring: true });
    expect(ids()).toEqual([4]);
    expect(store.messages.get(4)?.reply_to).toBeNull();
    store.receiveIgnoring({ user_id: ADA.id, is_ignoring: false });
    expect(server.loadLatest).toHaveBeenCalledWith({ chat_id: 5 });
  });

  test("a direct chat keeps its messages", () => {
    open([makeMessage(2)]);
    store.receiveIgnoring({ user_id: ADA.id, is_ignoring: true });
    expect(ids()).toEqual([2]);
  });
});
