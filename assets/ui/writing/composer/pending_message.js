// The pending message: it was sent and has no response yet. Its content stays the same while the user goes on typing.
//
// The server stores one message per `client_id`. Without a response the browser does not know whether the message was
// stored, so the next attempt uses the same ID even if the text has changed. If the first attempt did arrive, the
// server rejects the second one, and the user decides what to do. With a new ID, both texts would be posted. Text that
// is written after a response is a new message. Each attempt has a revision, which the response contains.

/**
 * @typedef {{ text: string, media: string[], base_version: number | null }} Content
 * @typedef {Content & { client_id: string, revision: number }} Message
 */

export function createMessageId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns the message to send now. `previous` is the message that has no response yet, or null.
 * @param {Content} content
 * @param {Message | null} previous
 * @returns {Message}
 */
export function nextMessage(content, previous) {
  if (previous && hasSameContent(content, previous)) return previous;
  return { ...content, client_id: previous?.client_id ?? createMessageId(), revision: (previous?.revision ?? 0) + 1 };
}

/**
 * Returns whether `response` answers this attempt to send `message`. Other composers get the same responses.
 * @param {Partial<Message> | null | undefined} response
 * @param {Message | null} message
 */
export const matchesMessage = (response, message) =>
  message !== null && response?.client_id === message.client_id && response.revision === message.revision;

/**
 * Returns the part of the text that was typed after the stored text.
 * @param {string} text
 * @param {string} storedText
 */
export function remainingText(text, storedText) {
  const trimmed = text.trim();
  const added = trimmed.slice(storedText.length);
  if (!trimmed.startsWith(storedText) || !/^\s/.test(added)) return trimmed === storedText ? "" : text;
  return text.trimStart().slice(storedText.length).trimStart();
}

/**
 * @param {Content} content
 * @param {Content} message
 */
const hasSameContent = (content, message) =>
  content.text === message.text && content.media.join() === message.media.join();
