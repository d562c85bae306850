// The images of a comment. Each is uploaded as soon as it is added, and has a preview and a button that removes it.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "../icon.jsx";
import { uploadImage } from "../upload.js";

// An image is {key, url}. It also has `progress` during the upload, and then `id` or, after a failure, `error`.
export function useImageUploads(uploadUrl, maxImages) {
  const [images, setImages] = useState([]);
  const controllers = useRef(new Map());
  const change = (key, changes) =>
    setImages((all) => all.map((image) => (image.key === key ? { ...image, ...changes } : image)));

  const upload = async (file, key) => {
    const controller = new AbortController();
    controllers.current.set(key, controller);
    try {
      const onProgress = (progress) => change(key, { progress });
      const { id, url } = await uploadImage(file, uploadUrl, { onProgress, signal: controller.signal });
      change(key, { id, url, progress: undefined });
      revokeUrls([{ key }]);
    } catch (error) {
      if (error.name !== "AbortError") change(key, { error: error.message, progress: undefined });
    } finally {
      controllers.current.delete(key);
    }
  };
  // Adds the files up to the maximum number of images and returns whether all of them were added.
  const add = (files) => {
    const free = maxImages - images.filter((image) => !image.error).length;
    const added = files.slice(0, Math.max(0, free)).map((file) => ({ file, key: URL.createObjectURL(file) }));
    setImages((all) => [...all, ...added.map(({ key }) => ({ key, url: key, progress: 0 }))]);
    added.forEach(({ file, key }) => upload(file, key));
    return added.length === files.length;
  };
  const remove = (key) => {
    controllers.current.get(key)?.abort();
    revokeUrls([{ key }]);
    setImages((all) => all.filter((image) => image.key !== key));
  };
  const latest = useRef(images);
  latest.current = images;

  useEffect(
    () => () => {
      controllers.current.forEach((controller) => controller.abort());
      revokeUrls(latest.current);
    },
    [],
  );
  return {
    all: images,
    uploaded: images.filter((image) => image.id),
    isUploading: images.some((image) => image.progress !== undefined),
    add,
    remove,
    // Removes the images that belong to the stored message, and those that failed.
    removeSent: (ids) => {
      const isDone = (image) => Boolean(image.error) || ids.includes(image.id);
      revokeUrls(images.filter(isDone));
      setImages((all) => all.filter((image) => !isDone(image)));
    },
    restore: (stored) => setImages(stored.map(({ id, url }) => ({ key: url, id, url }))),
  };
}

// The key of an image is the object URL of its file. The preview needs the URL only until the upload is complete.
const revokeUrls = (images) => images.forEach(({ key }) => URL.revokeObjectURL(key));

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
          {error && <p className={classNames.image_error} role="alert">{error}</p>}
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
