// A field for one image, which the user chooses, drops or pastes. It shows the image while it is uploaded. With the prop
// `crop`, the user first chooses a part of the image. An error keeps the image and the chosen part. With `videoTypes`,
// the user can also choose or drop a video.
//
// The children are the preview of the saved image and the buttons. A click on an element marked `data-choose-file`
// opens the file dialog. The element marked `data-remove-image` disappears with the image, so a click on it also moves
// the focus to the button that chooses a file.
import { useEffect, useId, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { ImageCropDialog } from "$/public/ui/image_crop_dialog.jsx";
import { imageFilesIn, isVideo, pastedImages, uploadImage, videoFilesIn } from "$/public/ui/writing/upload.js";

/** @typedef {{ url: string, progress: number }} PendingImage */

/**
 * @param {{
 *   label: string,
 *   hint?: string,
 *   error: string,
 *   resetKey: unknown,
 *   maxBytes?: number,
 *   uploadUrl: string,
 *   imageTypes: string,
 *   videoTypes?: string,
 *   videoUploadUrl?: string,
 *   maxVideoBytes?: number,
 *   crop?: import("./image_crop_dialog.jsx").CropOptions,
 *   classNames: ClassNames,
 *   children: [preview: ReactNode, actions: ReactNode],
 *   onUpload: (id: string, url: string) => void,
 * }} props
 */
export function ImageInput({ label, hint, error, imageTypes, videoTypes, crop, classNames, children, ...options }) {
  const { pending, uploadError, ...image } = useImageUpload(options);
  const { chooseFile, ...cropping } = useCrop(Boolean(crop), image);
  const types = [imageTypes, videoTypes];
  const dialog = { ...cropping, progress: pending?.progress, title: label, error: uploadError, classNames };
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const noteId = useId();
  const uploadFirst = (/** @type {File[]} */ [file]) => file && chooseFile(file);
  const handleClick = (/** @type {React.MouseEvent<HTMLElement>} */ { target, currentTarget }) => {
    const clicked = /** @type {Element} */ (target);
    if (clicked.closest("[data-choose-file]")) input.current.click();
    if (!clicked.closest("[data-remove-image]")) return;
    image.abort();
    currentTarget.querySelector("[data-choose-file]")?.focus();
  };
  const handleChange = (/** @type {React.ChangeEvent<HTMLInputElement>} */ { target }) => {
    uploadFirst([...(target.files ?? [])]);
    target.value = "";
  };
  const group = { className: classNames.field, role: "group", "aria-label": label, "aria-describedby": noteId };
  return (
    <div {...group} onClick={handleClick} onPaste={(event) => uploadFirst(pastedImages(event.clipboardData))}>
      <div className={classNames.row}>
        <DropZone pending={pending} acceptsVideos={Boolean(videoTypes)} classNames={classNames} onDrop={uploadFirst}>
          {children[0]}
        </DropZone>
        <fieldset className={classNames.actions} disabled={Boolean(pending)}>
          {children[1]}
        </fieldset>
      </div>
      <input ref={input} type="file" accept={types.filter(Boolean).join()} hidden onChange={handleChange} />
      <Note id={noteId} error={cropping.file ? "" : uploadError || error} hint={hint} classNames={classNames} />
      {crop && <ImageCropDialog options={crop} {...dialog} />}
    </div>
  );
}

/**
 * Keeps the chosen file while the user chooses a part of it, until its upload succeeds.
 * @param {boolean} isCropped
 * @param {Pick<ReturnType<typeof useImageUpload>, "accept" | "upload" | "abort">} image
 */
function useCrop(isCropped, { accept, upload, abort }) {
  const [file, setFile] = useState(/** @type {File | null} */ (null));
  const chooseFile = (/** @type {File} */ chosen) => {
    if (!accept(chosen)) return;
    if (isCropped) setFile(chosen);
    else upload(chosen);
  };
  const onSave = async (/** @type {string} */ area) => {
    if (file && (await upload(file, area))) setFile(null);
  };
  const onClose = () => {
    if (!file) return; // the dialog also closes after the upload
    abort();
    setFile(null);
  };
  return { file, chooseFile, onSave, onClose };
}

/**
 * Uploads an image or a video and passes its ID and URL to `onUpload`. `pending` is the file until `resetKey` changes, which
 * happens when the new image is saved or rejected. A new upload cancels the previous one.
 * @param {{
 *   resetKey: unknown,
 *   maxBytes?: number,
 *   uploadUrl: string,
 *   maxVideoBytes?: number,
 *   videoUploadUrl?: string,
 *   onUpload: (id: string, url: string) => void,
 * }} options
 */
function useImageUpload({ resetKey, maxBytes = Infinity, uploadUrl, maxVideoBytes, videoUploadUrl, onUpload }) {
  const [pending, setPending] = usePendingImage(resetKey);
  const [uploadError, setUploadError] = useState("");
  const active = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => active.current?.abort(), []);

  /** Sets the error, and returns whether the file may be uploaded. @param {File} file */
  const accept = (file) => {
    const error = findSizeError(file, isVideo(file) ? (maxVideoBytes ?? Infinity) : maxBytes);
    setUploadError(error);
    return !error;
  };
  const abort = () => {
    active.current?.abort();
    setPending(null);
    setUploadError("");
  };
  /** Returns whether the upload succeeded. @param {File} file @param {string} [crop] */
  const upload = async (file, crop) => {
    setUploadError("");
    active.current?.abort();
    const { signal } = (active.current = new AbortController());
    // The field cannot show a video as an image.
    const url = isVideo(file) ? "" : URL.createObjectURL(file);
    const target = isVideo(file) ? (videoUploadUrl ?? uploadUrl) : uploadUrl;
    setPending({ url, progress: 0 });
    try {
      const onProgress = (/** @type {number} */ progress) => setPending({ url, progress });
      const uploaded = await uploadImage(file, target, { onProgress, signal, crop });
      if (crop) setPending({ url: uploaded.url, progress: 1 });
      onUpload(uploaded.id, uploaded.url);
      return true;
    } catch (failure) {
      if (signal.aborted) return false;
      setPending(null);
      setUploadError(/** @type {Error} */ (failure).message);
      return false;
    }
  };
  return { pending, uploadError, accept, upload, abort };
}

/**
 * @param {File} file
 * @param {number} maxBytes
 */
function findSizeError(file, maxBytes) {
  if (file.size <= maxBytes) return "";
  const size = maxBytes / 2 ** 20;
  return isVideo(file)
    ? gettext("The video is too large. The limit is {size} MB.", { size })
    : gettext("The image is too large. The limit is {size} MB.", { size });
}

/** @param {unknown} resetKey @returns {[PendingImage | null, (image: PendingImage | null) => void]} */
function usePendingImage(resetKey) {
  const [pending, setPending] = useState(/** @type {PendingImage | null} */ (null));
  useEffect(() => setPending(null), [resetKey]);
  useEffect(() => {
    if (!pending) return undefined;
    return () => URL.revokeObjectURL(pending.url);
  }, [pending?.url]);
  return [pending, setPending];
}

/**
 * @param {{
 *   pending: PendingImage | null,
 *   classNames: ClassNames,
 *   acceptsVideos: boolean,
 *   onDrop: (files: File[]) => void,
 *   children: ReactNode,
 * }} props
 */
function DropZone({ pending, acceptsVideos, classNames, onDrop, children }) {
  const [isDragOver, setIsDragOver] = useState(false);
  /**
   * @param {React.DragEvent} event
   * @param {boolean} isOver
   */
  const drag = (event, isOver) => {
    event.preventDefault();
    setIsDragOver(isOver);
  };
  return (
    <div
      className={classNames.preview}
      data-drag-over={isDragOver}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        onDrop([...imageFilesIn(event.dataTransfer), ...(acceptsVideos ? videoFilesIn(event.dataTransfer) : [])]);
      }}
    >
      {children}
      {pending?.url && <img src={pending.url} alt="" className={classNames.uploading} />}
      {pending && (
        <progress className={classNames.progress} value={pending.progress} aria-label={gettext("Uploading…")} />
      )}
    </div>
  );
}

/** @param {{ id: string, error: string, hint?: string, classNames: ClassNames }} props */
function Note({ id, error, hint, classNames }) {
  if (!error) {
    return hint ? (
      <p id={id} className={classNames.hint}>
        {hint}
      </p>
    ) : null;
  }
  return (
    <p id={id} className={classNames.error} role="alert">
      {error}
    </p>
  );
}
