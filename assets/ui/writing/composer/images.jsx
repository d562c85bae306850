// The images of a comment. Each is uploaded as soon as it is added, and has a preview and a button that removes it.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "../icon.jsx";
import { uploadImage } from "../upload.js";

/**
 * An image. It has `progress` during the upload, and then `id` or, after a failure, `error`.
 * @typedef {{ key: string, url: string, progress?: number, id?: string, error?: string }} ComposerImage
 * @typedef {{ key: string, url: string, id: string }} UploadedImage
 */

/**
 * @param {string} uploadUrl
 * @param {number} maxImages
 */
export function useImageUploads(uploadUrl, maxImages) {
  const [images, setImages] = useState(/** @type {ComposerImage[]} */ ([]));
  const { upload, cancel } = useUploads(uploadUrl, setImages);

  // Adds the files up to the maximum number of images and returns whether all of them were added.
  const add = (/** @type {File[]} */ files) => {
    const free = maxImages - images.filter((image) => !image.error).length;
    const added = files.slice(0, Math.max(0, free)).map((file) => ({ file, key: URL.createObjectURL(file) }));
    setImages((all) => [...all, ...added.map(({ key }) => ({ key, url: key, progress: 0 }))]);
    added.forEach(({ file, key }) => upload(file, key));
    return added.length === files.length;
  };
  const remove = (/** @type {string} */ key) => {
    cancel(key);
    revokeUrls([{ key }]);
    setImages((all) => all.filter((image) => image.key !== key));
  };
  // Removes the images that belong to the stored message, and those that failed.
  const removeSent = (/** @type {string[]} */ ids) => {
    const isDone = (/** @type {ComposerImage} */ image) => Boolean(image.error) || ids.includes(image.id ?? "");
    revokeUrls(images.filter(isDone));
    setImages((all) => all.filter((image) => !isDone(image)));
  };
  const latest = useRef(images);
  latest.current = images;
  useEffect(() => () => revokeUrls(latest.current), []);

  return {
    all: images,
    uploaded: /** @type {UploadedImage[]} */ (images.filter((image) => image.id)),
    isUploading: images.some((image) => image.progress !== undefined),
    add,
    remove,
    removeSent,
    restore: (/** @type {{ id: string, url: string }[]} */ stored) =>
      setImages(stored.map(({ id, url }) => ({ key: url, id, url }))),
  };
}

/**
 * @param {string} uploadUrl
 * @param {React.Dispatch<React.SetStateAction<ComposerImage[]>>} setImages
 */
function useUploads(uploadUrl, setImages) {
  /** @type {Ref<Map<string, AbortController>>} */
  const controllers = useRef(new Map());
  const change = (/** @type {string} */ key, /** @type {Partial<ComposerImage>} */ changes) =>
    setImages((all) => all.map((image) => (image.key === key ? { ...image, ...changes } : image)));

  const upload = async (/** @type {File} */ file, /** @type {string} */ key) => {
    const controller = new AbortController();
    controllers.current.set(key, controller);
    try {
      const onProgress = (/** @type {number} */ progress) => change(key, { progress });
      const { id, url } = await uploadImage(file, uploadUrl, { onProgress, signal: controller.signal });
      change(key, { id, url, progress: undefined });
      revokeUrls([{ key }]);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (name !== "AbortError") change(key, { error: message, progress: undefined });
    } finally {
      controllers.current.delete(key);
    }
  };
  useEffect(() => () => controllers.current.forEach((controller) => controller.abort()), []);
  const cancel = (/** @type {string} */ key) => controllers.current.get(key)?.abort();
  return { upload, cancel };
}

/**
 * The key of an image is the object URL of its file. The preview needs the URL only until the upload is complete.
 * @param {Pick<ComposerImage, "key">[]} images
 */
const revokeUrls = (images) => images.forEach(({ key }) => URL.revokeObjectURL(key));

/** @param {{ images: ReturnType<typeof useImageUploads>, classNames: ClassNames, icons: Icons }} props */
export function ImageList({ images, classNames, icons }) {
  if (!images.all.length) return null;
  return (
    <ul className={classNames.images} aria-label={gettext("Images")}>
      {images.all.map(({ key, url, progress, error }) => (
        <li key={key} className={classNames.image} data-state={error ? "error" : ""}>
          <img src={url} alt="" className={classNames.image_preview} />
          {progress !== undefined && (
            <progress className={classNames.image_progress} value={progress} aria-label={gettext("Uploading…")} />
          )}
          {error && (
            <p className={classNames.image_error} role="alert">
              {error}
            </p>
          )}
          <button
            type="button"
            className={classNames.image_remove}
            aria-label={gettext("Remove image")}
            onClick={() => images.remove(key)}
          >
            <Icon path={icons.x} />
          </button>
        </li>
      ))}
    </ul>
  );
}
