// The cover of the post: chosen by button, dropped or pasted; shown as the feed will show it.
import { useEffect, useRef, useState } from "react";
import { Icon } from "../icon.jsx";
import { PICTURES, pastedPictures, picturesIn, uploadPicture } from "../upload.js";
import { desk } from "./desk.js";
import { useDesk } from "./desk_keeper.jsx";

export function CoverField({ uploadUrl, look, icons }) {
  const { cover, suggested_cover: suggested, problem } = useDesk();
  const { progress, trouble, send } = useUpload(uploadUrl);
  const input = useRef(null);
  const choose = () => input.current.click();
  const take = (files) => files[0] && send(files[0]);
  const drop = (event) => {
    event.preventDefault();
    take(picturesIn(event.dataTransfer));
  };
  const sentence = trouble || problem.cover;

  return (
    <div
      className={look.field}
      role="group"
      aria-labelledby="cover-label"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onPaste={(event) => take(pastedPictures(event.clipboardData))}
    >
      <span id="cover-label" className={look.label}>
        Cover <span className={look.optional}>optional</span>
      </span>
      <input
        ref={input}
        type="file"
        accept={PICTURES}
        hidden
        onChange={({ target }) => {
          take([...target.files]);
          target.value = "";
        }}
      />
      {cover ? (
        <div className={look.frame}>
          <img src={cover} alt="The cover" className={look.picture} />
        </div>
      ) : (
        <button type="button" className={look.empty} onClick={choose}>
          <Icon path={icons.image} />
          Add a picture
        </button>
      )}
      {progress !== null && <progress className={look.progress} value={progress} aria-label="Uploading the cover" />}
      <div className={look.actions}>
        {cover && (
          <>
            <button type="button" className={look.action} onClick={choose}>
              Replace
            </button>
            <button type="button" className={look.action} onClick={() => desk.write("cover", null)}>
              Remove
            </button>
          </>
        )}
        {!cover && suggested && (
          <button type="button" className={look.suggestion} onClick={() => desk.write("cover", suggested)}>
            <img src={suggested} alt="" className={look.suggested} />
            Use the first picture of the text
          </button>
        )}
      </div>
      {sentence && (
        <p className={look.error} role="alert">
          {sentence}
        </p>
      )}
    </div>
  );
}

// One picture on its way; a newer one takes its place.
function useUpload(address) {
  const [progress, setProgress] = useState(null);
  const [trouble, setTrouble] = useState("");
  const abort = useRef(null);
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (file) => {
    abort.current?.abort();
    const mine = new AbortController();
    abort.current = mine;
    setTrouble("");
    setProgress(0);
    try {
      const { url } = await uploadPicture(file, address, { onProgress: setProgress, signal: mine.signal });
      desk.write("cover", url);
    } catch (error) {
      if (error.name !== "AbortError") setTrouble(error.message);
    }
    if (abort.current === mine) setProgress(null);
  };
  return { progress, trouble, send };
}
