import { beforeEach, describe, expect, test, vi } from "vitest";
import { ChatListStore } from "$/public/ui/chat/chat_list.js";
import { buildListRow } from "$/public/ui/chat/chat_list_rows.js";
import { saveChatDraft } from "$/public/ui/chat/drafts.js";
import { stripMarkdown } from "$/public/ui/chat/texts.js";
import { makeChat, makeChatPush, makeMessage, VIEWER } from "./chat_samples.js";
import { GRACE } from "./samples.js";

/**
 * @param {ChatView[]} rows
 * @param {Partial<ChatListPage>} [fields]
 * @returns {ChatListPage}
 */
const makeListPage = (rows, fields = {}) => ({
  ...{ start_cursor: "", next_cursor: "", folder: "inbox", search: "", as_of: "100" },
  rows,
  ...fields,
});

/**
 * @param {number} id
 * @param {number} messageId
 * @param {Partial<ChatView>} [fields]
 */
const chatWith = (id, messageId, fields) => makeChat({ id, last_message: makeMessage(messageId), ...fields });

/** @type {ChatListStore} */
let list;
/** @param {Parameters<typeof makeChatPush>} args */
const push = (...args) => list.receive(makeChatPush(...args));
const unreadCounts = () => list.all.map(({ unread_count }) => unread_count);
const ids = () => list.all.map(({ id }) => id);

beforeEach(() => {
  localStorage.clear();
  list = new ChatListStore();
});

describe("list", () => {
  test("pages are joined, and a chat with a new message moves to the top", () => {
    list.merge(makeListPage([chatWith(1, 30), chatWith(2, 20)], { next_cursor: "c" }));
    list.merge(makeListPage([chatWith(3, 10)], { start_cursor: "c" }));
    push(chatWith(3, 40));
    expect(ids()).toEqual([3, 1, 2]);
  });

  test("a chat appears in its folder and leaves the one it was in", () => {
    list.merge(makeListPage([chatWith(1, 30)]));
    push(chatWith(2, 40, { is_request: true }));
    expect(ids()).toEqual([1]);
    push(chatWith(1, 30, { is_archived: true }));
    expect(ids()).toEqual([]);
    push(chatWith(2, 40));
    expect(ids()).toEqual([2]);
    list.remove(2);
    expect(ids()).toEqual([]);
  });

  test("search results get no new chats", () => {
    list.merge(makeListPage([chatWith(1, 30)], { search: "ada" }));
    push(chatWith(2, 40));
    expect(ids()).toEqual([1]);
  });
});

describe("order of loads", () => {
  test("a page that was loaded before a push does not overwrite it", () => {
    list.merge(makeListPage([chatWith(1, 30)], { next_cursor: "c" }));
    push(chatWith(1, 40, { unread_count: 1 }));
    push(chatWith(2, 20, { is_archived: true }));
    const rows = [chatWith(1, 30), chatWith(2, 20)];
    list.merge(makeListPage(rows, { start_cursor: "c", as_of: "199" }));
    expect(ids()).toEqual([1]);
    expect(unreadCounts()).toEqual([1]);
    list.merge(makeListPage(rows, { as_of: "199" }));
    expect(ids()).toEqual([1]);
    expect(unreadCounts()).toEqual([1]);
    list.merge(makeListPage(rows, { as_of: "201" }));
    expect(ids()).toEqual([1, 2]);
    expect(unreadCounts()).toEqual([0, 0]);
  });

  test("a push before the first page is shown with it, unless the chat was removed", () => {
    push(chatWith(2, 40));
    push(chatWith(3, 50));
    list.remove(3);
    list.merge(makeListPage([chatWith(1, 30)]));
    expect(ids()).toEqual([2, 1]);
  });

  test("an older push is ignored", () => {
    list.merge(makeListPage([chatWith(1, 30)]));
    push(chatWith(1, 40, { unread_count: 2 }), { loaded_at: "202" });
    push(chatWith(1, 30, { unread_count: 1 }), { loaded_at: "201" });
    expect(unreadCounts()).toEqual([2]);
  });
});

describe("rows", () => {
  test("a row shows the other person, who wrote last and whether it was read", () => {
    const chat = makeChat({
      last_message: makeMessage(3, { author: GRACE, html: "", text: "**See** [this](https://x.y)" }),
    });
    expect(buildListRow(chat, VIEWER.id, 0)).toMatchObject({
      name: "Ada Lovelace",
      prefix: "You:",
      excerpt: "See this",
      state: "sent",
      unread: "",
    });
    chat.members[1].last_read_message_id = 3;
    expect(buildListRow(chat, VIEWER.id, 0).state).toBe("read");
  });

  test("a draft takes the place of the latest message", () => {
    saveChatDraft(VIEWER.id, 5, { text: "Dear\nAda", reply_to: null });
    const row = buildListRow(makeChat({ last_message: makeMessage(3) }), VIEWER.id, 0);
    expect(row).toMatchObject({ prefix: "Draft:", excerpt: "Dear Ada", is_draft: true });
  });

  test("a group shows who wrote last, and large counts are cut off", () => {
    const chat = makeChat({ kind: "group", name: "Bread", last_message: makeMessage(3), unread_count: 100 });
    expect(buildListRow(chat, VIEWER.id, 0)).toMatchObject({ name: "Bread", prefix: "Ada:", unread: "99+" });
  });

  test("the chat that the viewer reads has no count", () => {
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    expect(buildListRow(makeChat({ unread_count: 1 }), VIEWER.id, 5).unread).toBe("");
  });
});

test("Markdown is shown as text", () => {
  expect(stripMarkdown("# Title\n- *one*\n> `two` ~~three~~ snake_case 2 * 3")).toBe(
    "Title one two three snake_case 2 * 3",
  );
});
