// The message in the comment composer: its text, the attempt to send it, and the response of the server.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { useConnection } from "../connection.js";
import { useMessageDraft } from "./message_draft.js";
import { matchesMessage, nextMessage, remainingText } from "./pending_message.js";

/**
 * @import { Props, RejectedResponse, SavedResponse } from "./comment_composer.jsx"
 * @import { Message } from "./pending_message.js"
 * @typedef {ReturnType<typeof import("./images.jsx").useImageUploads>} Images
 */

const RESPONSE_TIMEOUT = 10_000;

/**
 * @param {Props} props
 * @param {Images} images
 */
export function useMessage(props, images) {
  const content = useText(props, images);
  const { text, setText, original, setOriginal, pendingMessage, setPendingMessage } = content;
  const { error, setError, isSending, start, finish } = useSendingState();
  const wasSentHere = useRef(false);
  const send = (/** @type {Message} */ message) => props.onSubmit?.(message);
  // Text that was typed after the message was sent stays in the field as a new message. React may run this function
  // after text was typed, but before it renders this text, so `text` can be outdated here.
  const handleSaved = (/** @type {Message} */ message) => {
    const current = content.latestText.current;
    const isAllText = current.trim() === message.text;
    const { value = "", baseVersion } = props;
    setText(isAllText ? value : value ? current : remainingText(current, message.text));
    setOriginal({ value: isAllText ? value : message.text, baseVersion });
    images.removeSent(message.media);
    setPendingMessage(null);
    finish("");
    const isDone = isAllText && images.all.every((image) => image.error || message.media.includes(image.id ?? ""));
    if (!isDone || !wasSentHere.current) return;
    // `onSaved` can remove the composer before React runs the effect that removes the draft.
    content.removeDraft();
    props.onSaved?.();
  };
  // A rejected message was not stored, so the next message gets a new ID.
  const handleRejected = (/** @type {RejectedResponse} */ { message, version }) => {
    finish(message);
    setPendingMessage(null);
    // The error tells the user that the comment was changed elsewhere. Sending again overwrites that change.
    if (version) setOriginal({ ...original, baseVersion: version });
  };
  const handlers = { send, handleSaved, handleRejected, handleTimeout: () => finish(timeoutText()) };
  useResponse({ ...props, pendingMessage, isSending }, handlers);
  const isReady = isComplete(text, images, props.maxLength);
  const submit = (/** @type {React.SyntheticEvent | undefined} */ event) => {
    event?.preventDefault();
    if (!isReady || isSending) return;
    const message = nextMessage(composeContent(text, images, original.baseVersion), pendingMessage);
    wasSentHere.current = true;
    start();
    setPendingMessage(message);
    send(message);
  };
  return { text, setText, error, setError, isSending, isReady, submit };
}

/**
 * @param {string} text
 * @param {Images} images
 * @param {number} maxLength
 */
function isComplete(text, images, maxLength) {
  const hasContent = text.trim() !== "" || images.uploaded.length > 0;
  return hasContent && text.length <= maxLength && !images.isUploading;
}

/**
 * @param {string} text
 * @param {Images} images
 * @param {number | undefined} baseVersion
 */
function composeContent(text, images, baseVersion) {
  const media = images.uploaded.map(({ id }) => id);
  return { text: text.trim(), media, base_version: baseVersion ?? null };
}

function useSendingState() {
  const [error, setError] = useState("");
  const [isSending, setIsSending] = useState(false);
  const start = () => {
    setError("");
    setIsSending(true);
  };
  const finish = (/** @type {string} */ message) => {
    setError(message);
    setIsSending(false);
  };
  return { error, setError, isSending, start, finish };
}

const timeoutText = () =>
  gettext("We couldn't confirm that your comment was posted. Your text is saved here, so you can try again.");

/**
 * The text in the field and the pending message, which this browser stores until the server has stored them.
 * @param {Props} props
 * @param {Images} images
 */
function useText({ draftKey, value = "", baseVersion }, images) {
  const [text, renderText] = useState(value);
  const latestText = useRef(value);
  const setText = (/** @type {string} */ newText) => {
    latestText.current = newText;
    renderText(newText);
  };
  // The stored text and its version, on which the changes in this field are based.
  const [original, setOriginal] = useState({ value, baseVersion });
  const [pendingMessage, setPendingMessage] = useState(/** @type {Message | null} */ (null));

  const removeDraft = useMessageDraft(draftKey, {
    text,
    images: images.uploaded,
    pendingMessage,
    baseVersion: original.baseVersion,
    initialText: value,
    restore: (draft) => {
      setText(draft.text);
      setOriginal({ value, baseVersion: draft.text === value ? baseVersion : (draft.baseVersion ?? baseVersion) });
      setPendingMessage(draft.pendingMessage);
      images.restore(draft.images);
    },
  });
  // If the comment was changed elsewhere, shows the new text, unless the user has changed the text here.
  useEffect(() => {
    if (text !== original.value || (original.value === value && original.baseVersion === baseVersion)) return;
    setText(value);
    setOriginal({ value, baseVersion });
  }, [value, baseVersion]);
  return { text, setText, latestText, original, setOriginal, pendingMessage, setPendingMessage, removeDraft };
}

/**
 * Calls `handleSaved` or `handleRejected` when the pending message gets its response. Responses to other composers on
 * the same page are ignored, although they also change `saved` and `rejected`.
 * @param {{ saved: SavedResponse, rejected: RejectedResponse | null, pendingMessage: Message | null, isSending: boolean }} state
 * @param {{
 *   send: (message: Message) => void,
 *   handleSaved: (message: Message) => void,
 *   handleRejected: (rejected: RejectedResponse) => void,
 *   handleTimeout: () => void,
 * }} handlers
 */
function useResponse({ saved, rejected, pendingMessage, isSending }, handlers) {
  const connection = useConnection();
  const wasDisconnected = useRef(false);

  // After a reconnection a message without a response is sent again. The server stores it only once.
  useEffect(() => {
    if (isSending && pendingMessage && connection.isConnected && wasDisconnected.current) handlers.send(pendingMessage);
    wasDisconnected.current = isSending && !connection.isConnected;
  }, [isSending, connection]);

  useEffect(() => {
    if (pendingMessage && matchesMessage(saved, pendingMessage)) handlers.handleSaved(pendingMessage);
  }, [saved, pendingMessage]);

  useEffect(() => {
    if (rejected && matchesMessage(rejected, pendingMessage)) handlers.handleRejected(rejected);
  }, [rejected]);

  useEffect(() => {
    if (!isSending || !connection.isConnected) return undefined;
    const timer = setTimeout(handlers.handleTimeout, RESPONSE_TIMEOUT);
    return () => clearTimeout(timer);
  }, [isSending, connection]);
}
