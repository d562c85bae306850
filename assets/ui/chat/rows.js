// Builds the rows of a conversation, oldest first. `ChatRow` in components/chat/rows.py describes a row.
import { dayLabel, dayNumber, messageTime } from "./times.js";
import { normalizeId } from "./outbox.js";

/**
 * @import { ChatStore } from "./store.js"
 * @import { PendingMessage } from "./outbox.js"
 */

// Messages that a person sends within this time form a group with one name and one picture.
const GROUP_MS = 5 * 60 * 1000;

/**
 * @param {ChatStore} store
 * @returns {ChatRow[]}
 */
export function buildRows(store) {
  const messages = store.messages.all;
  const pending = store.messages.hasNewer ? [] : store.listPending();
  const items = [
    ...messages.map((message) => messageRow(store, message)),
    ...pending.map((message) => pendingRow(store, message)),
  ];
  addReaders(store, items);
  return finishRows(store, items);
}

/** The message of rows that show none. */
const NO_MESSAGE = /** @type {MessageView} */ ({});

/**
 * @param {ChatStore} store
 * @param {MessageView} message
 * @returns {ChatRow}
 */
function messageRow(store, message) {
  const isOwn = message.author.id === store.viewer.id;
  return {
    kind: message.change ? "change" : "message",
    key: message.client_id ? `message-${normalizeId(message.client_id)}` : `message-${message.id}`,
    message: store.withOwnReaction(message),
    label: "",
    time: messageTime(message.created_at),
    is_own: isOwn,
    starts_group: true,
    ends_group: true,
    shows_author: !isOwn && store.isGroup,
    state: isOwn && !message.deleted_at ? (store.isReadByPartner(message.id) ? "read" : "sent") : "",
    error: "",
    client_id: "",
    readers: [],
    is_last_read: false,
    is_target: store.targetId === message.id,
  };
}

/**
 * @param {ChatStore} store
 * @param {PendingMessage} pending
 * @returns {ChatRow}
 */
function pendingRow(store, pending) {
  const message = store.toMessage(pending);
  return {
    ...messageRow(store, message),
    key: `message-${pending.client_id}`,
    state: pending.state,
    error: pending.error,
    client_id: pending.client_id,
    is_target: false,
  };
}

/**
 * Adds who has read what: "Read" below the last read message of a direct chat, pictures in a group.
 * @param {ChatStore} store
 * @param {ChatRow[]} rows
 */
function addReaders(store, rows) {
  const confirmed = rows.filter(({ client_id }) => !client_id);
  const lastOwn = confirmed.filter(({ state }) => state).at(-1);
  if (!store.isGroup) {
    if (lastOwn?.state === "read" && lastOwn === rows.at(-1)) lastOwn.is_last_read = true;
    return;
  }
  for (const { user, messageId } of store.listReaders()) {
    const row = confirmed.findLast(({ message }) => message.id <= messageId);
    if (row && row.message.author.id !== user.id) row.readers = [...row.readers, user];
  }
}

/**
 * Adds the separators, groups consecutive messages and reuses equal rows, so that React does not render them again.
 * @param {ChatStore} store
 * @param {ChatRow[]} items
 */
function finishRows(store, items) {
  /** @type {ChatRow[]} */
  const rows = [];
  /** @type {ChatRow | undefined} */
  let previous;
  for (const row of items) {
    const isNewDay = !previous || dayOf(previous) !== dayOf(row);
    const isUnread = store.unreadId > 0 && row.message.id === store.unreadId;
    if (isNewDay) rows.push(separator("day", `day-${dayOf(row)}`, dayLabel(row.message.created_at)));
    if (isUnread) rows.push(separator("unread", "unread", ""));
    const isContinued = !isNewDay && !isUnread && previous !== undefined && continues(previous, row);
    row.starts_group = !isContinued;
    if (isContinued && previous) previous.ends_group = false;
    rows.push(row);
    previous = row;
  }
  return store.reuseRows(rows);
}

/** @param {ChatRow} row */
const dayOf = ({ message }) => dayNumber(message.created_at);

/**
 * @param {ChatRow} previous
 * @param {ChatRow} row
 */
function continues(previous, row) {
  if (previous.kind !== "message" || row.kind !== "message") return false;
  if (previous.message.author.id !== row.message.author.id || previous.readers.length) return false;
  return Date.parse(row.message.created_at) - Date.parse(previous.message.created_at) < GROUP_MS;
}

/**
 * @param {"day" | "unread"} kind
 * @param {string} key
 * @param {string} label
 * @returns {ChatRow}
 */
function separator(kind, key, label) {
  return {
    ...{ kind, key, label, message: NO_MESSAGE, time: "", is_own: false, starts_group: false, ends_group: false },
    ...{ shows_author: false, state: "", error: "", client_id: "", readers: [], is_last_read: false },
    is_target: false,
  };
}

/**
 * Returns whether two rows show the same.
 * @param {ChatRow} first
 * @param {ChatRow} second
 */
export function isSameRow(first, second) {
  const names = /** @type {(keyof ChatRow)[]} */ (Object.keys(second));
  return names.every((name) =>
    name === "readers"
      ? first.readers.length === second.readers.length && first.readers.every((user, i) => user === second.readers[i])
      : first[name] === second[name],
  );
}
