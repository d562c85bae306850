// The list of chats. The server sends one page at a time, and a push for each chat that changes.
import { useSyncExternalStore } from "react";
import { onPush } from "$/public/ui/pushes.js";
import { buildListRow, folderOf } from "./chat_list_rows.js";
import { draftsChanged } from "./drafts.js";
import { RecentPushes } from "./recent_pushes.js";
import { useChatId } from "./thread.js";

/** @typedef {Pick<UserSummary, "id"> | null} Viewer */

export class ChatListStore {
  /** @type {Map<number, ChatView>} */
  #chats = new Map();
  /**
   * The time of the load of each chat. An older copy never replaces a newer one.
   * @type {Map<number, string>}
   */
  #loadedAt = new Map();
  #pushes = /** @type {RecentPushes<ChatPush>} */ (new RecentPushes());
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
      this.#loadedAt.clear();
      this.folder = page.folder;
      this.search = page.search;
    } else if (page.start_cursor !== this.nextCursor) return;
    page.rows.forEach((chat) => this.#isOutdated(chat, page.as_of) || this.#put(chat, page.as_of));
    this.nextCursor = page.next_cursor;
    this.isReady = true;
    this.#pushes.since(page.as_of).forEach((push) => this.#apply(push));
  }

  /** @param {ChatPush} push */
  receive(push) {
    this.#pushes.add(push);
    if (!this.isReady) return;
    this.#apply(push);
    this.notify();
  }

  /** @param {ChatPush} push */
  #apply({ chat, loaded_at }) {
    if (this.#isOutdated(chat, loaded_at)) return;
    const isKnown = this.#chats.has(chat.id);
    if (isKnown || !this.search) this.#put(chat, loaded_at);
  }

  /**
   * @param {ChatView} chat
   * @param {string} loadedAt
   */
  #isOutdated({ id }, loadedAt) {
    return (this.#loadedAt.get(id) ?? "") > loadedAt;
  }

  /**
   * Adds or replaces a chat, or removes it if it is now in another folder.
   * @param {ChatView} chat
   * @param {string} loadedAt
   */
  #put(chat, loadedAt) {
    this.#loadedAt.set(chat.id, loadedAt);
    if (folderOf(chat) === this.folder) this.#chats.set(chat.id, chat);
    else this.#chats.delete(chat.id);
  }

  /** @param {number} id */
  remove(id) {
    this.#pushes.remove(({ chat }) => chat.id === id);
    if (this.#chats.delete(id)) this.notify();
  }
}

const list = new ChatListStore();

onPush("chat", (push) => list.receive(push));
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
