// Stores the text and images of a message in this browser until the server has stored them. The pending message (sent,
// but without a response) is stored too, so that it can be sent again after a reload without creating a duplicate.
import { useEffect, useRef, useState } from "react";
import { readDraft, removeDraft, saveDraft } from "../draft_storage.js";
import { createMessageId } from "./pending_message.js";

/**
 * @import { Message } from "./pending_message.js"
 * @typedef {{ id: string, url: string }} StoredImage
 * @typedef {{ text: string, images: StoredImage[], pendingMessage: Message | null, baseVersion?: number }} DraftState
 */

// Less than a day, because the server deletes images after a day if no message contains them.
const IMAGES_TTL = 20 * 60 * 60 * 1000;
// Identifies this browser tab. Another tab can edit the same draft, and its stored draft must not be removed.
const TAB_ID = createMessageId();

/**
 * Restores the draft once per key and stores it after each change. Without a draft the text is `initialText`.
 * Returns a function that removes the draft at once.
 * @param {string} key
 * @param {DraftState & { initialText: string, restore: (draft: DraftState) => void }} state
 */
export function useMessageDraft(key, { text, images, pendingMessage, baseVersion, initialText, restore }) {
  const [isRestored, setIsRestored] = useState(false);
  /** @type {React.RefObject<Set<string>>} */
  const ownTabIds = useRef(new Set([TAB_ID]));
  const removeOwnDraft = () => {
    if (isOwnDraft(key, ownTabIds.current)) removeDraft(key);
  };

  useEffect(() => {
    /** @type {(DraftState & { tabId: string, savedAt: number }) | null} */
    const draft = readDraft(key);
    const hasImages = draft && Date.now() - draft.savedAt < IMAGES_TTL;
    if (draft) {
      ownTabIds.current.add(draft.tabId);
      restore({ ...draft, images: hasImages ? draft.images : [], pendingMessage: draft.pendingMessage ?? null });
    }
    setIsRestored(true);
  }, [key]);

  useEffect(() => {
    if (!isRestored) return;
    const storedImages = images.map(({ id, url }) => ({ id, url }));
    const isUnchanged = text === initialText && !storedImages.length;
    if (!isUnchanged) saveDraft(key, { text, images: storedImages, pendingMessage, baseVersion, tabId: TAB_ID });
    else removeOwnDraft();
  }, [isRestored, key, text, images, pendingMessage, baseVersion]);
  return removeOwnDraft;
}

/**
 * @param {string} key
 * @param {Set<string>} tabIds
 */
function isOwnDraft(key, tabIds) {
  /** @type {{ tabId: string } | null} */
  const draft = readDraft(key);
  return draft !== null && tabIds.has(draft.tabId);
}
