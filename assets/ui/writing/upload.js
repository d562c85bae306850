// Uploads images and videos. It uses XMLHttpRequest, because fetch does not report the progress of an upload.
import { gettext } from "$/public/ui/i18n.js";

/**
 * `crop` is the part of the image to keep (`POST /media`). Without it, the server keeps the whole image.
 * @typedef {{ onProgress?: (progress: number) => void, signal?: AbortSignal, crop?: string }} UploadOptions
 */

/**
 * Uploads a file. Resolves to {id, url, width, height, variants}. Rejects with an Error whose message is shown to the
 * user. It is the `detail` of the server's response if there is one.
 * @param {File} file
 * @param {string} url
 * @param {UploadOptions} [options]
 * @returns {Promise<MediaView>}
 */
export function uploadImage(file, url, { onProgress, signal, crop } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("file", file);
    if (crop) body.append("crop", crop);
    request.open("POST", url);
    request.responseType = "json";
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 201) resolve(request.response);
      else reject(new Error(request.response?.detail || gettext("This image can't be used. Try another one.")));
    };
    request.onerror = () => reject(new Error(gettext("Upload failed. Check your connection and try again.")));
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

/** @param {DataTransfer | null} transfer */
export function imageFilesIn(transfer) {
  return [...(transfer?.files ?? [])].filter((file) => file.type.startsWith("image/"));
}

/** @param {DataTransfer | null} transfer */
export function videoFilesIn(transfer) {
  return [...(transfer?.files ?? [])].filter(isVideo);
}

/** @param {File} file */
export function isVideo(file) {
  return file.type.startsWith("video/");
}

/**
 * Returns the image files that were pasted. An image copied from a web page also has HTML on the clipboard. If that
 * HTML contains text, as when copied from a word processor, it is pasted as text and not as images.
 * @param {DataTransfer | null} clipboard
 */
export function pastedImages(clipboard) {
  const html = clipboard?.getData("text/html");
  if (html && new DOMParser().parseFromString(html, "text/html").body.textContent.trim()) return [];
  return imageFilesIn(clipboard);
}
