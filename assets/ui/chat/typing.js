// The people who are writing in a chat at the moment.
import { gettext } from "$/public/ui/i18n.js";

// The server sends at most one push each 3 seconds while a person writes.
const TYPING_MS = 6_000;

export class TypingPeople {
  /** @type {Map<number, { user: UserSummary, timer: Timer }>} */
  #people = new Map();
  #onChange;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** @param {UserSummary} user */
  add(user) {
    clearTimeout(this.#people.get(user.id)?.timer);
    const timer = setTimeout(() => this.remove(user.id), TYPING_MS);
    this.#people.set(user.id, { user, timer });
    this.#onChange();
  }

  /** @param {number} userId */
  remove(userId) {
    clearTimeout(this.#people.get(userId)?.timer);
    if (this.#people.delete(userId)) this.#onChange();
  }

  /**
   * Returns who is writing as a text, or "".
   * @param {boolean} isGroup
   */
  getText(isGroup) {
    const [first, second, ...others] = [...this.#people.values()].map(({ user }) => user.name);
    if (!first) return "";
    if (!isGroup) return gettext("typing…");
    if (!second) return gettext("{name} is typing…", { name: first });
    if (!others.length) return gettext("{first} and {second} are typing…", { first, second });
    return gettext("Several people are typing…");
  }
}
