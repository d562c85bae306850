// One picture to the server. XMLHttpRequest and not fetch: only it tells how much has been sent.
export const PICTURES = "image/jpeg,image/png,image/webp,image/gif,image/avif";
const UNREACHABLE = "The picture could not be sent. Check the connection and retry.";
const REFUSED = "The picture was not accepted. Try another one.";

// Resolves to {id, url, width, height, variants}; rejects with an Error whose message is a
// sentence for the writer, the server's own where it gave one.
export function uploadPicture(file, address, { onProgress, signal } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("file", file);
    request.open("POST", address);
    request.responseType = "json";
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 201) resolve(request.response);
      else reject(new Error(request.response?.detail || REFUSED));
    };
    request.onerror = () => reject(new Error(UNREACHABLE));
    request.onabort = () => reject(new DOMException("Taken back", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

export function picturesIn(transfer) {
  return [...(transfer?.files ?? [])].filter((file) => file.type.startsWith("image/"));
}

// A picture copied from a page comes with the HTML that showed it; text with a picture among it,
// as word processors copy it, is text.
export function pastedPictures(clipboard) {
  const html = clipboard?.getData("text/html");
  if (html && new DOMParser().parseFromString(html, "text/html").body.textContent.trim()) return [];
  return picturesIn(clipboard);
}
