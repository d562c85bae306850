// The messages that the viewer has sent and that the server has not confirmed. This browser stores them until then, so
// that they survive a reload and a lost connection. The server stores one message per `client_id`, so each attempt to
// send a message uses the same one.
import { createMessageId } from "$/public/ui/writing/composer/pending_message.js";
import { listDraftKeys, readDraft, removeDraft, saveDraft } from "$/public/ui/writing/draft_storage.js";
import { Timers } from "$/public/ui/writing/timers.js";

const RESPONSE_TIMEOUT_MS = 15_000;
const RETRY_MS = 5_000;
// A tab stores its messages again in this interval, so that the other tabs know that it is open.
const RENEWAL_MS = 10_000;
// A message that was not stored again for this time belongs to a tab that was closed, and another tab sends it.
const ABANDONED_MS = 30_000;

/**
 * @import { Handlers } from "./server.js"
 * @typedef {{ text: string, reply_to?: ReplyExcerpt | null, media?: any[], files?: any[] }} NewMessage
 *
 * `state` is "waiting" before an attempt and without a connection, "sending" during an attempt, or "rejected". A waiting
 * message has an `error` if the last attempt failed and the browser will try again, not before `retry_at` (in
 * milliseconds, or 0).
 * @typedef {object} PendingMessage
 * @property {number} chat_id
 * @property {string} client_id
 * @property {string} text
 * @property {ReplyExcerpt | null} reply_to
 * @property {any[]} media
 * @property {any[]} files
 * @property {string} created_at
 * @property {"waiting" | "sending" | "rejected"} state
 * @property {string} error
 * @property {number} retry_at
 *
 * @typedef {Pick<MessageRejectedPush, "client_id"> & Partial<MessageRejectedPush>} Rejection
 */

/** @param {string | null | undefined} id */
export const normalizeId = (id) => (id ?? "").replaceAll("-", "");

export class Outbox {
  /** @type {PendingMessage[]} */
  #messages = [];
  #viewerId = 0;
  #isConnected = false;
  /**
   * The messages that the storage contains, unless another tab has removed them.
   * @type {WeakSet<PendingMessage>}
   */
  #stored = new WeakSet();
  #timers = new Timers();
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Handlers["send"]} */
  send = () => undefined;

  /** @param {() => void} listener */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Loads the messages of a viewer that this browser has stored.
   * @param {number} viewerId
   */
  open(viewerId) {
    if (viewerId === this.#viewerId) return;
    this.#timers.cancelAll();
    this.#messages = [];
    this.#viewerId = viewerId;
    if (!viewerId) return;
    this.#adopt(isReload());
    this.#renew();
  }

  /** @param {boolean} isConnected */
  setConnected(isConnected) {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    // Without a connection the browser does not know whether an attempt has arrived.
    for (const message of this.#messages) {
      if (message.state === "sending") this.#wait(message);
    }
    this.#flush();
  }

  /**
   * Returns the messages of a chat in their order.
   * @param {number} chatId
   */
  list(chatId) {
    return this.#messages.filter(({ chat_id }) => chat_id === chatId);
  }

  /**
   * @param {number} chatId
   * @param {NewMessage} content
   */
  add(chatId, { text, reply_to = null, media = [], files = [] }) {
    /** @type {PendingMessage} */
    const message = {
      ...{ chat_id: chatId, client_id: createMessageId(), text, reply_to, media, files },
      ...{ created_at: new Date().toISOString(), state: "waiting", error: "", retry_at: 0 },
    };
    this.#messages.push(message);
    this.#store(message);
    this.#flush();
  }

  /**
   * Removes a message that the server has stored, or that the viewer has deleted.
   * @param {string | null | undefined} clientId
   */
  remove(clientId) {
    const message = this.#find(clientId);
    if (!message) return;
    this.#timers.cancel(message.client_id);
    this.#messages = this.#messages.filter((other) => other !== message);
    removeDraft(this.#key(message));
    this.#flush();
  }

  /** @param {Rejection} rejection */
  reject({ client_id, is_final = true, reason = "", retry_after }) {
    const message = this.#find(client_id);
    if (!message) return;
    if (is_final) {
      this.#timers.cancel(message.client_id);
      Object.assign(message, { state: "rejected", error: reason });
      this.#store(message);
    } else {
      message.error = reason;
      this.#wait(message, retry_after ? retry_after * 1000 : RETRY_MS);
    }
    this.#flush();
  }

  /** @param {string} clientId */
  retry(clientId) {
    const message = this.#find(clientId);
    if (!message) return;
    this.#timers.cancel(message.client_id);
    Object.assign(message, { state: "waiting", error: "", retry_at: 0 });
    this.#flush();
  }

  /** Sends the next message of each chat that has none on its way. */
  #flush() {
    this.#dropRemoved();
    if (this.#isConnected) {
      const chatIds = new Set(this.#messages.map(({ chat_id }) => chat_id));
      chatIds.forEach((chatId) => this.#sendNext(chatId));
    }
    this.#listeners.forEach((listener) => listener());
  }

  /** @param {number} chatId */
  #sendNext(chatId) {
    const next = this.list(chatId).find(({ state }) => state !== "rejected");
    if (!next || next.state === "sending" || this.#timers.has(next.client_id)) return;
    Object.assign(next, { state: "sending", error: "", retry_at: 0 });
    this.#store(next);
    this.#timers.schedule(next.client_id, RESPONSE_TIMEOUT_MS, () => {
      next.state = "waiting";
      this.#flush();
    });
    const { chat_id, client_id, text, reply_to } = next;
    const [media, files] = [next.media, next.files].map((uploads) => uploads.map(({ id }) => id));
    this.send({ chat_id, message: { client_id, text, media, files, reply_to_id: reply_to?.id ?? null } });
  }

  /**
   * Ends an attempt. The next one begins after `delay`, and with a delay of 0 as soon as possible.
   * @param {PendingMessage} message
   */
  #wait(message, delay = 0) {
    Object.assign(message, { state: "waiting", retry_at: delay && Date.now() + delay });
    this.#store(message);
    this.#scheduleAttempt(message);
  }

  /** @param {PendingMessage} message */
  #scheduleAttempt({ client_id, retry_at }) {
    this.#timers.cancel(client_id);
    const delay = retry_at - Date.now();
    if (delay > 0) this.#timers.schedule(client_id, delay, () => this.#flush());
  }

  /**
   * Takes over stored messages whose tab was closed.
   * @param {boolean} [isOwn] whether this tab has probably stored the messages itself
   */
  #adopt(isOwn = false) {
    const keys = listDraftKeys(`message:${this.#viewerId}:`);
    const stored = keys.map((key) => /** @type {PendingMessage & { savedAt: number }} */ (readDraft(key)));
    const isUnknown = (/** @type {PendingMessage} */ { client_id }) => !this.#find(client_id);
    const found = stored.filter((message) => message && isUnknown(message));
    const limit = Date.now() - ABANDONED_MS;
    const isAbandoned = (/** @type {PendingMessage & { savedAt: number }} */ { state, savedAt }) =>
      state === "rejected" || savedAt <= limit || isOwn;
    for (const message of found.filter(isAbandoned)) {
      if (message.state === "sending") message.state = "waiting";
      this.#messages.push(message);
      this.#stored.add(message);
      this.#store(message);
      this.#scheduleAttempt(message);
    }
    this.#messages.sort((first, second) => (first.created_at < second.created_at ? -1 : 1));
    this.#timers.schedule("adopt", ABANDONED_MS, () => this.#adopt());
    this.#flush();
  }

  /** Stores the messages again, so that other tabs do not take them over. */
  #renew() {
    const unsent = this.#messages.filter(({ state }) => state !== "rejected");
    unsent.forEach((message) => this.#store(message));
    this.#timers.schedule("renew", RENEWAL_MS, () => this.#renew());
  }

  /** Drops the messages that another tab has removed, after they were sent or deleted there. */
  #dropRemoved() {
    const removed = this.#messages.filter((message) => this.#isRemoved(message));
    removed.forEach(({ client_id }) => this.#timers.cancel(client_id));
    this.#messages = this.#messages.filter((message) => !removed.includes(message));
  }

  /** @param {PendingMessage} message */
  #isRemoved(message) {
    return this.#stored.has(message) && !readDraft(this.#key(message));
  }

  /** @param {string | null | undefined} clientId */
  #find(clientId) {
    const id = normalizeId(clientId);
    return this.#messages.find(({ client_id }) => client_id === id);
  }

  /** @param {PendingMessage} message */
  #store(message) {
    const isStored = !this.#isRemoved(message) && saveDraft(this.#key(message), message);
    if (isStored) this.#stored.add(message);
  }

  /** @param {PendingMessage} message */
  #key({ chat_id, client_id }) {
    return `message:${this.#viewerId}:${chat_id}:${client_id}`;
  }
}

/** Returns whether this tab was reloaded, so that it has probably stored the messages itself. */
function isReload() {
  const [entry] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type === "reload";
}

export const outbox = new Outbox();
