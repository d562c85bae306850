// The reactions that the viewer has just chosen. They are shown before the server confirms them.
import { countsAfterChoice } from "$/public/ui/reactions.js";
import { server } from "./server.js";

const CONFIRMATION_TIMEOUT_MS = 10_000;

export class ReactionChoices {
  /** @type {Map<number, { code: string, choices: ReactionChoice[], timer: Timer, base?: MessageView, shown?: MessageView }>} */
  #chosen = new Map();
  #onChange;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /**
   * @param {MessageView} message
   * @param {string} code the code of the reaction, or "" to remove it
   * @param {ReactionChoice[]} choices
   */
  choose({ id, chat_id }, code, choices) {
    clearTimeout(this.#chosen.get(id)?.timer);
    const timer = setTimeout(() => {
      this.#chosen.delete(id);
      this.#onChange();
    }, CONFIRMATION_TIMEOUT_MS);
    this.#chosen.set(id, { code, choices, timer });
    server.react({ chat_id, id, code });
    this.#onChange();
  }

  /**
   * Ends a choice that the server has confirmed.
   * @param {MessageView} message
   */
  confirm({ id, my_reaction }) {
    const chosen = this.#chosen.get(id);
    if (!chosen || chosen.code !== (my_reaction ?? "")) return;
    clearTimeout(chosen.timer);
    this.#chosen.delete(id);
  }

  /**
   * Returns the message with the reaction that the viewer has chosen.
   * @param {MessageView} message
   */
  apply(message) {
    const chosen = this.#chosen.get(message.id);
    if (!chosen) return message;
    if (chosen.base !== message || !chosen.shown) {
      const state = { counts: message.reactions, myReaction: message.my_reaction ?? "" };
      chosen.base = message;
      chosen.shown = {
        ...message,
        my_reaction: chosen.code || null,
        reactions: countsAfterChoice(state, chosen.code, chosen.choices),
      };
    }
    return chosen.shown;
  }
}
