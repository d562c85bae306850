// Named timers. Scheduling a name again replaces its timer.

export class Timers {
  /** @type {Map<string, Timer>} */
  #timers = new Map();

  /** @param {string} name */
  has(name) {
    return this.#timers.has(name);
  }

  /**
   * @param {string} name
   * @param {number} delay in milliseconds
   * @param {() => void} callback
   */
  schedule(name, delay, callback) {
    this.cancel(name);
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      callback();
    }, delay);
    this.#timers.set(name, timer);
  }

  /** @param {string[]} names */
  cancel(...names) {
    for (const name of names) {
      clearTimeout(this.#timers.get(name));
      this.#timers.delete(name);
    }
  }

  cancelAll() {
    this.cancel(...this.#timers.keys());
  }
}
