// The field in which messages are written and edited. `community/components/chat/composer.py` documents its props.
import { useEffect, useRef } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";
import { EmojiButton } from "./emoji.jsx";
import { excerptOf } from "./texts.js";
import { cancelReplyAndEdit, useCurrentChat } from "./thread.js";
import { useComposer } from "./use_composer.js";

const SHOW_REMAINING_BELOW = 500;

/**
 * @import { ChatStore } from "./store.js"
 * @typedef {object} Props
 * @property {number} maxLength
 * @property {ClassNames} classNames
 * @property {Icons} icons
 */

/** @param {Props} props */
export function ChatComposer(props) {
  const store = useCurrentChat();
  return <Composer key={`${store.viewer.id}:${store.chatId}`} store={store} {...props} />;
}

/** @param {Props & { store: ChatStore }} props */
function Composer({ store, classNames, icons, maxLength }) {
  /** @type {Ref<HTMLTextAreaElement>} */
  const field = useRef(null);
  const composer = useComposer(store, maxLength);
  const { text, setText, isSaving, isReady, submit } = composer;
  useCursorAtEnd(field, store.edited?.id ?? 0);
  const insert = (/** @type {string} */ added) => {
    const { selectionStart, selectionEnd } = field.current;
    field.current.setRangeText(added, selectionStart, selectionEnd, "end");
    setText(field.current.value);
    field.current.focus();
  };
  const handleSubmit = (/** @type {React.FormEvent} */ event) => {
    event.preventDefault();
    submit();
    field.current.focus();
  };
  return (
    <form className={classNames.form} onSubmit={handleSubmit}>
      <ComposerBanner store={store} classNames={classNames} icons={icons} />
      <div className={classNames.row}>
        <EmojiButton insert={insert} classNames={classNames} icons={icons} />
        <textarea
          ref={field}
          className={classNames.field}
          value={text}
          rows={1}
          dir="auto"
          data-chat-field=""
          aria-label={gettext("Message")}
          placeholder={gettext("Write a message")}
          enterKeyHint={isTouch() ? "enter" : "send"}
          onChange={({ target }) => composer.type(target.value)}
          onKeyDown={(event) => composer.handleKey(event)}
        />
        <RemainingLength remaining={maxLength - text.length} className={classNames.remaining} />
        <SubmitButton isEdit={store.edited !== null} disabled={!isReady || isSaving} {...{ classNames, icons }} />
      </div>
    </form>
  );
}

/** @param {{ isEdit: boolean, disabled: boolean, classNames: ClassNames, icons: Icons }} props */
function SubmitButton({ isEdit, disabled, classNames, icons }) {
  const label = isEdit ? gettext("Save") : gettext("Send");
  return (
    <button
      type="submit"
      className={classNames.submit}
      disabled={disabled}
      aria-label={label}
      title={label}
      // Keeps the on-screen keyboard open.
      onPointerDown={(event) => event.preventDefault()}
    >
      <Icon path={isEdit ? icons.check : icons.send} />
    </button>
  );
}

const isTouch = () => typeof window !== "undefined" && matchMedia("(pointer: coarse)").matches;

/**
 * Puts the cursor behind the text when a message is edited.
 * @param {Ref<HTMLTextAreaElement>} field
 * @param {number} editedId
 */
function useCursorAtEnd(field, editedId) {
  useEffect(() => {
    const { length } = field.current.value;
    if (editedId) field.current.setSelectionRange(length, length);
  }, [editedId]);
}

/**
 * The message that is edited or replied to, above the field.
 * @param {{ store: ChatStore, classNames: ClassNames, icons: Icons }} props
 */
function ComposerBanner({ store, classNames, icons }) {
  const { edited, replyTo } = store;
  const message = edited ?? replyTo;
  if (!message) return null;
  const title = edited ? gettext("Edit message") : gettext("Reply to {name}", { name: message.author.name });
  return (
    <div className={classNames.banner}>
      <Icon path={edited ? icons.edit : icons.reply} />
      <div className={classNames.banner_text}>
        <p className={classNames.banner_title}>{title}</p>
        <p className={classNames.banner_excerpt} dir="auto">
          {excerptOf(message)}
        </p>
      </div>
      <button type="button" className={classNames.button} aria-label={gettext("Cancel")} onClick={cancelReplyAndEdit}>
        <Icon path={icons.x} />
      </button>
    </div>
  );
}

/** @param {{ remaining: number, className: string }} props */
function RemainingLength({ remaining, className }) {
  if (remaining >= SHOW_REMAINING_BELOW) return null;
  return (
    <span className={className} data-state={remaining < 0 ? "over" : ""}>
      {remaining}
    </span>
  );
}
