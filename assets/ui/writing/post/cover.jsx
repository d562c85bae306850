// The field for the cover image of a post. The user chooses, drops or pastes it. The preview looks as in feeds.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "../icon.jsx";
import { IMAGE_TYPES, imageFilesIn, pastedImages, uploadImage } from "../upload.js";
import { draftStore } from "./draft_store.js";
import { useDraft } from "./draft_sync.jsx";

/** @param {{ uploadUrl: string, classNames: ClassNames, icons: Icons }} props */
export function CoverField({ uploadUrl, classNames, icons }) {
  const { cover, suggested_cover: suggestion, errors } = useDraft();
  const { progress, uploadError, upload } = useUpload(uploadUrl);
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const openFileDialog = () => input.current.click();
  const uploadFirst = (/** @type {File[]} */ files) => files[0] && upload(files[0]);
  const handleDrop = (/** @type {React.DragEvent} */ event) => {
    event.preventDefault();
    uploadFirst(imageFilesIn(event.dataTransfer));
  };
  const error = uploadError || errors.cover;

  return (
    <div
      className={classNames.field}
      role="group"
      aria-labelledby="cover-label"
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
      onPaste={(event) => uploadFirst(pastedImages(event.clipboardData))}
    >
      <span id="cover-label" className={classNames.label}>
        {gettext("Cover image")} <span className={classNames.optional}>{gettext("optional")}</span>
      </span>
      <FileInput ref={input} onChoose={uploadFirst} />
      <Preview cover={cover} classNames={classNames} icons={icons} onClick={openFileDialog} />
      {progress !== null && (
        <progress className={classNames.progress} value={progress} aria-label={gettext("Uploading…")} />
      )}
      <div className={classNames.actions}>
        {cover && <CoverActions classNames={classNames} onReplace={openFileDialog} />}
        {!cover && suggestion && <Suggestion suggestion={suggestion} classNames={classNames} />}
      </div>
      {error && (
        <p className={classNames.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** @param {{ ref: Ref<HTMLInputElement>, onChoose: (files: File[]) => void }} props */
function FileInput({ ref, onChoose }) {
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const handleChange = ({ target }) => {
    onChoose([...(target.files ?? [])]);
    target.value = "";
  };
  return <input ref={ref} type="file" accept={IMAGE_TYPES} hidden onChange={handleChange} />;
}

/** @param {{ cover: string, classNames: ClassNames, icons: Icons, onClick: () => void }} props */
function Preview({ cover, classNames, icons, onClick }) {
  return cover ? (
    <div className={classNames.preview}>
      <img src={cover} alt={gettext("Cover image")} className={classNames.image} />
    </div>
  ) : (
    <button type="button" className={classNames.empty} onClick={onClick}>
      <Icon path={icons.image} />
      {gettext("Add image")}
    </button>
  );
}

/** @param {{ classNames: ClassNames, onReplace: () => void }} props */
function CoverActions({ classNames, onReplace }) {
  return (
    <>
      <button type="button" className={classNames.action} onClick={onReplace}>
        {gettext("Replace")}
      </button>
      <button type="button" className={classNames.action} onClick={() => draftStore.setField("cover", null)}>
        {gettext("Remove")}
      </button>
    </>
  );
}

/** @param {{ suggestion: string, classNames: ClassNames }} props */
function Suggestion({ suggestion, classNames }) {
  return (
    <button type="button" className={classNames.suggestion} onClick={() => draftStore.setField("cover", suggestion)}>
      <img src={suggestion} alt="" className={classNames.suggestion_image} />
      {gettext("Use the first image in the text")}
    </button>
  );
}

/**
 * Uploads the cover. A new upload cancels the previous one.
 * @param {string} uploadUrl
 */
function useUpload(uploadUrl) {
  const [progress, setProgress] = useState(/** @type {number | null} */ (null));
  const [uploadError, setUploadError] = useState("");
  const activeUpload = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => activeUpload.current?.abort(), []);

  /** @param {File} file */
  const upload = async (file) => {
    activeUpload.current?.abort();
    const controller = new AbortController();
    activeUpload.current = controller;
    setUploadError("");
    setProgress(0);
    try {
      const { url } = await uploadImage(file, uploadUrl, { onProgress: setProgress, signal: controller.signal });
      draftStore.setField("cover", url);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (name !== "AbortError") setUploadError(message);
    }
    if (activeUpload.current === controller) setProgress(null);
  };
  return { progress, uploadError, upload };
}
