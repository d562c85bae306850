// A picture of the profile: chosen by button or drop, shown while it is on its way, kept at once.
import { useEffect, useRef, useState } from "react";
import { PICTURES, uploadPicture } from "$/public/ui/writing/upload.js";

export function PictureField({ name, picture, refusal, answered, limit, address, look, children, ...on }) {
  const [waiting, setWaiting] = useState(null);
  const [sentence, setSentence] = useState("");
  const [isOver, setIsOver] = useState(false);
  const input = useRef(null);
  const button = useRef(null);
  const [shown, upload, remove] = children;

  // The picture was kept, or refused.
  useEffect(() => setWaiting(null), [answered]);
  useEffect(() => () => waiting && URL.revokeObjectURL(waiting.url), [waiting?.url]);

  const send = async (file) => {
    if (!file) return;
    const megabytes = limit / 2 ** 20;
    setSentence(file.size > limit ? `A picture here can have ${megabytes} MB. Choose a smaller one.` : "");
    if (file.size > limit) return;
    const url = URL.createObjectURL(file);
    setWaiting({ url, part: 0 });
    try {
      const onProgress = (part) => setWaiting({ url, part });
      const { id } = await uploadPicture(file, address, { onProgress });
      on.onChoose(id);
    } catch (error) {
      setWaiting(null);
      setSentence(error.message);
    }
  };
  const choose = ({ target }) => {
    send(target.files[0]);
    target.value = "";
  };
  const drop = (event) => {
    event.preventDefault();
    setIsOver(false);
    send(event.dataTransfer.files[0]);
  };
  const over = (event) => {
    event.preventDefault();
    setIsOver(true);
  };
  // Its own button goes with the picture; focus stays beside it.
  const takeAway = () => {
    button.current.focus();
    setSentence("");
    on.onRemove();
  };
  const wrong = sentence || refusal;

  return (
    <div className={look.field} role="group" aria-label={name}>
      <div className={look.row}>
        <div
          className={look.frame}
          data-over={isOver}
          onDragOver={over}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          {shown}
          {waiting && <img src={waiting.url} alt="" className={look.waiting} />}
          {waiting && <progress className={look.progress} value={waiting.part} aria-label="Uploading" />}
        </div>
        <div className={look.actions}>
          <button
            ref={button}
            type="button"
            className={look.choose}
            aria-label={`${picture ? "Change" : "Upload"}: ${name}`}
            disabled={Boolean(waiting)}
            onClick={() => input.current.click()}
          >
            {upload}
            {picture ? "Change" : "Upload"}
          </button>
          {picture && (
            <button type="button" className={look.remove} aria-label={`Remove: ${name}`} onClick={takeAway}>
              {remove}
              Remove
            </button>
          )}
        </div>
      </div>
      <input ref={input} type="file" accept={PICTURES} hidden onChange={choose} />
      <p className={wrong ? look.wrong : look.hint} role={wrong ? "alert" : undefined}>
        {wrong || `Drop a picture on it, or choose one: up to ${limit / 2 ** 20} MB.`}
      </p>
    </div>
  );
}
