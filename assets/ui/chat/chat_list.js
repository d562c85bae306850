// The list of chats. The server sends one page at a time, and a push for each chat that changes.
import { useSyncExternalStore } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { onPush } from "$/public/ui/pushes.js";
import { draftsChanged, readChatDraft } from "./drafts.js";
import { summarize } from "./summary.js";
import { excerptOf } from "./texts.js";
import { currentChat, useChatId } from "./thread.js";
import { listTime } from "./times.js";

/** @typedef {Pick<UserSummary, "id"> | null} Viewer */

const MAX_SHOWN_COUNT = 99;

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
 * Returns the URL of a chat. It keeps the folder of the list beside the chat.
 * @param {ChatView} chat
 */
function chatUrl(chat) {
  const folder = folderOf(chat);
  return folder === "inbox" ? `/m/${chat.id}` : `/m/${chat.id}?folder=${folder}`;
}

/** @param {ChatView} chat */
function folderOf({ is_request, is_archived }) {
  if (is_request) return "requests";
  return is_archived ? "archived" : "inbox";
}

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
  const rows = list.all.map((chat) => buildRow(chat, viewer?.id ?? 0, activeId));
  return { rows, folder: list.folder, search: list.search, next_cursor: list.nextCursor, is_ready: list.isReady };
}

/**
 * @param {ChatView} chat
 * @param {number} viewerId
 * @param {number} activeId
 * @returns {ChatListRow}
 */
export function buildRow(chat, viewerId, activeId) {
  const { last_message: last, unread_count: unread } = chat;
  const isActive = chat.id === activeId;
  const draft = isActive ? "" : readChatDraft(viewerId, chat.id);
  const isRead = isActive && currentChat().isAtEnd && document.hasFocus();
  const isOwn = last?.author.id === viewerId && !last.change;
  return {
    key: String(chat.id),
    id: chat.id,
    href: chatUrl(chat),
    ...summarize(chat, viewerId),
    time: last ? listTime(last.created_at) : "",
    prefix: draft ? gettext("Draft:") : last ? authorPrefix(chat, last, isOwn) : "",
    excerpt: draft || (last && !last.change ? excerptOf(last) : ""),
    change: !draft && last?.change ? last : null,
    is_draft: draft !== "",
    unread: isRead || !unread ? "" : unread > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(unread),
    is_active: isActive,
    state: isOwn && last ? (isReadByPartner(chat, last.id, viewerId) ? "read" : "sent") : "",
  };
}

/**
 * @param {ChatView} chat
 * @param {MessageView} last
 * @param {boolean} isOwn
 */
function authorPrefix(chat, last, isOwn) {
  if (last.change) return "";
  if (isOwn) return gettext("You:");
  return chat.kind === "group" ? gettext("{name}:", { name: last.author.name }) : "";
}

/**
 * @param {ChatView} chat
 * @param {number} messageId
 * @param {number} viewerId
 */
const isReadByPartner = ({ members }, messageId, viewerId) =>
  members.some(({ user, last_read_message_id: id }) => user.id !== viewerId && id !== null && id >= messageId);
