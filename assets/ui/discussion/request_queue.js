// The requests of a discussion for more comments. They are sent one at a time, because the State holds only one
// response.
const TIMEOUT_MS = 10_000;

export class RequestQueue {
  /**
   * The pending requests: the function that sends each request, by its load key.
   * @type {Map<string | number, () => void>}
   */
  #pending = new Map();
  // The key of the request that the server has not answered yet.
  /** @type {string | number | undefined} */
  #sentKey;
  /** @type {Timer | undefined} */
  #timer;
  #onChange;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** @param {string | number} key */
  has(key) {
    return this.#pending.has(key);
  }

  /**
   * Queues a request. Does nothing if a request with the same key is pending.
   * @param {string | number} key
   * @param {() => void} send
   */
  add(key, send) {
    if (this.#pending.has(key)) return;
    this.#pending.set(key, send);
    if (this.#pending.size === 1) this.#sendNext();
    this.#onChange();
  }

  /**
   * Removes the request that the server has answered and sends the next one.
   * @param {string | number} key
   */
  finish(key) {
    this.#pending.delete(key);
    if (key === this.#sentKey) this.#sentKey = undefined;
    setTimeout(() => this.#sendNext());
  }

  #sendNext() {
    const [next] = this.#pending;
    if (next && next[0] === this.#sentKey) return;
    clearTimeout(this.#timer);
    if (!next) return;
    const [key, send] = next;
    this.#sentKey = key;
    send();
    this.#timer = setTimeout(() => {
      this.#pending.clear();
      this.#sentKey = undefined;
      this.#onChange();
    }, TIMEOUT_MS);
  }
}
