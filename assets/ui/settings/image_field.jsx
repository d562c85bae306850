// A field for an image of a profile or community. The user chooses or drops a file. The field shows the image while it
// is uploaded and saves it immediately.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { IMAGE_TYPES, uploadImage } from "$/public/ui/writing/upload.js";

/** @typedef {{ url: string, progress: number }} PendingImage */

/**
 * @param {{
 *   label: string,
 *   image: string | null,
 *   error: string,
 *   resetKey: unknown,
 *   maxBytes: number,
 *   uploadUrl: string,
 *   classNames: ClassNames,
 *   children: ReactNode[],
 *   onChoose: (id: string) => void,
 *   onRemove: () => void,
 * }} props
 */
export function ImageField({ label, image, error, resetKey, maxBytes, uploadUrl, classNames, children, ...events }) {
  const upload = useImageUpload({ resetKey, maxBytes, uploadUrl, onChoose: events.onChoose });
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  /** @type {Ref<HTMLButtonElement>} */
  const button = useRef(null);
  const [preview, uploadIcon, removeIcon] = children;

  // The "Remove" button disappears together with the image, so the focus moves to the button beside it.
  const remove = () => {
    button.current.focus();
    upload.setError("");
    events.onRemove();
  };
  const message = upload.error || error;
  const hint = gettext("Drag an image here or choose a file, up to {size} MB", { size: toMegabytes(maxBytes) });
  return (
    <div className={classNames.field} role="group" aria-label={label}>
      <div className={classNames.row}>
        <DropZone pending={upload.pending} classNames={classNames} onDrop={upload.start}>
          {preview}
        </DropZone>
        <div className={classNames.actions}>
          <button
            ref={button}
            type="button"
            className={classNames.choose}
            aria-label={image ? gettext("Change: {label}", { label }) : gettext("Upload: {label}", { label })}
            disabled={Boolean(upload.pending)}
            onClick={() => input.current.click()}
          >
            {uploadIcon}
            {image ? gettext("Change") : gettext("Upload")}
          </button>
          {image && <RemoveButton label={label} icon={removeIcon} className={classNames.remove} onClick={remove} />}
        </div>
      </div>
      <FileInput ref={input} onChoose={upload.start} />
      <p className={message ? classNames.error : classNames.hint} role={message ? "alert" : undefined}>
        {message || hint}
      </p>
    </div>
  );
}

/** @param {number} bytes */
const toMegabytes = (bytes) => bytes / 2 ** 20;

/**
 * Uploads an image and passes its ID to `onChoose`. Until the server has saved or rejected it, `pending` is the image.
 * @param {{ resetKey: unknown, maxBytes: number, uploadUrl: string, onChoose: (id: string) => void }} props
 */
function useImageUpload({ resetKey, maxBytes, uploadUrl, onChoose }) {
  const [pending, setPending] = useState(/** @type {PendingImage | null} */ (null));
  const [error, setError] = useState("");

  // `resetKey` changes when the server has saved or rejected the image.
  useEffect(() => setPending(null), [resetKey]);
  useEffect(() => {
    if (!pending) return undefined;
    return () => URL.revokeObjectURL(pending.url);
  }, [pending?.url]);

  /** @param {File | undefined} file */
  const start = async (file) => {
    if (!file) return;
    const isTooLarge = file.size > maxBytes;
    const size = toMegabytes(maxBytes);
    setError(isTooLarge ? gettext("The image is too large. The limit is {size} MB.", { size }) : "");
    if (isTooLarge) return;
    const url = URL.createObjectURL(file);
    setPending({ url, progress: 0 });
    try {
      const onProgress = (/** @type {number} */ progress) => setPending({ url, progress });
      const { id } = await uploadImage(file, uploadUrl, { onProgress });
      onChoose(id);
    } catch (failure) {
      setPending(null);
      setError(/** @type {Error} */ (failure).message);
    }
  };
  return { pending, error, setError, start };
}

/**
 * @param {{
 *   pending: PendingImage | null,
 *   classNames: ClassNames,
 *   onDrop: (file: File | undefined) => void,
 *   children: ReactNode,
 * }} props
 */
function DropZone({ pending, classNames, onDrop, children }) {
  const [isDragOver, setIsDragOver] = useState(false);
  /** @param {React.DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    setIsDragOver(false);
    onDrop(event.dataTransfer.files[0]);
  };
  /** @param {React.DragEvent} event */
  const dragOver = (event) => {
    event.preventDefault();
    setIsDragOver(true);
  };
  return (
    <div
      className={classNames.preview}
      data-drag-over={isDragOver}
      onDragOver={dragOver}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={drop}
    >
      {children}
      {pending && <img src={pending.url} alt="" className={classNames.uploading} />}
      {pending && (
        <progress className={classNames.progress} value={pending.progress} aria-label={gettext("Uploading")} />
      )}
    </div>
  );
}

/** @param {{ label: string, icon: ReactNode, className: string, onClick: () => void }} props */
function RemoveButton({ label, icon, className, onClick }) {
  return (
    <button type="button" className={className} aria-label={gettext("Remove: {label}", { label })} onClick={onClick}>
      {icon}
      {gettext("Remove")}
    </button>
  );
}

/** @param {{ ref: Ref<HTMLInputElement>, onChoose: (file: File | undefined) => void }} props */
function FileInput({ ref, onChoose }) {
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const choose = ({ target }) => {
    onChoose(target.files?.[0]);
    target.value = "";
  };
  return <input ref={ref} type="file" accept={IMAGE_TYPES} hidden onChange={choose} />;
}
