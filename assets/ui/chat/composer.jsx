// The field in which messages are written and edited. `community/components/chat/composer.py` documents its props.
import { useEffect, useRef } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";
import { AttachButton, AttachmentList } from "./attachment_list.jsx";
import { EmojiButton } from "./emoji.jsx";
import { excerptOf } from "./texts.js";
import { cancelReplyAndEdit, useCurrentChat } from "./thread.js";
import { useComposer } from "./use_composer.js";

const SHOW_REMAINING_BELOW = 500;

/**
 * @import { ChatStore } from "./store.js"
 * @typedef {object} Props
 * @property {number} maxLength
 * @property {number} maxMedia
 * @property {number} maxFiles
 * @property {string} imageTypes
 * @property {string} accept the types of files that can be attached
 * @property {ClassNames} classNames
 * @property {Icons} icons
 */

/** @param {Props} props */
export function ChatComposer(props) {
  const store = useCurrentChat();
  return <Composer key={`${store.viewer.id}:${store.chatId}`} store={store} {...props} />;
}

/** @param {Props & { store: ChatStore }} props */
function Composer({ store, ...props }) {
  const { classNames, icons, maxLength } = props;
  /** @type {Ref<HTMLTextAreaElement>} */
  const field = useRef(null);
  const composer = useComposer(store, maxLength, props);
  const { text, setText, attachments, isSaving, isReady, submit } = composer;
  const canAttach = Boolean(store.chat?.can.attach) && !store.edited;
  const handleFiles = useFiles(canAttach, attachments.add);
  useCursorAtEnd(field, store.edited?.id ?? 0);
  useFocusOnOpening(field);
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
    <form className={classNames.form} onSubmit={handleSubmit} {...handleFiles}>
      <ComposerBanner store={store} classNames={classNames} icons={icons} />
      {!store.edited && <AttachmentList {...{ attachments, classNames, icons }} />}
      <div className={classNames.row}>
        {canAttach && <AttachButton accept={props.accept} onChoose={attachments.add} {...{ classNames, icons }} />}
        <EmojiButton insert={insert} classNames={classNames} icons={icons} />
        <TextField {...{ field, composer, classNames }} />
        <RemainingLength remaining={maxLength - text.length} className={classNames.remaining} />
        <SubmitButton isEdit={store.edited !== null} disabled={!isReady || isSaving} {...{ classNames, icons }} />
      </div>
    </form>
  );
}

/**
 * Focuses the field of an opened chat, unless something else has the focus. On a touch screen, the keyboard would cover
 * the messages.
 * @param {Ref<HTMLTextAreaElement>} field
 */
function useFocusOnOpening(field) {
  useEffect(() => {
    const hasKeyboard = matchMedia("(hover: hover) and (pointer: fine)").matches;
    // After a change of the page, the main content has the focus.
    const isFree = document.activeElement?.matches("body, main");
    if (hasKeyboard && isFree) field.current.focus({ preventScroll: true });
  }, []);
}

/**
 * @param {{
 *   field: Ref<HTMLTextAreaElement>,
 *   composer: ReturnType<typeof useComposer>,
 *   classNames: ClassNames,
 * }} props
 */
function TextField({ field, composer, classNames }) {
  return (
    <textarea
      ref={field}
      className={classNames.field}
      value={composer.text}
      rows={1}
      dir="auto"
      data-chat-field=""
      aria-label={gettext("Message")}
      placeholder={gettext("Write a message")}
      enterKeyHint={isTouch() ? "enter" : "send"}
      onChange={({ target }) => composer.type(target.value)}
      onKeyDown={(event) => composer.handleKey(event)}
    />
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

/**
 * Returns the handlers that attach files which are dropped on the form or pasted into it.
 * @param {boolean} canAttach
 * @param {(files: File[]) => void} add
 */
function useFiles(canAttach, add) {
  const takeFiles = (/** @type {React.SyntheticEvent} */ event, /** @type {DataTransfer} */ transfer) => {
    const files = [...transfer.files];
    const isText = transfer.getData("text/plain") !== "";
    if (!canAttach || !files.length || isText) return;
    event.preventDefault();
    add(files);
  };
  return {
    onDragOver: (/** @type {React.DragEvent} */ event) => event.preventDefault(),
    onDrop: (/** @type {React.DragEvent} */ event) => takeFiles(event, event.dataTransfer),
    onPaste: (/** @type {React.ClipboardEvent} */ event) => takeFiles(event, event.clipboardData),
  };
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
