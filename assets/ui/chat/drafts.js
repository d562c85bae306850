// The unsent text of each chat, which this browser stores.
import { readDraft, removeDraft, saveDraft } from "$/public/ui/writing/draft_storage.js";

/** @typedef {{ text: string, reply_to: MessageView | null }} ChatDraft */

/** Functions that are called after a draft has changed. @type {Set<() => void>} */
export const draftsChanged = new Set();

/**
 * @param {number} viewerId
 * @param {number} chatId
 */
const draftKey = (viewerId, chatId) => `${viewerId}:chat-${chatId}`;

/**
 * Returns the text of the draft in one line, or "".
 * @param {number} viewerId
 * @param {number} chatId
 */
export const readChatDraft = (viewerId, chatId) =>
  (loadChatDraft(viewerId, chatId)?.text ?? "").replace(/\s+/g, " ").trim();

/**
 * @param {number} viewerId
 * @param {number} chatId
 * @returns {ChatDraft | null}
 */
export const loadChatDraft = (viewerId, chatId) => readDraft(draftKey(viewerId, chatId));

/**
 * @param {number} viewerId
 * @param {number} chatId
 * @param {ChatDraft} draft
 */
export function saveChatDraft(viewerId, chatId, draft) {
  if (draft.text.trim() || draft.reply_to) saveDraft(draftKey(viewerId, chatId), draft);
  else removeDraft(draftKey(viewerId, chatId));
  draftsChanged.forEach((listener) => listener());
}
