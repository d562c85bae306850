// The chat of the open page, used by the components in `community/components/chat/`.
import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { copyText } from "$/public/ui/clipboard.js";
import { onPush } from "$/public/ui/pushes.js";
import { useConnection } from "$/public/ui/writing/connection.js";
import { outbox } from "./outbox.js";
import { server } from "./server.js";
import { ChatStore } from "./store.js";
import { summarize } from "./summary.js";

/** @import { Viewer } from "./message_window.js" */

// Recently opened chats stay in memory, so that they are shown at once.
const MAX_CHATS = 20;
/** @type {Map<number, ChatStore>} */
const chats = new Map();
let current = new ChatStore(0);
let openedKey = "";

onPush("message", (push) => {
  outbox.remove(push.message.client_id);
  chats.get(push.message.chat_id)?.receive(push);
});
onPush("message_rejected", (push) => outbox.reject(push));
onPush("chat_read", (push) => chats.get(push.chat_id)?.receiveRead(push));
onPush("chat", (push) => chats.get(push.chat.id)?.receiveChat(push));
onPush("ignoring", (push) => chats.forEach((store) => store.receiveIgnoring(push)));
onPush("typing", (push) => chats.get(push.chat_id)?.typing.add(push.user));
outbox.subscribe(() => current.notify());

export const currentChat = () => current;

/** @param {string} pathname */
const findChatId = (pathname) => Number(/^\/m\/(\d+)$/.exec(pathname)?.[1] ?? 0);

/** Returns the id of the chat in the URL, or 0. */
export const useChatId = () => findChatId(useLocation().pathname);

/**
 * @param {number} id
 * @param {string} key identifies the entry of the browser history
 */
function selectChat(id, key) {
  if (id === current.chatId && key === openedKey) return current;
  openedKey = key;
  current = chats.get(id) ?? new ChatStore(id);
  current.open();
  chats.delete(id);
  chats.set(id, current);
  const [oldestId] = chats.keys();
  if (chats.size > MAX_CHATS) chats.delete(oldestId);
  return current;
}

/** Returns the chat of the URL and renders the component again after each change of it. */
export function useCurrentChat() {
  const { pathname, key } = useLocation();
  const store = selectChat(findChatId(pathname), key);
  useSyncExternalStore(
    store.subscribe,
    () => store.version,
    () => 0,
  );
  return store;
}

/**
 * Merges what the server has sent last and returns a `ConversationView` (components/chat/rows.py).
 * @param {ChatView | null} chat
 * @param {MessagesPage | null} page
 * @param {Viewer | null} viewer
 * @returns {ConversationView}
 */
export function useChat(chat, page, viewer) {
  const store = useCurrentChat();
  store.merge(chat, page, viewer);
  const { messages } = store;
  const rows = store.isReady ? store.getRows() : [];
  return {
    chat_id: store.chatId,
    chat: store.chat,
    summary: store.chat && summarize(store.chat, store.viewer.id),
    rows,
    is_ready: store.isReady,
    is_beginning: store.isReady && !messages.hasOlder,
    is_loading: store.requests.has("older"),
    new_count: store.newCount,
    shows_end_button: store.isReady && (!store.isAtEnd || messages.hasNewer),
    has_unread_above: store.unreadId > 0 && store.unreadId < messages.oldestId && messages.hasOlder,
    typing: store.typing.getText(store.isGroup),
    is_editing: store.edited !== null,
    deleted_id: store.deletedId,
  };
}

/** Marks the messages as read when the viewer returns to this tab, and tells the chat whether there is a connection. */
export function useReading() {
  const connection = useConnection();
  useEffect(() => current.setConnected(connection.isConnected), [connection]);
  useEffect(() => {
    const update = () => current.markRead();
    document.addEventListener("visibilitychange", update);
    window.addEventListener("focus", update);
    return () => {
      document.removeEventListener("visibilitychange", update);
      window.removeEventListener("focus", update);
    };
  }, []);
}

/** @param {number} id */
export function replyTo(id) {
  current.replyTo = current.messages.get(id) ?? null;
  current.edited = null;
  current.notify();
  focusComposer();
}

/** @param {number} id */
export function editMessage(id) {
  current.edited = current.messages.get(id) ?? null;
  current.replyTo = null;
  current.notify();
  focusComposer();
}

export function cancelReplyAndEdit() {
  current.replyTo = null;
  current.edited = null;
  current.notify();
}

/** @param {number} id */
export const showMessage = (id) => current.showMessage(id);

export const showEnd = () => current.showEnd();

export const showUnread = () => current.showMessage(current.unreadId);

/** @param {string} text */
export const copyMessage = (text) => void copyText(text);

/** @param {string} clientId */
export const retryMessage = (clientId) => outbox.retry(clientId);

/** @param {string} clientId */
export const deletePending = (clientId) => outbox.remove(clientId);

/**
 * @param {number} id
 * @param {string} code
 * @param {ReactionChoice[]} choices
 */
export function reactToMessage(id, code, choices) {
  const message = current.messages.get(id);
  if (message) current.reactions.choose(message, code, choices);
}

/**
 * Opens the dialog that asks whether to delete a message. 0 closes it.
 * @param {number} id
 */
export function askDelete(id) {
  const { deletedId } = current;
  current.deletedId = id;
  current.notify();
  // The menu that has opened the dialog exists only while its message has the focus.
  if (!id && deletedId) focusLater(`[data-message="${deletedId}"]`);
}

export function deleteMessage() {
  server.delete({ chat_id: current.chatId, id: current.deletedId });
  askDelete(0);
}

export const focusComposer = () => focusLater("[data-chat-field]");

/** @param {string} selector */
function focusLater(selector) {
  requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus());
}
