// The field for the cover image of a post. The user chooses, drops or pastes it. The preview looks as in feeds.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "../icon.jsx";
import { IMAGE_TYPES, imageFilesIn, pastedImages, uploadImage } from "../upload.js";
import { draftStore } from "./draft_store.js";
import { useDraft } from "./draft_sync.jsx";

export function CoverField({ uploadUrl, classNames, icons }) {
  const { cover, suggested_cover: suggestion, errors } = useDraft();
  const { progress, uploadError, upload } = useUpload(uploadUrl);
  const input = useRef(null);
  const openFileDialog = () => input.current.click();
  const uploadFirst = (files) => files[0] && upload(files[0]);
  const handleDrop = (event) => {
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
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES}
        hidden
        onChange={({ target }) => {
          uploadFirst([...target.files]);
          target.value = "";
        }}
      />
      {cover ? (
        <div className={classNames.preview}>
          <img src={cover} alt={gettext("Cover image")} className={classNames.image} />
        </div>
      ) : (
        <button type="button" className={classNames.empty} onClick={openFileDialog}>
          <Icon path={icons.image} />
          {gettext("Add image")}
        </button>
      )}
      {progress !== null && (
        <progress className={classNames.progress} value={progress} aria-label={gettext("Uploading…")} />
      )}
      <div className={classNames.actions}>
        {cover && (
          <>
            <button type="button" className={classNames.action} onClick={openFileDialog}>
              {gettext("Replace")}
            </button>
            <button type="button" className={classNames.action} onClick={() => draftStore.setField("cover", null)}>
              {gettext("Remove")}
            </button>
          </>
        )}
        {!cover && suggestion && (
          <button
            type="button"
            className={classNames.suggestion}
            onClick={() => draftStore.setField("cover", suggestion)}
          >
            <img src={suggestion} alt="" className={classNames.suggestion_image} />
            {gettext("Use the first image in the text")}
          </button>
        )}
      </div>
      {error && (
        <p className={classNames.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

// Uploads the cover. A new upload cancels the previous one.
function useUpload(uploadUrl) {
  const [progress, setProgress] = useState(null);
  const [uploadError, setUploadError] = useState("");
  const activeUpload = useRef(null);
  useEffect(() => () => activeUpload.current?.abort(), []);

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
      if (error.name !== "AbortError") setUploadError(error.message);
    }
    if (activeUpload.current === controller) setProgress(null);
  };
  return { progress, uploadError, upload };
}
