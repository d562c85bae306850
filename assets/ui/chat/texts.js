// Texts about messages.
import { gettext } from "$/public/ui/i18n.js";

const EXCERPT_LENGTH = 120;

/**
 * Returns the text of HTML that the server has sanitized, in one line.
 * @param {string} html
 */
export function htmlToText(html) {
  const body = new DOMParser().parseFromString(html.replace(/<(?:br|\/p|\/li)\b[^>]*>/g, " $&"), "text/html").body;
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
}

/**
 * Returns the beginning of a message in one line, with the name of its author.
 * @param {MessageView} message
 * @param {boolean} [withAuthor]
 */
export function describeMessage(message, withAuthor = true) {
  const text = excerptOf(message);
  return withAuthor ? gettext("{name}: {text}", { name: message.author.name, text }) : text;
}

/** @param {MessageView} message */
export function excerptOf(message) {
  if (message.deleted_at) return gettext("Message deleted");
  const text = message.html ? htmlToText(message.html) : stripMarkdown(message.text);
  return text.slice(0, EXCERPT_LENGTH) || describeAttachments(message);
}

/**
 * Returns the text of a Markdown source in one line. Lists of chats get no HTML.
 * @param {string} source
 */
export function stripMarkdown(source) {
  return source
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/^[ \t]*(?:>|#{1,6}|[-*+]|\d+\.)[ \t]+/gm, "")
    .replace(/(\*\*|__|~~|`+)/g, "")
    .replace(/(^|\W)[*_](\S[^*_\n]*\S|\S)[*_](?!\w)/g, "$1$2")
    .replace(/\s+/g, " ")
    .trim();
}

/** @param {MessageView & { media?: any[], files?: any[] }} message */
function describeAttachments({ media = [], files = [] }) {
  if (media.length) return gettext("Image");
  return files[0]?.name ?? "";
}
