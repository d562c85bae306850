// The pictures and files of a message that is being written, and the button that adds them.
import { useRef } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";

/**
 * @import { Attachment, useAttachments } from "./attachments.js"
 * @typedef {{ attachments: ReturnType<typeof useAttachments>, classNames: ClassNames, icons: Icons }} Props
 */

/** @param {Props} props */
export function AttachmentList({ attachments, classNames, icons }) {
  const { items, error, remove } = attachments;
  return (
    <>
      {items.length > 0 && (
        <ul className={classNames.attachments} aria-label={gettext("Attachments")}>
          {items.map((item) => (
            <li key={item.key} className={classNames.attachment} data-state={item.error ? "error" : ""}>
              <AttachmentPreview item={item} classNames={classNames} icons={icons} />
              <button
                type="button"
                className={classNames.attachment_remove}
                aria-label={gettext("Remove {name}", { name: item.name || gettext("Image") })}
                onClick={() => remove(item.key)}
              >
                <Icon path={icons.x} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p className={classNames.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** @param {{ item: Attachment, classNames: ClassNames, icons: Icons }} props */
function AttachmentPreview({ item, classNames, icons }) {
  const { name, isImage, preview, progress, error } = item;
  return (
    <>
      {isImage && !error ? (
        <img src={preview} alt="" className={classNames.attachment_image} />
      ) : (
        <span className={classNames.attachment_file}>
          <Icon path={icons.file} />
          <span className={classNames.attachment_text}>
            <bdi className={classNames.attachment_name}>{name}</bdi>
            {error && (
              <span className={classNames.attachment_error} role="alert">
                {error}
              </span>
            )}
          </span>
        </span>
      )}
      {progress !== undefined && (
        <progress className={classNames.attachment_progress} value={progress} aria-label={gettext("Uploading…")} />
      )}
    </>
  );
}

/** @param {{ accept: string, onChoose: (files: File[]) => void, classNames: ClassNames, icons: Icons }} props */
export function AttachButton({ accept, onChoose, classNames, icons }) {
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const label = gettext("Attach pictures or files");
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const handleChange = ({ target }) => {
    onChoose([...(target.files ?? [])]);
    target.value = "";
  };
  return (
    <>
      <button
        type="button"
        className={classNames.attach}
        aria-label={label}
        title={label}
        onClick={() => input.current.click()}
      >
        <Icon path={icons.attach} />
      </button>
      <input ref={input} type="file" accept={accept} multiple hidden onChange={handleChange} />
    </>
  );
}
