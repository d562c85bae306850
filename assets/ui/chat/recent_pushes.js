// Keeps the latest pushes for pages that were loaded before them and arrive after them.

const MAX_PUSHES = 100;

/** @template {{ loaded_at: string }} T */
export class RecentPushes {
  /** @type {T[]} */
  #pushes = [];

  /** @param {T} push */
  add(push) {
    this.#pushes = [...this.#pushes, push].slice(-MAX_PUSHES);
  }

  /** @param {(push: T) => boolean} isRemoved */
  remove(isRemoved) {
    this.#pushes = this.#pushes.filter((push) => !isRemoved(push));
  }

  /**
   * Returns the pushes that a page may not contain.
   * @param {string} asOf the time at which the page was loaded
   */
  since(asOf) {
    return this.#pushes.filter(({ loaded_at }) => loaded_at >= asOf);
  }
}
