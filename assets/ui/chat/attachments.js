// The pictures and files of a message that is being written. Each is uploaded as soon as it is added.
import { useEffect, useRef, useState } from "react";
import { ngettext } from "$/public/ui/i18n.js";
import { uploadImage } from "$/public/ui/writing/upload.js";

/**
 * What the server has stored: a `MediaView` or a `FileView`. `progress` is set during the upload, `error` after a failure.
 * @typedef {{ id: string, url: string } & Record<string, any>} Upload
 * @typedef {object} Attachment
 * @property {string} key
 * @property {string} name
 * @property {boolean} isImage
 * @property {string} [preview]
 * @property {number} [progress]
 * @property {string} [error]
 * @property {Upload} [upload]
 *
 * @typedef {{ media: any[], files: any[] }} Uploads
 */

/**
 * @param {number} chatId
 * @param {{ maxMedia: number, maxFiles: number, imageTypes: string }} limits
 * @param {Uploads} initial
 */
export function useAttachments(chatId, { maxMedia, maxFiles, imageTypes }, initial) {
  const [items, setItems] = useState(() => fromUploads(initial));
  const [error, setError] = useState("");
  const { upload, cancel } = useUploads(chatId, setItems);
  useRevokedPreviews(items);
  const add = (/** @type {File[]} */ files) => {
    const added = files.map((file) => toAttachment(file, imageTypes));
    const isAllowed = checkCounts([...items, ...added], { maxMedia, maxFiles }, setError);
    if (!isAllowed) return revokeUrls(listPreviews(added));
    setItems((all) => [...all, ...added]);
    return added.forEach((item, index) => upload(files[index], item));
  };
  const remove = (/** @type {string} */ key) => {
    cancel(key);
    setError("");
    setItems((all) => all.filter((item) => item.key !== key));
  };
  const uploads = toUploads(items);
  return {
    items,
    error,
    add,
    remove,
    clear: () => setItems([]),
    uploads,
    isUploading: items.some(({ progress }) => progress !== undefined),
    hasUploads: uploads.media.length + uploads.files.length > 0,
  };
}

/**
 * @param {number} chatId
 * @param {React.Dispatch<React.SetStateAction<Attachment[]>>} setItems
 */
function useUploads(chatId, setItems) {
  /** @type {Ref<Map<string, AbortController>>} */
  const controllers = useRef(new Map());
  useEffect(() => () => controllers.current.forEach((controller) => controller.abort()), []);
  const change = (/** @type {string} */ key, /** @type {Partial<Attachment>} */ changes) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  const upload = async (/** @type {File} */ file, /** @type {Attachment} */ { key, isImage }) => {
    const controller = new AbortController();
    controllers.current.set(key, controller);
    try {
      const url = `/m/${chatId}/${isImage ? "media" : "files"}`;
      const onProgress = (/** @type {number} */ progress) => change(key, { progress });
      const stored = await uploadImage(file, url, { onProgress, signal: controller.signal });
      change(key, { upload: stored, progress: undefined });
    } catch (failure) {
      const { name, message } = /** @type {Error} */ (failure);
      if (name !== "AbortError") change(key, { error: message, progress: undefined });
    }
    controllers.current.delete(key);
  };
  return { upload, cancel: (/** @type {string} */ key) => controllers.current.get(key)?.abort() };
}

/**
 * Releases the files of previews that are no longer shown. Messages that wait in the outbox show the uploaded pictures.
 * @param {Attachment[]} items
 */
function useRevokedPreviews(items) {
  const shown = useRef(/** @type {string[]} */ ([]));
  useEffect(() => {
    const previews = listPreviews(items);
    revokeUrls(shown.current.filter((url) => !previews.includes(url)));
    shown.current = previews;
  }, [items]);
  useEffect(() => () => revokeUrls(shown.current), []);
}

/**
 * Returns the object URLs of files that this page has created.
 * @param {Attachment[]} items
 */
const listPreviews = (items) => items.flatMap(({ preview }) => (preview?.startsWith("blob:") ? [preview] : []));

/** @param {string[]} urls */
const revokeUrls = (urls) => urls.forEach((url) => URL.revokeObjectURL(url));

/**
 * @param {Attachment[]} items
 * @param {{ maxMedia: number, maxFiles: number }} limits
 * @param {(error: string) => void} setError
 */
function checkCounts(items, { maxMedia, maxFiles }, setError) {
  const images = items.filter(({ isImage, error }) => isImage && !error).length;
  const files = items.filter(({ isImage, error }) => !isImage && !error).length;
  let error = "";
  if (images > maxMedia) error = ngettext("Add at most {n} picture.", "Add at most {n} pictures.", maxMedia);
  else if (files > maxFiles) error = ngettext("Add at most {n} file.", "Add at most {n} files.", maxFiles);
  setError(error);
  return !error;
}

let lastKey = 0;

/**
 * @param {File} file
 * @param {string} imageTypes
 * @returns {Attachment}
 */
function toAttachment(file, imageTypes) {
  lastKey += 1;
  const isImage = imageTypes.split(",").includes(file.type);
  const preview = isImage ? URL.createObjectURL(file) : undefined;
  return { key: `new-${lastKey}`, name: file.name, isImage, preview, progress: 0 };
}

/**
 * @param {Uploads} uploads
 * @returns {Attachment[]}
 */
const fromUploads = ({ media, files }) => [
  ...media.map((upload) => ({ key: upload.id, name: "", isImage: true, preview: upload.url, upload })),
  ...files.map((upload) => ({ key: upload.id, name: upload.name, isImage: false, upload })),
];

/**
 * @param {Attachment[]} items
 * @returns {Uploads}
 */
function toUploads(items) {
  const stored = items.filter(({ upload }) => upload);
  return {
    media: stored.filter(({ isImage }) => isImage).map(({ upload }) => upload),
    files: stored.filter(({ isImage }) => !isImage).map(({ upload }) => upload),
  };
}
