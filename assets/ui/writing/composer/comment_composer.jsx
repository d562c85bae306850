// The field for a comment as Reflex sees it; see `community/components/editor/comment_composer.py`.
import { useEffect, useId, useRef, useState } from "react";
import { useConnection } from "../connection.js";
import { Icon } from "../icon.jsx";
import { PICTURES, pastedPictures, picturesIn } from "../upload.js";
import { isAbout, rest, takeOff } from "./flight.js";
import { Suggestions, useMentions } from "./mentions.jsx";
import { useMessageDraft } from "./message_draft.js";
import { Pictures, usePictures } from "./pictures.jsx";

const UNANSWERED = "There was no answer yet. Your words are kept; you can send them again.";
const ANSWER_WITHIN = 10_000;
const SHOW_ROOM_BELOW = 500;

export function CommentComposer(props) {
  const { draftKey, value = "", base, sent, refusal, look, icons, maxLength, maxPictures } = props;
  const field = useRef(null);
  const files = useRef(null);
  const listId = useId();
  const [text, setText] = useState(value);
  // What the words were before somebody began to change them here.
  const [begun, setBegun] = useState({ value, base });
  const [flight, setFlight] = useState(null);
  const [trouble, setTrouble] = useState("");
  const [sending, setSending] = useState(false);
  const wasSentHere = useRef(false);
  const pictures = usePictures(props.uploadUrl, maxPictures);
  const mentions = useMentions(field, props.suggestions, props.onQuery);

  const restore = (draft) => {
    setText(draft.text);
    setBegun({ value, base: draft.text === value ? base : (draft.base ?? base) });
    setFlight(draft.flight);
    pictures.restore(draft.pictures);
  };
  const draft = { text, pictures: pictures.sent, flight, base: begun.base, initial: value, restore };
  useMessageDraft(draftKey, draft);
  // What was changed elsewhere is shown, unless something is being written here.
  useEffect(() => {
    if (text !== begun.value || (begun.value === value && begun.base === base)) return;
    setText(value);
    setBegun({ value, base });
  }, [value, base]);

  const settle = (sentence) => {
    setTrouble(sentence);
    setSending(false);
  };
  const send = (message) => props.onSubmit?.(message);
  // What was typed after the message went out stays, and is another one.
  const stored = () => {
    const isAll = text.trim() === flight.text;
    const left = value ? text : rest(text, flight.text);
    setText(isAll ? value : left);
    setBegun({ value: isAll ? value : flight.text, base });
    pictures.drop(flight.media);
    setFlight(null);
    settle("");
    const isDone = isAll && pictures.all.every(({ id, refusal }) => refusal || flight.media.includes(id));
    if (isDone && wasSentHere.current) props.onDone?.();
  };
  useAnswer({ sent, refusal, flight, sending }, {
    send: () => send(flight),
    stored,
    // A refused message is not stored, so the next one is another; an unanswered may be.
    refused: ({ sentence, version }) => {
      settle(sentence);
      setFlight(null);
      // Who was told that the words were changed meanwhile may put their own in place.
      if (version) setBegun({ ...begun, base: version });
    },
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
    const media = pictures.sent.map(({ id }) => id);
    const message = takeOff({ text: text.trim(), media, base: begun.base ?? null }, flight);
    wasSentHere.current = true;
    setTrouble("");
    setSending(true);
    setFlight(message);
    send(message);
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

// What became of the message that was sent. `sent` and `refusal` may be about somebody else's
// composer on the same page.
function useAnswer({ sent, refusal, flight, sending }, act) {
  const connection = useConnection();
  const wasLost = useRef(false);

  // What went out on a line that was dead already is sent again; the server keeps it once.
  useEffect(() => {
    if (sending && connection.open && wasLost.current) act.send();
    wasLost.current = sending && !connection.open;
  }, [sending, connection]);

  useEffect(() => {
    if (isAbout(sent, flight)) act.stored();
  }, [sent, flight]);

  useEffect(() => {
    if (isAbout(refusal, flight)) act.refused(refusal);
  }, [refusal]);

  useEffect(() => {
    if (!sending || !connection.open) return undefined;
    const timer = setTimeout(act.unanswered, ANSWER_WITHIN);
    return () => clearTimeout(timer);
  }, [sending, connection]);
}
