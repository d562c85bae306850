// The text of the message field: the draft of the chat, or the message that is edited.
import { useEffect, useRef, useState } from "react";
import { useAttachments } from "./attachments.js";
import { loadChatDraft, saveChatDraft } from "./drafts.js";
import { server } from "./server.js";
import { cancelReplyAndEdit, editMessage } from "./thread.js";

const TYPING_INTERVAL_MS = 3_000;
const SAVE_TIMEOUT_MS = 10_000;

/**
 * @import { ChatStore } from "./store.js"
 * @typedef {Parameters<typeof useAttachments>[1]} Limits
 */

/**
 * @param {ChatStore} store
 * @param {number} maxLength
 * @param {Limits} limits
 */
export function useComposer(store, maxLength, limits) {
  const draft = useChatText(store, limits);
  const { attachments } = draft;
  const edit = useEditedText(store);
  const { text, setText } = store.edited ? edit : draft;
  const notifyTyping = useTypingNotice(store);
  const hasContent = text.trim() !== "" || (!store.edited && attachments.hasUploads);
  const isReady = hasContent && text.length <= maxLength && !attachments.isUploading;

  const submit = () => {
    if (!isReady || edit.isSaving) return;
    if (store.edited) return edit.save(store.edited);
    store.send({ text: text.trim(), ...attachments.uploads });
    attachments.clear();
    return setText("");
  };
  /** @param {React.KeyboardEvent} event */
  const handleKey = (event) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && (store.edited || store.replyTo)) cancelReplyAndEdit();
    else if (event.key === "ArrowUp" && !text && !store.edited) editLastOwn(store);
    else if (isSendKey(event)) submit();
    else return;
    event.preventDefault();
  };
  const type = (/** @type {string} */ value) => {
    setText(value);
    if (value.trim() && !store.edited) notifyTyping();
  };
  return { text, setText, type, attachments, isReady, isSaving: edit.isSaving, submit, handleKey };
}

/**
 * With a mouse, Enter sends the message. On a touch screen, Enter begins a new line and the button sends the message.
 * @param {React.KeyboardEvent} event
 */
function isSendKey({ key, shiftKey, ctrlKey, metaKey }) {
  if (key !== "Enter") return false;
  return ctrlKey || metaKey || (!shiftKey && !matchMedia("(pointer: coarse)").matches);
}

/** @param {ChatStore} store */
function editLastOwn(store) {
  const own = store.messages.all.findLast(({ can }) => can.edit);
  if (own && !store.messages.hasNewer) editMessage(own.id);
}

/**
 * The unsent text and files of the chat, which this browser stores after each change.
 * @param {ChatStore} store
 * @param {Limits} limits
 */
function useChatText(store, limits) {
  const { chatId, viewer, replyTo } = store;
  const [draft] = useState(() => loadChatDraft(viewer.id, chatId));
  const [text, setText] = useState(draft?.text ?? "");
  const attachments = useAttachments(chatId, limits, { media: draft?.media ?? [], files: draft?.files ?? [] });
  const { media, files } = attachments.uploads;
  const isRestored = useRef(false);
  useEffect(() => {
    if (isRestored.current) return saveChatDraft(viewer.id, chatId, { text, reply_to: replyTo, media, files });
    isRestored.current = true;
    if (!draft?.reply_to) return undefined;
    store.replyTo = draft.reply_to;
    return store.notify();
  }, [text, replyTo, attachments.items]);
  return { text, setText, attachments };
}

/**
 * The text of the message that is edited. It stays in the field until the server has stored it.
 * @param {ChatStore} store
 */
function useEditedText(store) {
  const { edited, chatId } = store;
  const [text, setText] = useState("");
  const [isSaving, setSaving] = useState(false);
  useEffect(() => {
    setText(edited?.text ?? "");
    setSaving(false);
  }, [edited]);
  useEffect(() => {
    if (!isSaving) return undefined;
    const timer = setTimeout(() => setSaving(false), SAVE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isSaving]);
  const save = (/** @type {MessageView} */ { id, text: original }) => {
    if (text.trim() === original) return cancelReplyAndEdit();
    setSaving(true);
    store.savedEditId = id;
    return server.edit({ chat_id: chatId, id, text: text.trim() });
  };
  return { text, setText, isSaving, save };
}

/**
 * Returns a function that tells the others that the viewer is writing, at most once each 3 seconds.
 * @param {ChatStore} store
 */
function useTypingNotice({ chatId, chat }) {
  const noticedAt = useRef(0);
  return () => {
    const now = Date.now();
    if (!chat || chat.is_request || now - noticedAt.current < TYPING_INTERVAL_MS) return;
    noticedAt.current = now;
    server.typing({ chat_id: chatId });
  };
}
