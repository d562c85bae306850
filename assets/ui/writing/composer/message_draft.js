// Stores the text and images of a message in this browser until the server has stored them. The pending message (sent,
// but without a response) is stored too, so that it can be sent again after a reload without creating a duplicate.
import { useEffect, useRef, useState } from "react";
import { readDraft, removeDraft, saveDraft } from "../draft_storage.js";
import { createMessageId } from "./pending_message.js";

// Less than a day, because the server deletes images after a day if no message contains them.
const IMAGES_TTL = 20 * 60 * 60 * 1000;
// Identifies this browser tab. Another tab can edit the same draft, and its stored draft must not be removed.
const TAB_ID = createMessageId();

/** Restores the draft once per key and stores it after each change. Without a draft the text is `initialText`. */
export function useMessageDraft(key, { text, images, pendingMessage, baseVersion, initialText, restore }) {
  const [isRestored, setIsRestored] = useState(false);
  const ownTabIds = useRef(new Set([TAB_ID]));

  useEffect(() => {
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
    else if (ownTabIds.current.has(readDraft(key)?.tabId)) removeDraft(key);
  }, [isRestored, key, text, images, pendingMessage, baseVersion]);
}
