// One chat, as this browser tab shows it: the loaded messages, with those that wait in the outbox below, the read marks,
// and what the viewer is doing. The server keeps only the page that was requested last.
import { isReading, MessageWindow } from "./message_window.js";
import { outbox } from "./outbox.js";
import { toMessage } from "./pending_view.js";
import { ReadMarks } from "./read_marks.js";
import { RecentPushes } from "./recent_pushes.js";
import { buildRows, isSameRow } from "./rows.js";
import { server } from "./server.js";
import { describeMessage } from "./texts.js";
import { TypingPeople } from "./typing.js";

/**
 * @import { Viewer } from "./message_window.js"
 * @import { PendingMessage } from "./outbox.js"
 */

export class ChatStore extends MessageWindow {
  /** @type {ChatView | null} */
  chat = null;
  /** @type {MessageView | null} */
  replyTo = null;
  /** @type {MessageView | null} */
  edited = null;
  // The edited message that was sent to the server. The field closes when the server has stored it.
  savedEditId = 0;
  // The message in the dialog that asks whether to delete it.
  deletedId = 0;
  typing = new TypingPeople(() => this.notify());
  marks = new ReadMarks();
  /** @type {ChatView | null} */
  #loadedChat = null;
  // The time of the load of `chat`. An older copy never replaces a newer one.
  #chatLoadedAt = "";
  #chatPushes = /** @type {RecentPushes<ChatPush>} */ (new RecentPushes());
  /** @type {MessagesPage | null} */
  #latestPage = null;
  /**
   * The rows that were built last, by their keys.
   * @type {Map<string, ChatRow>}
   */
  #rowCache = new Map();
  /** @type {ChatRow[] | null} */
  #rows = null;

  notify() {
    this.#rows = null;
    super.notify();
  }

  get isGroup() {
    return this.chat?.kind === "group";
  }

  /**
   * Merges what the server has sent last. What was merged before is skipped.
   * @param {ChatView | null} chat
   * @param {MessagesPage | null} page
   * @param {Viewer | null} viewer
   */
  merge(chat, page, viewer) {
    if (viewer) this.setViewer(viewer);
    if (chat && chat.id === this.chatId && chat !== this.#loadedChat) {
      this.#loadedChat = chat;
      this.chat = chat;
      this.marks.merge(chat.members);
      // The server sends the chat with the first page of messages, or alone without the time of its load.
      if (page?.is_initial && page !== this.#latestPage && page.chat_id === chat.id) this.#applyChatPushes(page.as_of);
      this.#rows = null;
    }
    if (page && page !== this.#latestPage && page.chat_id === this.chatId) {
      this.#latestPage = page;
      this.mergePage(page);
      this.#clearDeletedReply(page.items);
      this.#rows = null;
    }
  }

  getRows() {
    this.#rows ??= buildRows(this);
    return this.#rows;
  }

  /**
   * Replaces each row by the previous object if that shows the same, so that React does not render the row again.
   * @param {ChatRow[]} rows
   */
  reuseRows(rows) {
    const reused = rows.map((row) => {
      const previous = this.#rowCache.get(row.key);
      return previous && isSameRow(previous, row) ? previous : row;
    });
    this.#rowCache = new Map(reused.map((row) => [row.key, row]));
    return reused;
  }

  /**
   * Adds or replaces a message that the server has pushed.
   * @param {MessagePush} push
   */
  receive(push) {
    const { message } = push;
    if (message.client_id) outbox.remove(message.client_id);
    this.typing.remove(message.author.id);
    if (message.id === this.savedEditId && push.is_submitted_here) this.#finishEdit();
    this.mergePush(push);
    this.#clearDeletedReply([message]);
    this.notify();
    this.markRead();
  }

  /**
   * Clears the message that the viewer is replying to if it was deleted.
   * @param {MessageView[]} messages
   */
  #clearDeletedReply(messages) {
    if (messages.some(({ id, deleted_at }) => deleted_at && id === this.replyTo?.id)) this.replyTo = null;
  }

  #finishEdit() {
    // Meanwhile, the viewer may have begun to edit another message.
    if (this.edited?.id === this.savedEditId) this.edited = null;
    this.savedEditId = 0;
  }

  /** @param {ChatReadPush} push */
  receiveRead({ marks }) {
    marks.forEach(({ user_id, message_id }) => this.marks.move(user_id, message_id));
    this.notify();
  }

  /**
   * Shows a chat that has changed. The push may contain only the first members of a group.
   * @param {ChatPush} push
   */
  receiveChat(push) {
    this.#chatPushes.add(push);
    this.#applyChat(push);
    this.notify();
  }

  /**
   * Shows the changes that a chat may not contain.
   * @param {string} asOf the time at which the chat was loaded
   */
  #applyChatPushes(asOf) {
    this.#chatLoadedAt = asOf;
    this.#chatPushes.since(asOf).forEach((push) => this.#applyChat(push));
  }

  /** @param {ChatPush} push */
  #applyChat({ chat, has_all_members, loaded_at }) {
    if (!this.chat || loaded_at < this.#chatLoadedAt) return;
    const members = has_all_members ? chat.members : updateMembers(this.chat.members, chat.members);
    this.chat = { ...chat, members };
    this.#chatLoadedAt = loaded_at;
    this.marks.merge(members);
  }

  /**
   * Hides or shows the messages of a user in a group.
   * @param {IgnoringPush} push
   */
  receiveIgnoring({ user_id, is_ignoring }) {
    if (!this.isGroup || !this.isReady) return;
    if (is_ignoring) this.hideAuthor(user_id);
    else this.reload();
    this.typing.remove(user_id);
    this.notify();
  }

  /** Tells the server that the viewer has read everything, if they see the latest messages. */
  markRead() {
    const isEndSeen = this.isReady && this.isAtEnd && !this.messages.hasNewer && isReading();
    if (!isEndSeen || !this.chat || this.chat.is_request) return;
    const latest = this.messages.all.findLast((message) => this.isFromOthers(message))?.id ?? 0;
    if (latest > this.marks.get(this.viewer.id)) {
      this.marks.move(this.viewer.id, latest);
      server.markRead({ chat_id: this.chatId, id: latest });
    }
  }

  /** @param {{ text: string, media?: any[], files?: any[] }} content */
  send(content) {
    const { replyTo } = this;
    const reply = replyTo && { id: replyTo.id, author: replyTo.author, excerpt: describeText(replyTo) };
    this.replyTo = null;
    this.unreadId = 0;
    outbox.add(this.chatId, { ...content, reply_to: reply });
    this.showEnd();
  }

  /** @returns {PendingMessage[]} */
  listPending() {
    return outbox.list(this.chatId);
  }

  /** @param {PendingMessage} pending */
  toMessage(pending) {
    return toMessage(pending, /** @type {UserSummary} */ (this.viewer));
  }

  /** @param {MessageView} message */
  withOwnReaction(message) {
    return this.reactions.apply(message);
  }

  /** @param {number} id */
  isReadByPartner(id) {
    return this.marks.isReadByOthers(id, this.viewer.id);
  }

  listReaders() {
    return this.marks.listReaders(this.chat?.members ?? [], this.viewer.id);
  }
}

/** @param {MessageView} message */
const describeText = (message) => describeMessage(message, false);

/**
 * @param {ChatMemberView[]} known
 * @param {ChatMemberView[]} changed
 */
function updateMembers(known, changed) {
  const byId = new Map(changed.map((member) => [member.user.id, member]));
  return known.map((member) => byId.get(member.user.id) ?? member);
}
