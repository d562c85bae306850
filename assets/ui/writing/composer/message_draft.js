// The words and pictures of one message, kept in this browser until the server has stored them, and with them
// the message that went out without an answer: sent again after a reload, it is stored once.
import { useEffect, useRef, useState } from "react";
import { forgetDraft, keepDraft, readDraft } from "../drafts.js";
import { newMessageId } from "./flight.js";

// Pictures that belong to no message are removed by the server after a day.
const PICTURES_LIVE = 20 * 60 * 60 * 1000;
// Another tab may write in the same place: what it keeps is not this page's to forget.
const WRITER = newMessageId();

// Reads the draft once for each key and keeps it at each change; `initial` is the text without one.
export function useMessageDraft(key, { text, pictures, flight, base, initial, restore }) {
  const [isRead, setIsRead] = useState(false);
  const mine = useRef(new Set([WRITER]));

  useEffect(() => {
    const draft = readDraft(key);
    const isFresh = draft && Date.now() - draft.saved_at < PICTURES_LIVE;
    if (draft) {
      mine.current.add(draft.writer);
      restore({ ...draft, pictures: isFresh ? draft.pictures : [], flight: draft.flight ?? null });
    }
    setIsRead(true);
  }, [key]);

  useEffect(() => {
    if (!isRead) return;
    const kept = pictures.map(({ id, url }) => ({ id, url }));
    const isNothing = text === initial && !kept.length;
    if (!isNothing) keepDraft(key, { text, pictures: kept, flight, base, writer: WRITER });
    else if (mine.current.has(readDraft(key)?.writer)) forgetDraft(key);
  }, [isRead, key, text, pictures, flight, base]);
}
