// Shows a message that waits in the outbox like one that the server has stored.

/** @import { PendingMessage } from "./outbox.js" */

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {string} text */
const escapeHtml = (text) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]);

/**
 * Returns the text as HTML. Until the server has rendered the message, the browser shows its Markdown source.
 * @param {string} text
 */
export function textToHtml(text) {
  const paragraphs = text.split(/\n{2,}/).map((part) => escapeHtml(part).replaceAll("\n", "<br>"));
  return paragraphs.map((part) => `<p>${part}</p>`).join("");
}

/**
 * @param {PendingMessage} pending
 * @param {UserSummary} author
 * @returns {MessageView}
 */
export function toMessage({ chat_id, text, reply_to, media, files, created_at }, author) {
  return {
    ...{ id: 0, chat_id, author, text, html: text ? textToHtml(text) : "", change: "", subject: null, reply_to },
    ...{ reactions: [], my_reaction: null, client_id: null, can: { edit: false, delete: false, react: false } },
    ...{ edited_at: null, deleted_at: null, created_at, media, files },
  };
}
