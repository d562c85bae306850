// The button in the details of a group that uploads its picture, after the owner has chosen a part of it.
import { useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { ImageCropDialog } from "$/public/ui/image_crop_dialog.jsx";
import { uploadImage } from "$/public/ui/writing/upload.js";

/**
 * @param {{
 *   chatId: number,
 *   accept: string,
 *   crop: import("../image_crop_dialog.jsx").CropOptions,
 *   onChoose: (uploadId: string) => void,
 *   className: string,
 *   classNames: ClassNames,
 * }} props
 */
export function GroupPictureButton({ chatId, accept, crop, onChoose, className, classNames }) {
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const [file, setFile] = useState(/** @type {File | null} */ (null));
  const { progress, error, upload, abort } = usePictureUpload(chatId, onChoose);
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const choose = ({ target }) => {
    setFile(target.files?.[0] ?? null);
    target.value = "";
  };
  const save = async (/** @type {string} */ area) => {
    if (file && (await upload(file, area))) setFile(null);
  };
  const close = () => {
    abort();
    setFile(null);
  };
  const dialog = { file, title: gettext("Picture of the group"), options: crop, progress, error, classNames };
  return (
    <>
      <button type="button" className={className} onClick={() => input.current.click()}>
        {gettext("Choose picture")}
      </button>
      <input ref={input} type="file" accept={accept} hidden onChange={choose} />
      <ImageCropDialog {...dialog} onSave={save} onClose={close} />
    </>
  );
}

/**
 * @param {number} chatId
 * @param {(uploadId: string) => void} onChoose
 */
function usePictureUpload(chatId, onChoose) {
  const [progress, setProgress] = useState(/** @type {number | undefined} */ (undefined));
  const [error, setError] = useState("");
  const active = useRef(/** @type {AbortController | null} */ (null));
  const abort = () => {
    active.current?.abort();
    setProgress(undefined);
    setError("");
  };
  /** Returns whether the upload succeeded. @param {File} file @param {string} crop */
  const upload = async (file, crop) => {
    abort();
    const { signal } = (active.current = new AbortController());
    setProgress(0);
    try {
      const { id } = await uploadImage(file, `/m/${chatId}/media`, { onProgress: setProgress, signal, crop });
      onChoose(id);
      return true;
    } catch (failure) {
      if (!signal.aborted) setError(/** @type {Error} */ (failure).message);
      return false;
    } finally {
      if (!signal.aborted) setProgress(undefined);
    }
  };
  return { progress, error, upload, abort };
}
