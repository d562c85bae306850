// Who is in a chat. `ChatSummary` in components/chat/rows.py describes the result.
import { gettext } from "$/public/ui/i18n.js";

/**
 * @param {ChatView} chat
 * @param {number} viewerId
 * @returns {ChatSummary}
 */
export function summarize(chat, viewerId) {
  const people = chat.members.map(({ user }) => user).filter(({ id }) => id !== viewerId);
  return {
    name: chat.name || people.map(({ name }) => name).join(", ") || gettext("Only you"),
    picture: chat.picture,
    is_group: chat.kind === "group",
    people,
    is_muted: chat.muted_until !== null && Date.parse(chat.muted_until) > Date.now(),
  };
}

/** @param {ChatMemberView[]} members */
export const memberIds = (members) => members.map(({ user }) => user.id);
