// The text field of the comment composer, with the list of suggested users below it.
import { useId } from "react";
import { pastedImages } from "../upload.js";
import { MentionList } from "./mentions.jsx";

/** @typedef {import("./mentions.jsx").Match} Match */

const CURSOR_KEY = /^(?:Arrow(?:Left|Right)|Home|End)$/;

/**
 * @param {import("./comment_composer.jsx").Props & {
 *   field: Ref<HTMLTextAreaElement>,
 *   mentions: ReturnType<typeof import("./mentions.jsx").useMentions>,
 *   text: string,
 *   setText: (text: string) => void,
 *   submit: (event: React.SyntheticEvent) => void,
 *   addImages: (files: File[]) => void,
 * }} props
 */
export function MessageField({ field, mentions, text, setText, submit, addImages, classNames, onCancel, ...props }) {
  const listId = useId();
  const insert = (/** @type {number} */ start, /** @type {number} */ end, /** @type {string} */ insertedText) => {
    field.current.setRangeText(insertedText, start, end, "end");
    setText(field.current.value);
    field.current.focus();
  };
  const insertMatch = createInsert(field, insert);
  const handleKeyDown = (/** @type {React.KeyboardEvent} */ event) => {
    if (event.nativeEvent.isComposing || mentions.handleKeyDown(event, insertMatch)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
    if (event.key === "Escape" && onCancel && !text.trim()) onCancel();
  };
  const hasMatches = mentions.matches.length > 0;
  return (
    <div className={classNames.field_frame}>
      <textarea
        ref={field}
        className={classNames.field}
        value={text}
        rows={1}
        dir="auto"
        aria-label={props.label}
        aria-autocomplete="list"
        aria-controls={hasMatches ? listId : undefined}
        aria-activedescendant={hasMatches ? `${listId}-${mentions.activeIndex}` : undefined}
        placeholder={props.placeholder}
        onChange={({ target }) => (setText(target.value), mentions.update())}
        onKeyDown={handleKeyDown}
        onKeyUp={({ key }) => CURSOR_KEY.test(key) && mentions.update()}
        onClick={mentions.update}
        onBlur={mentions.close}
        onPaste={(event) => handlePaste(event, field.current, insert, addImages)}
      />
      <MentionList id={listId} mentions={mentions} classNames={classNames} insert={insertMatch} />
    </div>
  );
}

/**
 * Returns a function that replaces what was typed with a suggestion.
 * @param {Ref<HTMLTextAreaElement>} field
 * @param {(start: number, end: number, text: string) => void} insert
 * @returns {import("./mentions.jsx").Insert}
 */
function createInsert(field, insert) {
  return (match, length) => {
    const end = field.current.selectionStart;
    insert(end - length, end, toMarkdown(match, field.current.value.slice(end)));
  };
}

/**
 * Returns a mention, which the server turns into a link, or a link to a tag or a post, and the space after it.
 * @param {Match} match
 * @param {string} following
 */
function toMarkdown({ text, href }, following) {
  const markdown = text.startsWith("@") ? text : `[${text.replace(/[\\[\]*_`<>~]/g, "\\$&")}](${href})`;
  return /^\s/.test(following) ? markdown : `${markdown} `;
}

/**
 * Returns the text before the cursor, or null if text is selected.
 * @param {HTMLTextAreaElement | null} field
 */
export function textBeforeCursor(field) {
  return field && field.selectionStart === field.selectionEnd ? field.value.slice(0, field.selectionStart) : null;
}

/**
 * Adds pasted images to the message. A URL that is pasted over selected text turns the text into a link.
 * @param {React.ClipboardEvent} event
 * @param {HTMLTextAreaElement} field
 * @param {(start: number, end: number, text: string) => void} insert
 * @param {(files: File[]) => void} addImages
 */
function handlePaste(event, { selectionStart, selectionEnd, value }, insert, addImages) {
  const files = pastedImages(event.clipboardData);
  const url = event.clipboardData.getData("text/plain").trim();
  if (files.length) addImages(files);
  else if (selectionStart !== selectionEnd && /^https?:\/\/\S+$/.test(url)) {
    const label = value.slice(selectionStart, selectionEnd);
    insert(selectionStart, selectionEnd, `[${label}](${url})`);
  } else return;
  event.preventDefault();
}
