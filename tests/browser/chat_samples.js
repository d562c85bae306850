// Messages and chats with default values for the tests.
import { ADA, GRACE } from "./samples.js";

export const VIEWER = GRACE;

/**
 * @param {number} id
 * @param {Partial<MessageView>} [fields]
 * @returns {MessageView}
 */
export const makeMessage = (id, fields = {}) =>
  /** @type {MessageView} */ ({
    id,
    chat_id: 5,
    author: ADA,
    text: `Message ${id}`,
    html: `<p>Message ${id}</p>`,
    change: "",
    subject: null,
    reply_to: null,
    reactions: [],
    my_reaction: null,
    client_id: null,
    can: { edit: false, delete: false, react: true },
    edited_at: null,
    deleted_at: null,
    created_at: new Date(Date.UTC(2026, 10, 22, 12, id % 60)).toISOString(),
    ...fields,
  });

/** Returns the messages with the ids from `first` to `last`, newest first. @param {number} first @param {number} last */
export const makeMessages = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => makeMessage(last - index));

/**
 * @param {MessageView[]} items
 * @param {Partial<MessagesPage>} [fields]
 * @returns {MessagesPage}
 */
export const makePage = (items, fields = {}) => ({
  chat_id: 5,
  kind: "latest",
  anchor_id: 0,
  search: "",
  items,
  has_older: false,
  has_newer: false,
  first_unread_id: 0,
  is_initial: true,
  as_of: "100",
  ...fields,
});

/**
 * @param {Partial<ChatView>} [fields]
 * @returns {ChatView}
 */
export const makeChat = (fields = {}) =>
  /** @type {ChatView} */ ({
    id: 5,
    kind: "direct",
    name: "",
    members: [GRACE, ADA].map((user) => ({ user, role: "member", is_invited: false, last_read_message_id: 0 })),
    members_count: 2,
    last_message: null,
    unread_count: 0,
    is_request: false,
    is_archived: false,
    muted_until: null,
    newcomers_see_history: false,
    can: { send: true, add_members: false, edit: false, leave: false },
    blocked_reason: "",
    blocked_code: "",
    updated_at: "2026-11-22T12:00:00Z",
    ...fields,
  });

/**
 * @param {MessageView} message
 * @param {Partial<MessagePush>} [fields]
 * @returns {MessagePush}
 */
export const makeMessagePush = (message, fields = {}) => ({
  message,
  loaded_at: "200",
  is_submitted_here: false,
  ...fields,
});

/**
 * @param {ChatView} chat
 * @param {Partial<ChatPush>} [fields]
 * @returns {ChatPush}
 */
export const makeChatPush = (chat, fields = {}) => ({ chat, loaded_at: "200", has_all_members: false, ...fields });
