// The pictures of a comment: sent as soon as they are added, shown small, taken back by a cross.
import { useEffect, useRef, useState } from "react";
import { Icon } from "../icon.jsx";
import { uploadPicture } from "../upload.js";

// A picture: {key, url} and then `id` when it is sent, `part` while it is, or `refusal`.
export function usePictures(address, most) {
  const [pictures, setPictures] = useState([]);
  const aborts = useRef(new Map());
  const change = (key, facts) =>
    setPictures((all) => all.map((one) => (one.key === key ? { ...one, ...facts } : one)));

  const send = async (file, key) => {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    try {
      const onProgress = (part) => change(key, { part });
      const { id, url } = await uploadPicture(file, address, { onProgress, signal: abort.signal });
      change(key, { id, url, part: undefined });
      release([{ key }]);
    } catch (error) {
      if (error.name !== "AbortError") change(key, { refusal: error.message, part: undefined });
    } finally {
      aborts.current.delete(key);
    }
  };
  const add = (files) => {
    const places = most - pictures.filter((one) => !one.refusal).length;
    const added = files.slice(0, Math.max(0, places)).map((file) => ({
      file,
      picture: { key: URL.createObjectURL(file), part: 0 },
    }));
    setPictures((all) => [...all, ...added.map(({ picture }) => ({ ...picture, url: picture.key }))]);
    added.forEach(({ file, picture }) => send(file, picture.key));
    return added.length === files.length;
  };
  const remove = (key) => {
    aborts.current.get(key)?.abort();
    release([{ key }]);
    setPictures((all) => all.filter((one) => one.key !== key));
  };
  const latest = useRef(pictures);
  latest.current = pictures;

  useEffect(
    () => () => {
      aborts.current.forEach((abort) => abort.abort());
      release(latest.current);
    },
    [],
  );
  return {
    all: pictures,
    sent: pictures.filter((one) => one.id),
    isSending: pictures.some((one) => one.part !== undefined),
    add,
    remove,
    // A message is stored: those that belong to it now go, and those that could not be sent with it.
    drop: (ids) => {
      const isOver = (one) => Boolean(one.refusal) || ids.includes(one.id);
      release(pictures.filter(isOver));
      setPictures((all) => all.filter((one) => !isOver(one)));
    },
    restore: (kept) => setPictures(kept.map(({ id, url }) => ({ key: url, id, url }))),
  };
}

// A picture is shown from memory, under its key, until the server has it; then the browser may let it go.
const release = (pictures) => pictures.forEach(({ key }) => URL.revokeObjectURL(key));

export function Pictures({ pictures, look, icons }) {
  if (!pictures.all.length) return null;
  return (
    <ul className={look.pictures} aria-label="Pictures">
      {pictures.all.map(({ key, url, part, refusal }) => (
        <li key={key} className={look.picture} data-state={refusal ? "refused" : ""}>
          <img src={url} alt="" className={look.picture_image} />
          {part !== undefined && (
            <progress className={look.picture_progress} value={part} aria-label="Uploading" />
          )}
          {refusal && <p className={look.picture_refusal} role="alert">{refusal}</p>}
          <button
            type="button"
            className={look.picture_remove}
            aria-label="Remove this picture"
            onClick={() => pictures.remove(key)}
          >
            <Icon path={icons.x} />
          </button>
        </li>
      ))}
    </ul>
  );
}
