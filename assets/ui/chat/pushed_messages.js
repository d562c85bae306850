// Keeps the latest pushed messages of a chat for pages that were loaded before them and arrive after them.

const MAX_PUSHES = 100;

export class PushedMessages {
  /** @type {MessagePush[]} */
  #pushes = [];

  /** @param {MessagePush} push */
  add(push) {
    this.#pushes = [...this.#pushes, push].slice(-MAX_PUSHES);
  }

  /** @param {number} userId */
  removeAuthor(userId) {
    this.#pushes = this.#pushes.filter(({ message }) => message.author.id !== userId);
  }

  /**
   * Returns the pushes that a page may not contain.
   * @param {string} asOf the time at which the page was loaded
   */
  since(asOf) {
    return this.#pushes.filter(({ loaded_at }) => loaded_at >= asOf);
  }
}
