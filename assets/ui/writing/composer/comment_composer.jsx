// The comment field. `community/components/editor/comment_composer.py` documents its props.
import { useEffect, useId, useRef, useState } from "react";
import { gettext, ngettext } from "$/public/ui/i18n.js";
import { useConnection } from "../connection.js";
import { Icon } from "../icon.jsx";
import { IMAGE_TYPES, imageFilesIn, pastedImages } from "../upload.js";
import { ImageList, useImageUploads } from "./images.jsx";
import { MentionList, useMentions } from "./mentions.jsx";
import { useMessageDraft } from "./message_draft.js";
import { matchesMessage, nextMessage, remainingText } from "./pending_message.js";

const RESPONSE_TIMEOUT = 10_000;
const SHOW_REMAINING_BELOW = 500;

export function CommentComposer(props) {
  const { draftKey, value = "", baseVersion, saved, rejected, classNames, icons, maxLength, maxImages } = props;
  const field = useRef(null);
  const fileInput = useRef(null);
  const listId = useId();
  const [text, setText] = useState(value);
  // The stored text and its version, on which the changes in this field are based.
  const [original, setOriginal] = useState({ value, baseVersion });
  const [pendingMessage, setPendingMessage] = useState(null);
  const [error, setError] = useState("");
  const [isSending, setIsSending] = useState(false);
  const wasSentHere = useRef(false);
  const images = useImageUploads(props.uploadUrl, maxImages);
  const mentions = useMentions(field, props.suggestions, props.onMentionQuery);

  useMessageDraft(draftKey, {
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

  const finishSending = (message) => {
    setError(message);
    setIsSending(false);
  };
  const send = (message) => props.onSubmit?.(message);
  // Text that was typed after the message was sent stays in the field as a new message.
  const handleSaved = () => {
    const isAllText = text.trim() === pendingMessage.text;
    setText(isAllText ? value : value ? text : remainingText(text, pendingMessage.text));
    setOriginal({ value: isAllText ? value : pendingMessage.text, baseVersion });
    images.removeSent(pendingMessage.media);
    setPendingMessage(null);
    finishSending("");
    const isDone = isAllText && images.all.every((image) => image.error || pendingMessage.media.includes(image.id));
    if (isDone && wasSentHere.current) props.onSaved?.();
  };
  useResponse({ saved, rejected, pendingMessage, isSending }, {
    send: () => send(pendingMessage),
    handleSaved,
    // A rejected message was not stored, so the next message gets a new ID.
    handleRejected: ({ message, version }) => {
      finishSending(message);
      setPendingMessage(null);
      // The error tells the user that the comment was changed elsewhere. Sending again overwrites that change.
      if (version) setOriginal({ ...original, baseVersion: version });
    },
    handleTimeout: () => finishSending(gettext("We couldn't confirm that your comment was posted. Your text is saved here, so you can try again.")),
  });
  useEffect(() => {
    if (props.autoFocus) field.current.focus();
  }, [props.autoFocus]);

  const insert = (start, end, insertedText) => {
    field.current.setRangeText(insertedText, start, end, "end");
    setText(field.current.value);
    field.current.focus();
  };
  const addImages = (files) => {
    const isWithinLimit = images.add(files);
    const limit = ngettext("Add at most {n} image.", "Add at most {n} images.", maxImages);
    setError(isWithinLimit ? "" : limit);
  };
  const isReady =
    (text.trim() || images.uploaded.length) && text.length <= maxLength && !images.isUploading;
  const submit = (event) => {
    event?.preventDefault();
    if (!isReady || isSending) return;
    const media = images.uploaded.map(({ id }) => id);
    const content = { text: text.trim(), media, base_version: original.baseVersion ?? null };
    const message = nextMessage(content, pendingMessage);
    wasSentHere.current = true;
    setError("");
    setIsSending(true);
    setPendingMessage(message);
    send(message);
  };
  const handleKeyDown = (event) => {
    if (event.nativeEvent.isComposing || mentions.handleKeyDown(event, insert)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
    if (event.key === "Escape" && props.onCancel && !text.trim()) props.onCancel();
  };
  const handlePaste = (event) => {
    const files = pastedImages(event.clipboardData);
    const { selectionStart, selectionEnd, value: current } = field.current;
    const url = event.clipboardData.getData("text/plain").trim();
    if (files.length) addImages(files);
    else if (selectionStart !== selectionEnd && /^https?:\/\/\S+$/.test(url)) {
      const label = current.slice(selectionStart, selectionEnd);
      insert(selectionStart, selectionEnd, `[${label}](${url})`);
    } else return;
    event.preventDefault();
  };
  const handleDrop = (event) => {
    const files = imageFilesIn(event.dataTransfer);
    if (!files.length) return;
    event.preventDefault();
    addImages(files);
  };
  const remaining = maxLength - text.length;

  return (
    <form className={classNames.form} onSubmit={submit} onDragOver={(e) => e.preventDefault()} onDrop={handleDrop}>
      <div className={classNames.field_frame}>
        <textarea
          ref={field}
          className={classNames.field}
          value={text}
          rows={1}
          aria-label={props.label}
          aria-autocomplete="list"
          aria-controls={mentions.matches.length ? listId : undefined}
          aria-activedescendant={mentions.matches.length ? `${listId}-${mentions.activeIndex}` : undefined}
          placeholder={props.placeholder}
          onChange={({ target }) => (setText(target.value), mentions.update())}
          onKeyDown={handleKeyDown}
          onKeyUp={({ key }) => /^(?:Arrow(?:Left|Right)|Home|End)$/.test(key) && mentions.update()}
          onClick={mentions.update}
          onBlur={mentions.close}
          onPaste={handlePaste}
        />
        <MentionList id={listId} mentions={mentions} classNames={classNames} insert={insert} />
      </div>
      <ImageList images={images} classNames={classNames} icons={icons} />
      {error && <p className={classNames.error} role="alert">{error}</p>}
      <div className={classNames.bar}>
        <button
          type="button"
          className={classNames.toolbar_button}
          aria-label={gettext("Add image")}
          onClick={() => fileInput.current.click()}
        >
          <Icon path={icons.image} />
        </button>
        <input
          ref={fileInput}
          type="file"
          accept={IMAGE_TYPES}
          multiple
          hidden
          onChange={({ target }) => (addImages([...target.files]), (target.value = ""))}
        />
        {remaining < SHOW_REMAINING_BELOW && (
          <span className={classNames.remaining} data-state={remaining < 0 ? "over" : ""}>{remaining}</span>
        )}
        <span className={classNames.end}>
          {props.onCancel && (
            <button type="button" className={classNames.cancel} onClick={() => props.onCancel()}>
              {gettext("Cancel")}
            </button>
          )}
          <button type="submit" className={classNames.submit} disabled={!isReady || isSending}>
            {isSending ? gettext("Sending…") : props.submitLabel}
          </button>
        </span>
      </div>
    </form>
  );
}

// Calls `handleSaved` or `handleRejected` when the pending message gets its response. Responses to other composers on
// the same page are ignored, although they also change `saved` and `rejected`.
function useResponse({ saved, rejected, pendingMessage, isSending }, handlers) {
  const connection = useConnection();
  const wasDisconnected = useRef(false);

  // After a reconnection a message without a response is sent again. The server stores it only once.
  useEffect(() => {
    if (isSending && connection.isConnected && wasDisconnected.current) handlers.send();
    wasDisconnected.current = isSending && !connection.isConnected;
  }, [isSending, connection]);

  useEffect(() => {
    if (matchesMessage(saved, pendingMessage)) handlers.handleSaved();
  }, [saved, pendingMessage]);

  useEffect(() => {
    if (matchesMessage(rejected, pendingMessage)) handlers.handleRejected(rejected);
  }, [rejected]);

  useEffect(() => {
    if (!isSending || !connection.isConnected) return undefined;
    const timer = setTimeout(handlers.handleTimeout, RESPONSE_TIMEOUT);
    return () => clearTimeout(timer);
  }, [isSending, connection]);
}
