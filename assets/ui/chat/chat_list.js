// The list of chats. The server sends one page at a time, and a push for each chat that changes.
import { useSyncExternalStore } from "react";
import { onPush } from "$/public/ui/pushes.js";
import { buildListRow, folderOf } from "./chat_list_rows.js";
import { draftsChanged } from "./drafts.js";
import { useChatId } from "./thread.js";

/** @typedef {Pick<UserSummary, "id"> | null} Viewer */

export class ChatListStore {
  /** @type {Map<number, ChatView>} */
  #chats = new Map();
  /** @type {ChatListPage | null} */
  #page = null;
  search = "";
  folder = "inbox";
  nextCursor = "";
  isReady = false;
  version = 0;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {() => void} listener */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  notify = () => {
    this.version += 1;
    this.#listeners.forEach((listener) => listener());
  };

  /** @param {number} id */
  find(id) {
    return this.#chats.get(id) ?? null;
  }

  /** Returns the chats, the one with the latest message first. */
  get all() {
    return [...this.#chats.values()].sort((first, second) => latestId(second) - latestId(first));
  }

  /** @param {ChatListPage | null} page */
  merge(page) {
    if (!page || page === this.#page) return;
    this.#page = page;
    if (!page.start_cursor) {
      this.#chats.clear();
      this.folder = page.folder;
      this.search = page.search;
    } else if (page.start_cursor !== this.nextCursor) return;
    page.rows.forEach((chat) => this.#chats.set(chat.id, chat));
    this.nextCursor = page.next_cursor;
    this.isReady = true;
  }

  /** @param {ChatView} chat */
  receive(chat) {
    if (!this.isReady) return;
    const isKnown = this.#chats.has(chat.id);
    if (folderOf(chat) !== this.folder) this.#chats.delete(chat.id);
    else if (isKnown || !this.search) this.#chats.set(chat.id, chat);
    this.notify();
  }

  /** @param {number} id */
  remove(id) {
    if (this.#chats.delete(id)) this.notify();
  }
}

const list = new ChatListStore();

onPush("chat", ({ chat }) => list.receive(chat));
onPush("chat_removed", ({ chat_id }) => list.remove(chat_id));
draftsChanged.add(list.notify);

/** @param {ChatView} chat */
const latestId = ({ last_message }) => last_message?.id ?? 0;

/**
 * Returns the loaded part of the list (`ChatListView` in components/chat/rows.py).
 * @param {ChatListPage | null} page
 * @param {Viewer} viewer
 * @returns {ChatListView}
 */
export function useChatList(page, viewer) {
  const activeId = useChatId();
  list.merge(page);
  useSyncExternalStore(
    list.subscribe,
    () => list.version,
    () => 0,
  );
  const rows = list.all.map((chat) => buildListRow(chat, viewer?.id ?? 0, activeId));
  return { rows, folder: list.folder, search: list.search, next_cursor: list.nextCursor, is_ready: list.isReady };
}
