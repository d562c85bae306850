// The comment field. `community/components/editor/comment_composer.py` documents its props.
import { useEffect, useRef } from "react";
import { gettext, ngettext } from "$/public/ui/i18n.js";
import { Icon } from "../icon.jsx";
import { imageFilesIn } from "../upload.js";
import { AssistantButton } from "./assistant_button.jsx";
import { ImageList, useImageUploads } from "./images.jsx";
import { useMentions } from "./mentions.jsx";
import { MessageField, textBeforeCursor } from "./message_field.jsx";
import { useMessage } from "./use_message.js";

const SHOW_REMAINING_BELOW = 500;

/**
 * @import { Message } from "./pending_message.js"
 * @import { MentionedUser } from "./mentions.jsx"
 *
 * @typedef {Partial<Message> | null} SavedResponse
 * @typedef {Partial<Message> & { message: string, version?: number | null }} RejectedResponse
 *
 * @typedef {object} Props
 * @property {string} draftKey
 * @property {string} [value]
 * @property {number} [baseVersion]
 * @property {SavedResponse} saved
 * @property {RejectedResponse | null} rejected
 * @property {MentionedUser[]} suggestions
 * @property {Suggestions | null} [links] tags and posts for the text after "#"
 * @property {(text: string) => void} [onLinkQuery]
 * @property {string} [placeholder]
 * @property {string} label
 * @property {string} submitLabel
 * @property {string} uploadUrl
 * @property {string} imageTypes
 * @property {number} maxLength
 * @property {number} maxImages
 * @property {boolean} [autoFocus]
 * @property {ClassNames} classNames
 * @property {Icons} icons
 * @property {(message: CommentFormData) => void} [onSubmit]
 * @property {(prefix: string) => void} [onMentionQuery]
 * @property {string} [assistant]
 * @property {boolean} [mayAskAssistant]
 * @property {() => void} [onAllowAssistant]
 * @property {() => void} [onCancel]
 * @property {() => void} [onSaved]
 */

/** @param {Props} props */
export function CommentComposer(props) {
  const { classNames, icons, maxLength, maxImages, onCancel } = props;
  /** @type {Ref<HTMLTextAreaElement>} */
  const field = useRef(null);
  const images = useImageUploads(props.uploadUrl, maxImages);
  const mentions = useMentions(() => textBeforeCursor(field.current), props);
  const { text, setText, error, setError, isSending, isReady, submit } = useMessage(props, images);
  useEffect(() => {
    if (props.autoFocus) field.current.focus();
  }, [props.autoFocus]);

  const addImages = (/** @type {File[]} */ files) => {
    const isWithinLimit = images.add(files);
    const limit = ngettext("Add at most {n} image.", "Add at most {n} images.", maxImages);
    setError(isWithinLimit ? "" : limit);
  };
  const handleDrop = (/** @type {React.DragEvent} */ event) => {
    const files = imageFilesIn(event.dataTransfer);
    if (!files.length) return;
    event.preventDefault();
    addImages(files);
  };
  return (
    <form className={classNames.form} onSubmit={submit} onDragOver={(e) => e.preventDefault()} onDrop={handleDrop}>
      <MessageField {...props} {...{ field, mentions, text, setText, submit, addImages }} />
      <ImageList images={images} classNames={classNames} icons={icons} />
      <ErrorMessage error={error} className={classNames.error} />
      <div className={classNames.bar}>
        {maxImages > 0 && <ImageButton {...props} onChoose={addImages} />}
        {props.assistant && <AssistantButton {...props} slug={props.assistant} {...{ field, setText }} />}
        <RemainingLength remaining={maxLength - text.length} className={classNames.remaining} />
        <span className={classNames.end}>
          {onCancel && <CancelButton className={classNames.cancel} onCancel={onCancel} />}
          <button type="submit" className={classNames.submit} disabled={!isReady || isSending}>
            {isSending ? gettext("Sending…") : props.submitLabel}
          </button>
        </span>
      </div>
    </form>
  );
}

/** @param {Props & { onChoose: (files: File[]) => void }} props */
function ImageButton({ classNames, icons, imageTypes, onChoose }) {
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const handleChange = ({ target }) => {
    onChoose([...(target.files ?? [])]);
    target.value = "";
  };
  return (
    <>
      <button
        type="button"
        className={classNames.toolbar_button}
        aria-label={gettext("Add image")}
        onClick={() => input.current.click()}
      >
        <Icon path={icons.image} />
      </button>
      <input ref={input} type="file" accept={imageTypes} multiple hidden onChange={handleChange} />
    </>
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

/** @param {{ className: string, onCancel: () => void }} props */
function CancelButton({ className, onCancel }) {
  return (
    <button type="button" className={className} onClick={() => onCancel()}>
      {gettext("Cancel")}
    </button>
  );
}

/** @param {{ error: string, className: string }} props */
function ErrorMessage({ error, className }) {
  if (!error) return null;
  return (
    <p className={className} role="alert">
      {error}
    </p>
  );
}
