// The messages of a chat that this browser tab has loaded. They are an uninterrupted range, which the server's ids order.

// When the reader scrolls further, the messages at the other end of the range are dropped.
const MAX_MESSAGES = 500;

export class LoadedMessages {
  /** @type {Map<number, MessageView>} */
  #byId = new Map();
  /**
   * The time of the load of each message. An older copy never replaces a newer one.
   * @type {Map<number, string>}
   */
  #loadedAt = new Map();
  /** @type {MessageView[] | null} */
  #sorted = null;
  hasOlder = false;
  hasNewer = false;

  get size() {
    return this.#byId.size;
  }

  /** Returns the messages, oldest first. */
  get all() {
    this.#sorted ??= [...this.#byId.values()].sort((first, second) => first.id - second.id);
    return this.#sorted;
  }

  get oldestId() {
    return this.all[0]?.id ?? 0;
  }

  get newestId() {
    return this.all.at(-1)?.id ?? 0;
  }

  /** @param {number} id */
  get(id) {
    return this.#byId.get(id);
  }

  /** @param {number} id */
  has(id) {
    return this.#byId.has(id);
  }

  /**
   * Adds or replaces a message, unless the known copy was loaded later.
   * @param {MessageView} message
   * @param {string} loadedAt
   */
  put(message, loadedAt) {
    if ((this.#loadedAt.get(message.id) ?? "") > loadedAt) return;
    this.#byId.set(message.id, message);
    this.#loadedAt.set(message.id, loadedAt);
    this.#sorted = null;
    this.emptyQuotes(message);
  }

  /**
   * Empties what replies quote of a message if it was deleted, like the server. The message itself may not be loaded.
   * @param {MessageView} quoted
   */
  emptyQuotes({ id, deleted_at }) {
    if (!deleted_at) return;
    for (const message of this.#byId.values()) {
      const { reply_to } = message;
      if (reply_to?.id === id) this.#byId.set(message.id, { ...message, reply_to: { ...reply_to, excerpt: "" } });
    }
    this.#sorted = null;
  }

  /**
   * @param {MessageView[]} messages
   * @param {string} loadedAt
   */
  putAll(messages, loadedAt) {
    messages.forEach((message) => this.put(message, loadedAt));
  }

  clear() {
    this.#byId.clear();
    this.#loadedAt.clear();
    this.#sorted = null;
    this.hasOlder = false;
    this.hasNewer = false;
  }

  /** @param {number} id */
  remove(id) {
    this.#byId.delete(id);
    this.#loadedAt.delete(id);
    this.#sorted = null;
  }

  /**
   * Removes known messages that a reloaded page should contain but does not: the viewer may no longer see them.
   * @param {MessageView[]} items newest first
   * @param {string} asOf
   */
  removeMissing(items, asOf) {
    const ids = new Set(items.map(({ id }) => id));
    const start = items.at(-1)?.id ?? Infinity;
    const isMissing = (/** @type {number} */ id) =>
      id >= start && !ids.has(id) && (this.#loadedAt.get(id) ?? "") < asOf;
    this.all.filter(({ id }) => isMissing(id)).forEach(({ id }) => this.remove(id));
  }

  /**
   * Removes the messages of a user, and what others quote of them.
   * @param {number} userId
   */
  hideAuthor(userId) {
    for (const message of this.all) {
      if (message.author.id === userId) this.remove(message.id);
      else if (message.reply_to?.author.id === userId) this.#byId.set(message.id, { ...message, reply_to: null });
    }
    this.#sorted = null;
  }

  /** Drops the newest messages above the maximum, after older ones were added. */
  dropNewest() {
    const dropped = this.all.slice(MAX_MESSAGES);
    dropped.forEach(({ id }) => this.remove(id));
    if (dropped.length) this.hasNewer = true;
  }

  /** Drops the oldest messages above the maximum, after newer ones were added. */
  dropOldest() {
    const dropped = this.all.slice(0, Math.max(0, this.size - MAX_MESSAGES));
    dropped.forEach(({ id }) => this.remove(id));
    if (dropped.length) this.hasOlder = true;
  }
}
