// The words and pictures of one message, kept in this browser until the server has stored them.
// The draft also keeps the id of the message: sent twice, it is stored once.
import { useEffect, useRef } from "react";
import { forgetDraft, keepDraft, readDraft } from "../drafts.js";

// Pictures that belong to no message are removed by the server after a day.
const PICTURES_LIVE = 20 * 60 * 60 * 1000;

export function newMessageId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Reads the draft once for each key and keeps it at each change; `initial` is the text without one.
export function useMessageDraft(key, { text, pictures, messageId, initial, restore }) {
  const read = useRef(null);

  useEffect(() => {
    const draft = readDraft(key);
    const isFresh = draft && Date.now() - draft.saved_at < PICTURES_LIVE;
    restore({
      text: draft?.text ?? initial,
      pictures: isFresh ? draft.pictures : [],
      messageId: draft?.messageId ?? newMessageId(),
    });
    read.current = key;
  }, [key]);

  useEffect(() => {
    if (read.current !== key || !messageId) return;
    const kept = pictures.map(({ id, url }) => ({ id, url }));
    if (text === initial && !kept.length) forgetDraft(key);
    else keepDraft(key, { text, pictures: kept, messageId });
  }, [key, text, pictures, messageId]);
}
