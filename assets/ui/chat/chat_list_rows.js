// Builds the rows of the list of chats. `ChatListRow` in components/chat/rows.py describes a row.
import { gettext } from "$/public/ui/i18n.js";
import { readChatDraft } from "./drafts.js";
import { summarize } from "./summary.js";
import { excerptOf } from "./texts.js";
import { currentChat } from "./thread.js";
import { listTime } from "./times.js";

const MAX_SHOWN_COUNT = 99;

/** @param {ChatView} chat */
export function folderOf({ is_request, is_archived }) {
  if (is_request) return "requests";
  return is_archived ? "archived" : "inbox";
}

/**
 * Returns the URL of a chat. It keeps the folder of the list beside the chat.
 * @param {ChatView} chat
 */
function chatUrl(chat) {
  const folder = folderOf(chat);
  return folder === "inbox" ? `/m/${chat.id}` : `/m/${chat.id}?folder=${folder}`;
}

/**
 * @param {ChatView} chat
 * @param {number} viewerId
 * @param {number} activeId the chat that the page shows
 * @returns {ChatListRow}
 */
export function buildListRow(chat, viewerId, activeId) {
  const isActive = chat.id === activeId;
  const isRead = isActive && currentChat().isAtEnd && document.hasFocus();
  const draft = isActive ? "" : readChatDraft(viewerId, chat.id);
  return {
    ...summarize(chat, viewerId),
    ...{ key: String(chat.id), id: chat.id, href: chatUrl(chat), is_active: isActive },
    ...{ prefix: "", excerpt: "", change: null, time: "", state: "", is_draft: draft !== "" },
    ...describeLatest(chat, viewerId),
    ...(draft ? { prefix: gettext("Draft:"), excerpt: draft, change: null } : {}),
    unread: isRead ? "" : countText(chat.unread_count),
  };
}

/** @param {number} count */
function countText(count) {
  if (count > MAX_SHOWN_COUNT) return `${MAX_SHOWN_COUNT}+`;
  return count ? String(count) : "";
}

/**
 * @param {ChatView} chat
 * @param {number} viewerId
 */
function describeLatest(chat, viewerId) {
  const last = chat.last_message;
  if (!last) return {};
  const time = listTime(last.created_at);
  if (last.change) return { time, change: last };
  const isOwn = last.author.id === viewerId;
  const readState = isReadByPartner(chat, last.id, viewerId) ? "read" : "sent";
  return {
    time,
    prefix: authorPrefix(chat, last, isOwn),
    excerpt: excerptOf(last),
    state: isOwn && !last.deleted_at ? readState : "",
  };
}

/**
 * @param {ChatView} chat
 * @param {MessageView} last
 * @param {boolean} isOwn
 */
function authorPrefix(chat, last, isOwn) {
  if (isOwn) return gettext("You:");
  // The row has no room for a long name and the beginning of the message.
  const [name] = last.author.name.split(" ");
  return chat.kind === "group" ? gettext("{name}:", { name }) : "";
}

/**
 * @param {ChatView} chat
 * @param {number} messageId
 * @param {number} viewerId
 */
const isReadByPartner = ({ members }, messageId, viewerId) =>
  members.some(({ user, last_read_message_id: id }) => user.id !== viewerId && id !== null && id >= messageId);
