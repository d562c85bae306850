// A field for an image of a profile or community. The user chooses or drops a file. The field shows the image while it
// is uploaded and saves it immediately.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { IMAGE_TYPES, uploadImage } from "$/public/ui/writing/upload.js";

export function ImageField({ label, image, error, resetKey, maxBytes, uploadUrl, classNames, children, ...events }) {
  const [pending, setPending] = useState(null);
  const [uploadError, setUploadError] = useState("");
  const [isDragOver, setIsDragOver] = useState(false);
  const input = useRef(null);
  const button = useRef(null);
  const [preview, uploadIcon, removeIcon] = children;
  const size = maxBytes / 2 ** 20;

  // `resetKey` changes when the server has saved or rejected the image.
  useEffect(() => setPending(null), [resetKey]);
  useEffect(() => () => pending && URL.revokeObjectURL(pending.url), [pending?.url]);

  const upload = async (file) => {
    if (!file) return;
    const isTooLarge = file.size > maxBytes;
    setUploadError(isTooLarge ? gettext("The image is too large. The limit is {size} MB.", { size }) : "");
    if (isTooLarge) return;
    const url = URL.createObjectURL(file);
    setPending({ url, progress: 0 });
    try {
      const onProgress = (progress) => setPending({ url, progress });
      const { id } = await uploadImage(file, uploadUrl, { onProgress });
      events.onChoose(id);
    } catch (failure) {
      setPending(null);
      setUploadError(failure.message);
    }
  };
  const choose = ({ target }) => {
    upload(target.files[0]);
    target.value = "";
  };
  const drop = (event) => {
    event.preventDefault();
    setIsDragOver(false);
    upload(event.dataTransfer.files[0]);
  };
  const dragOver = (event) => {
    event.preventDefault();
    setIsDragOver(true);
  };
  // The "Remove" button disappears together with the image, so the focus moves to the button beside it.
  const remove = () => {
    button.current.focus();
    setUploadError("");
    events.onRemove();
  };
  const message = uploadError || error;

  return (
    <div className={classNames.field} role="group" aria-label={label}>
      <div className={classNames.row}>
        <div
          className={classNames.preview}
          data-drag-over={isDragOver}
          onDragOver={dragOver}
          onDragLeave={() => setIsDragOver(false)}
          onDrop={drop}
        >
          {preview}
          {pending && <img src={pending.url} alt="" className={classNames.uploading} />}
          {pending && (
            <progress className={classNames.progress} value={pending.progress} aria-label={gettext("Uploading")} />
          )}
        </div>
        <div className={classNames.actions}>
          <button
            ref={button}
            type="button"
            className={classNames.choose}
            aria-label={image ? gettext("Change: {label}", { label }) : gettext("Upload: {label}", { label })}
            disabled={Boolean(pending)}
            onClick={() => input.current.click()}
          >
            {uploadIcon}
            {image ? gettext("Change") : gettext("Upload")}
          </button>
          {image && (
            <button
              type="button"
              className={classNames.remove}
              aria-label={gettext("Remove: {label}", { label })}
              onClick={remove}
            >
              {removeIcon}
              {gettext("Remove")}
            </button>
          )}
        </div>
      </div>
      <input ref={input} type="file" accept={IMAGE_TYPES} hidden onChange={choose} />
      <p className={message ? classNames.error : classNames.hint} role={message ? "alert" : undefined}>
        {message || gettext("Drag an image here or choose a file, up to {size} MB", { size })}
      </p>
    </div>
  );
}
