// The loaded messages of a chat, merged from the pages and pushes that the server has sent, and the place at which the
// reader is.
import { RequestQueue } from "$/public/ui/discussion/request_queue.js";
import { LoadedMessages } from "./messages.js";
import { outbox } from "./outbox.js";
import { ReactionChoices } from "./reaction_choices.js";
import { RecentPushes } from "./recent_pushes.js";
import { server } from "./server.js";
import { describeMessage } from "./texts.js";

// A tab that was away longer than this number of pages starts from the latest message.
const MAX_MISSED_PAGES = 3;
// The server sends the latest page after a reconnection. The tab asks for it if only the network was away.
const RELOAD_DELAY_MS = 2_000;

/**
 * What the page scrolls to after the next render: the end, the unread divider, or a message.
 * @typedef {{ kind: "end" | "unread" } | { kind: "message", id: number }} ScrollTarget
 * @typedef {Pick<UserSummary, "id"> & Partial<UserSummary>} Viewer
 */

export class MessageWindow {
  messages = new LoadedMessages();
  requests = new RequestQueue(() => this.notify());
  reactions = new ReactionChoices(() => this.notify());
  /** @type {Viewer} */
  viewer = { id: 0 };
  isReady = false;
  // The reader sees the latest messages.
  isAtEnd = true;
  // The message above which the page shows "New messages". 0 if there is none.
  unreadId = 0;
  newCount = 0;
  targetId = 0;
  announcement = "";
  version = 0;
  /** @type {ScrollTarget | null} */
  scrollTarget = null;
  // The text that the viewer searches in the chat, and the messages that contain it.
  searched = "";
  /** @type {MessagesPage | null} */
  found = null;
  #pushes = /** @type {RecentPushes<MessagePush>} */ (new RecentPushes());
  #missedPages = 0;
  // After a lost connection, pushes wait for the latest page. There may be messages before them that are not loaded.
  #mayMiss = false;
  // Whether the next latest page replaces the messages: because the chat has just been opened, or because the reader
  // wants to see the end.
  #isOpening = true;
  #startsAnew = false;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {number} chatId */
  constructor(chatId) {
    this.chatId = chatId;
  }

  /** @param {() => void} listener */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** @param {Viewer} viewer */
  setViewer(viewer) {
    if (viewer.id !== this.viewer.id) this.viewer = viewer;
  }

  /** Tells the server what the viewer has read. */
  markRead() {}

  /** Renders the conversation again. */
  notify() {
    this.version += 1;
    this.#listeners.forEach((listener) => listener());
  }

  /** Shows the chat from its end or from its first unread message, as soon as the server has sent the latest page. */
  open() {
    this.#isOpening = true;
    this.isAtEnd = true;
    this.unreadId = 0;
    this.newCount = 0;
    this.targetId = 0;
    this.searched = "";
    this.found = null;
    this.announcement = "";
    this.scrollTarget = { kind: "end" };
  }

  /** @param {MessagesPage} page */
  mergePage(page) {
    this.requests.finish(page.kind);
    page.items.forEach(({ client_id }) => client_id && outbox.remove(client_id));
    if (page.kind === "search") this.found = page;
    else if (page.kind === "older") this.#mergeOlder(page);
    else if (page.kind === "newer") this.#mergeNewer(page);
    else if (page.kind === "around") this.#showAround(page);
    else this.#mergeLatest(page);
  }

  /** @param {MessagesPage} page */
  #mergeOlder({ anchor_id, items, as_of, has_older }) {
    if (anchor_id !== this.messages.oldestId) return;
    this.messages.putAll(items, as_of);
    this.messages.hasOlder = has_older;
    this.messages.dropNewest();
  }

  /** @param {MessagesPage} page */
  #mergeNewer({ anchor_id, items, as_of, has_newer }) {
    if (anchor_id !== this.messages.newestId) return;
    this.messages.putAll(items, as_of);
    this.messages.hasNewer = has_newer;
    this.messages.dropOldest();
    if (!has_newer) {
      this.#missedPages = 0;
      this.#applyPushesSince(as_of);
    } else if (this.#missedPages) this.#loadMissed();
  }

  /** @param {MessagesPage} page */
  #showAround(page) {
    // After a reconnection the URL still selects the message, but the reader may be elsewhere.
    if (page.is_initial && !this.#isOpening) return this.#loadLatest();
    this.#replaceAll(page);
    this.#isOpening = false;
    this.targetId = page.anchor_id;
    this.scrollTarget = { kind: "message", id: page.anchor_id };
    this.isAtEnd = false;
    return undefined;
  }

  /** @param {MessagesPage} page */
  #mergeLatest(page) {
    this.#mayMiss = false;
    if (this.#isOpening || this.#startsAnew || !this.messages.size) return this.#startFrom(page);
    const { items, has_older, as_of } = page;
    if (this.messages.hasNewer) return undefined; // The reader is further up.
    const start = items.at(-1)?.id ?? 0;
    if (has_older && start > this.messages.newestId) return this.#loadMissed();
    this.messages.removeMissing(items, as_of);
    const known = this.messages.newestId;
    this.messages.putAll(items, as_of);
    this.#noteNew(items.filter(({ id }) => id > known));
    return this.#applyPushesSince(as_of);
  }

  /** @param {MessagesPage} page */
  #startFrom(page) {
    const isFirst = this.#isOpening;
    this.#replaceAll(page);
    this.#isOpening = false;
    this.#startsAnew = false;
    this.#missedPages = 0;
    if (isFirst) this.unreadId = page.first_unread_id;
    this.newCount = 0;
    const hasDivider = isFirst && this.messages.has(this.unreadId);
    this.scrollTarget = hasDivider ? { kind: "unread" } : { kind: "end" };
    this.isAtEnd = !hasDivider;
    this.#applyPushesSince(page.as_of);
  }

  /** @param {MessagesPage} page */
  #replaceAll({ items, as_of, has_older, has_newer }) {
    this.messages.clear();
    this.messages.putAll(items, as_of);
    this.messages.hasOlder = has_older;
    this.messages.hasNewer = has_newer;
    this.isReady = true;
  }

  /** Loads what was written while the tab was offline, or starts anew if that is too much. */
  #loadMissed() {
    this.messages.hasNewer = true;
    this.#missedPages += 1;
    if (this.#missedPages > MAX_MISSED_PAGES) this.showEnd();
    else this.loadNewer();
  }

  /** @param {string} asOf */
  #applyPushesSince(asOf) {
    this.#pushes.since(asOf).forEach((push) => this.#apply(push));
  }

  /** @param {MessagePush} push */
  mergePush(push) {
    this.#pushes.add(push);
    if (this.isReady && (!this.#mayMiss || this.messages.has(push.message.id))) this.#apply(push);
  }

  /** @param {boolean} isConnected */
  setConnected(isConnected) {
    if (!isConnected) this.#mayMiss = this.isReady;
    else if (this.#mayMiss) setTimeout(() => this.#mayMiss && this.#loadLatest(), RELOAD_DELAY_MS);
  }

  /** @param {MessagePush} push */
  #apply({ message, loaded_at }) {
    this.reactions.confirm(message);
    if (this.messages.has(message.id)) return this.messages.put(message, loaded_at);
    if (message.id < this.messages.oldestId && this.messages.hasOlder) return this.messages.emptyQuotes(message);
    if (this.messages.hasNewer) return this.#count([message]);
    this.messages.put(message, loaded_at);
    return this.#noteNew([message]);
  }

  /**
   * Announces messages that have just arrived, and marks where the unread ones begin.
   * @param {MessageView[]} messages
   */
  #noteNew(messages) {
    const fromOthers = messages.filter((message) => this.isFromOthers(message));
    if (!fromOthers.length) return;
    const latest = fromOthers.reduce((first, second) => (first.id > second.id ? first : second));
    this.announcement = describeMessage(latest);
    if (!this.unreadId && !isReading()) this.unreadId = Math.min(...fromOthers.map(({ id }) => id));
    this.#count(messages);
  }

  /** @param {MessageView[]} messages */
  #count(messages) {
    if (this.isAtEnd && !this.messages.hasNewer) return;
    this.newCount += messages.filter((message) => this.isFromOthers(message)).length;
  }

  /** @param {MessageView} message */
  isFromOthers({ author, change, deleted_at }) {
    return author.id !== this.viewer.id && !change && !deleted_at;
  }

  loadOlder() {
    const { oldestId, hasOlder } = this.messages;
    if (this.isReady && hasOlder)
      this.requests.add("older", () => server.loadOlder({ chat_id: this.chatId, id: oldestId }));
  }

  loadNewer() {
    const { newestId, hasNewer } = this.messages;
    if (this.isReady && hasNewer)
      this.requests.add("newer", () => server.loadNewer({ chat_id: this.chatId, id: newestId }));
  }

  #loadLatest() {
    this.requests.add("latest", () => server.loadLatest({ chat_id: this.chatId }));
  }

  /** Loads the latest messages again, in place of those that are shown. */
  reload() {
    this.#startsAnew = true;
    this.#loadLatest();
  }

  /**
   * Removes the messages of a user, and what others quote of them.
   * @param {number} userId
   */
  hideAuthor(userId) {
    this.messages.hideAuthor(userId);
    this.#pushes.remove(({ message }) => message.author.id === userId);
    if (this.unreadId && !this.messages.has(this.unreadId)) this.unreadId = 0;
  }

  /** Scrolls to the latest messages, and loads them if necessary. */
  showEnd() {
    this.targetId = 0;
    if (this.messages.hasNewer) {
      this.reload();
    } else {
      this.scrollTarget = { kind: "end" };
      this.notify();
    }
  }

  /**
   * Scrolls to a message, and loads the messages around it if necessary.
   * @param {number} id
   */
  showMessage(id) {
    if (!this.messages.has(id)) {
      return this.requests.add("around", () => server.loadAround({ chat_id: this.chatId, id }));
    }
    this.targetId = id;
    this.scrollTarget = { kind: "message", id };
    return this.notify();
  }

  /** @param {boolean} isAtEnd */
  setAtEnd(isAtEnd) {
    if (isAtEnd === this.isAtEnd) return;
    this.isAtEnd = isAtEnd;
    if (isAtEnd && !this.messages.hasNewer) this.newCount = 0;
    this.notify();
    this.markRead();
  }
}

/** Returns whether the viewer looks at this tab. */
export const isReading = () => document.visibilityState === "visible" && document.hasFocus();
