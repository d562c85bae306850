// The unsent text of each chat, which this browser stores.
import { readDraft, removeDraft, saveDraft } from "$/public/ui/writing/draft_storage.js";

// Less than a day, because the server deletes files after a day if no message contains them.
const FILES_TTL_MS = 20 * 60 * 60 * 1000;

/** @typedef {{ text: string, reply_to: MessageView | null, media?: any[], files?: any[] }} ChatDraft */

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
export function loadChatDraft(viewerId, chatId) {
  const draft = /** @type {(ChatDraft & { savedAt: number }) | null} */ (readDraft(draftKey(viewerId, chatId)));
  const hasFiles = draft && Date.now() - draft.savedAt < FILES_TTL_MS;
  return draft && !hasFiles ? { ...draft, media: [], files: [] } : draft;
}

/**
 * @param {number} viewerId
 * @param {number} chatId
 * @param {ChatDraft} draft
 */
export function saveChatDraft(viewerId, chatId, draft) {
  const hasFiles = Boolean(draft.media?.length || draft.files?.length);
  if (draft.text.trim() || draft.reply_to || hasFiles) saveDraft(draftKey(viewerId, chatId), draft);
  else removeDraft(draftKey(viewerId, chatId));
  draftsChanged.forEach((listener) => listener());
}
