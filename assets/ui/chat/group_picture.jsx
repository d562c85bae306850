// The button in the details of a group that uploads its picture.
import { useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { uploadImage } from "$/public/ui/writing/upload.js";

/**
 * @param {{
 *   chatId: number,
 *   accept: string,
 *   onChoose: (uploadId: string) => void,
 *   className: string,
 *   errorClassName: string,
 * }} props
 */
export function GroupPictureButton({ chatId, accept, onChoose, className, errorClassName }) {
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const [isUploading, setUploading] = useState(false);
  const [error, setError] = useState("");
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const upload = async ({ target }) => {
    const [file] = target.files ?? [];
    if (!file) return;
    setError("");
    setUploading(true);
    try {
      const { id } = await uploadImage(file, `/m/${chatId}/media`);
      onChoose(id);
    } catch (failure) {
      setError(/** @type {Error} */ (failure).message);
    }
    target.value = "";
    setUploading(false);
  };
  return (
    <>
      <button type="button" className={className} disabled={isUploading} onClick={() => input.current.click()}>
        {isUploading ? gettext("Uploading…") : gettext("Choose picture")}
      </button>
      <input ref={input} type="file" accept={accept} hidden onChange={upload} />
      {error && (
        <p role="alert" className={errorClassName}>
          {error}
        </p>
      )}
    </>
  );
}
