// The messages that the viewer has sent and that the server has not confirmed. This browser stores them until then, so
// that they survive a reload and a lost connection. The server stores one message per `client_id`, so each attempt to
// send a message uses the same one.
import { createMessageId } from "$/public/ui/writing/composer/pending_message.js";
import { listDraftKeys, readDraft, removeDraft, saveDraft } from "$/public/ui/writing/draft_storage.js";
import { Timers } from "$/public/ui/writing/timers.js";

const RESPONSE_TIMEOUT_MS = 15_000;
const RETRY_MS = 5_000;
// After this time without an attempt, a message belongs to a tab that was closed, and another tab sends it.
const ABANDONED_MS = 30_000;

/**
 * @import { Handlers } from "./server.js"
 * @typedef {{ text: string, reply_to?: ReplyExcerpt | null, media?: any[], files?: any[] }} NewMessage
 *
 * `state` is "waiting" before an attempt and without a connection, "sending" during an attempt, or "rejected". A waiting
 * message has an `error` if the last attempt failed and the browser will try again.
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
    if (viewerId) this.#adopt();
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
      ...{ created_at: new Date().toISOString(), state: "waiting", error: "" },
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
      this.#wait(message, retry_after ? retry_after * 1000 : RETRY_MS);
      message.error = reason;
    }
    this.#flush();
  }

  /** @param {string} clientId */
  retry(clientId) {
    const message = this.#find(clientId);
    if (!message) return;
    this.#timers.cancel(message.client_id);
    Object.assign(message, { state: "waiting", error: "" });
    this.#flush();
  }

  /** Sends the next message of each chat that has none on its way. */
  #flush() {
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
    Object.assign(next, { state: "sending", error: "" });
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
    message.state = "waiting";
    this.#timers.cancel(message.client_id);
    if (delay) this.#timers.schedule(message.client_id, delay, () => this.#flush());
  }

  /** Takes over stored messages whose tab was closed. */
  #adopt() {
    const keys = listDraftKeys(`message:${this.#viewerId}:`);
    const stored = keys.map((key) => /** @type {PendingMessage & { savedAt: number }} */ (readDraft(key)));
    const isUnknown = (/** @type {PendingMessage} */ { client_id }) => !this.#find(client_id);
    const found = stored.filter((message) => message && isUnknown(message));
    const limit = Date.now() - ABANDONED_MS;
    const isAbandoned = (/** @type {PendingMessage & { savedAt: number }} */ { state, savedAt }) =>
      state === "rejected" || savedAt <= limit || isReload();
    for (const message of found.filter(isAbandoned)) {
      const state = message.state === "rejected" ? "rejected" : "waiting";
      this.#messages.push({ ...message, state });
    }
    this.#messages.sort((first, second) => (first.created_at < second.created_at ? -1 : 1));
    this.#timers.schedule("adopt", ABANDONED_MS, () => this.#adopt());
    this.#flush();
  }

  /** @param {string | null | undefined} clientId */
  #find(clientId) {
    const id = normalizeId(clientId);
    return this.#messages.find(({ client_id }) => client_id === id);
  }

  /** @param {PendingMessage} message */
  #store(message) {
    saveDraft(this.#key(message), message);
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
