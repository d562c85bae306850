// The field for a comment as Reflex sees it; see `community/components/editor/comment_composer.py`.
import { useEffect, useId, useRef, useState } from "react";
import { useConnection } from "../connection.js";
import { Icon } from "../icon.jsx";
import { PICTURES, pastedPictures, picturesIn } from "../upload.js";
import { Suggestions, useMentions } from "./mentions.jsx";
import { newMessageId, useMessageDraft } from "./message_draft.js";
import { Pictures, usePictures } from "./pictures.jsx";

const UNANSWERED = "There was no answer yet. Your words are kept; you can send them again.";
const ANSWER_WITHIN = 10_000;
const SHOW_ROOM_BELOW = 500;

export function CommentComposer(props) {
  const { draftKey, value = "", sentId, refusal, look, icons, maxLength, maxPictures } = props;
  const field = useRef(null);
  const files = useRef(null);
  const listId = useId();
  const [text, setText] = useState(value);
  const [messageId, setMessageId] = useState("");
  const [trouble, setTrouble] = useState("");
  const [sending, setSending] = useState(false);
  const pictures = usePictures(props.uploadUrl, maxPictures);
  const mentions = useMentions(field, props.suggestions, props.onQuery);

  const restore = (draft) => {
    setText(draft.text);
    setMessageId(draft.messageId);
    pictures.restore(draft.pictures);
  };
  const draft = { text, pictures: pictures.sent, messageId, initial: value, restore };
  useMessageDraft(draftKey, draft);
  const settle = (sentence) => {
    setTrouble(sentence);
    setSending(false);
  };
  const send = () => {
    const media = pictures.sent.map(({ id }) => id);
    props.onSubmit?.({ text: text.trim(), media, client_id: messageId });
  };
  useAnswer({ sentId, refusal, messageId, sending }, {
    send,
    sent: () => {
      setText(value);
      pictures.restore([]);
      setMessageId(newMessageId());
      settle("");
    },
    // A refused message is not stored, so the next try may be another one; an unanswered may be.
    refused: (sentence) => (settle(sentence), setMessageId(newMessageId())),
    unanswered: () => settle(UNANSWERED),
  });
  useEffect(() => {
    if (props.autoFocus) field.current.focus();
  }, [props.autoFocus]);

  const insert = (start, end, words) => {
    field.current.setRangeText(words, start, end, "end");
    setText(field.current.value);
    field.current.focus();
  };
  const addPictures = (chosen) => {
    const isAll = pictures.add(chosen);
    setTrouble(isAll ? "" : `A comment has at most ${maxPictures} pictures.`);
  };
  const isReady =
    (text.trim() || pictures.sent.length) && text.length <= maxLength && !pictures.isSending;
  const submit = (event) => {
    event?.preventDefault();
    if (!isReady || sending) return;
    setTrouble("");
    setSending(true);
    send();
  };
  const press = (event) => {
    if (event.nativeEvent.isComposing || mentions.press(event, insert)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
    if (event.key === "Escape" && props.onCancel && !text.trim()) props.onCancel();
  };
  const paste = (event) => {
    const chosen = pastedPictures(event.clipboardData);
    const { selectionStart, selectionEnd, value: words } = field.current;
    const address = event.clipboardData.getData("text/plain").trim();
    if (chosen.length) addPictures(chosen);
    else if (selectionStart !== selectionEnd && /^https?:\/\/\S+$/.test(address)) {
      const label = words.slice(selectionStart, selectionEnd);
      insert(selectionStart, selectionEnd, `[${label}](${address})`);
    } else return;
    event.preventDefault();
  };
  const drop = (event) => {
    const chosen = picturesIn(event.dataTransfer);
    if (!chosen.length) return;
    event.preventDefault();
    addPictures(chosen);
  };
  const room = maxLength - text.length;

  return (
    <form className={look.form} onSubmit={submit} onDragOver={(e) => e.preventDefault()} onDrop={drop}>
      <div className={look.field_frame}>
        <textarea
          ref={field}
          className={look.field}
          value={text}
          rows={1}
          aria-label={props.label}
          aria-autocomplete="list"
          aria-controls={mentions.found.length ? listId : undefined}
          aria-activedescendant={mentions.found.length ? `${listId}-${mentions.at}` : undefined}
          placeholder={props.placeholder}
          onChange={({ target }) => (setText(target.value), mentions.look())}
          onKeyDown={press}
          onKeyUp={({ key }) => /^(?:Arrow(?:Left|Right)|Home|End)$/.test(key) && mentions.look()}
          onClick={mentions.look}
          onBlur={mentions.close}
          onPaste={paste}
        />
        <Suggestions id={listId} mentions={mentions} look={look} insert={insert} />
      </div>
      <Pictures pictures={pictures} look={look} icons={icons} />
      {trouble && <p className={look.trouble} role="alert">{trouble}</p>}
      <div className={look.bar}>
        <button
          type="button"
          className={look.tool}
          aria-label="Add a picture"
          onClick={() => files.current.click()}
        >
          <Icon path={icons.image} />
        </button>
        <input
          ref={files}
          type="file"
          accept={PICTURES}
          multiple
          hidden
          onChange={({ target }) => (addPictures([...target.files]), (target.value = ""))}
        />
        {room < SHOW_ROOM_BELOW && (
          <span className={look.room} data-state={room < 0 ? "over" : ""}>{room}</span>
        )}
        <span className={look.end}>
          {props.onCancel && (
            <button type="button" className={look.cancel} onClick={() => props.onCancel()}>
              Cancel
            </button>
          )}
          <button type="submit" className={look.submit} disabled={!isReady || sending}>
            {sending ? "Sending…" : props.submitLabel}
          </button>
        </span>
      </div>
    </form>
  );
}

// What became of the message that was sent. `sentId` and `refusal` may be about somebody else's
// composer on the same page.
function useAnswer({ sentId, refusal, messageId, sending }, act) {
  const connection = useConnection();
  const wasLost = useRef(false);

  // What went out on a line that was dead already is sent again; the server keeps it once.
  useEffect(() => {
    if (sending && connection.open && wasLost.current) act.send();
    wasLost.current = sending && !connection.open;
  }, [sending, connection]);

  useEffect(() => {
    if (sentId && sentId === messageId) act.sent();
  }, [sentId, messageId]);

  useEffect(() => {
    if (refusal?.client_id && refusal.client_id === messageId) act.refused(refusal.sentence);
  }, [refusal]);

  useEffect(() => {
    if (!sending || !connection.open) return undefined;
    const timer = setTimeout(act.unanswered, ANSWER_WITHIN);
    return () => clearTimeout(timer);
  }, [sending, connection]);
}
