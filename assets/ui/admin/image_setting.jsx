// An image in a form of settings. A hidden field contains the URL of the saved image, the ID of an uploaded one, or "".
// The form saves the field like the others, so until then an upload or a removal can be undone.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { ImageInput } from "$/public/ui/image_input.jsx";
import { Icon } from "$/public/ui/writing/icon.jsx";
import { readDraft, saveDraft } from "$/public/ui/writing/draft_storage.js";

/** @typedef {{ upload: string, change: string, remove: string, undo: string }} ButtonTexts */

/**
 * `saved` is the URL of the saved image. `texts` are the accessible names of the buttons.
 * @param {{
 *   name: string,
 *   saved: string,
 *   texts: ButtonTexts,
 *   classNames: ClassNames,
 *   icons: Icons,
 *   "aria-describedby"?: string,
 * } & Omit<React.ComponentProps<typeof ImageInput>, "children" | "onUpload" | "resetKey">} props
 */
export function ImageSetting({ name, saved, texts, icons, "aria-describedby": describedBy, ...image }) {
  const { input, value, change } = useHiddenField(saved);
  const url = findUrl(value);
  const { classNames } = image;
  const upload = (/** @type {string} */ id, /** @type {string} */ uploadedUrl) => {
    saveDraft(draftKey(id), { url: uploadedUrl }, "sessionStorage");
    change(id);
  };
  const preview = url ? (
    <img src={url} alt="" className={classNames.image} />
  ) : (
    <span className={classNames.none}>{value ? gettext("New image") : gettext("No image")}</span>
  );
  return (
    <>
      <input ref={input} type="hidden" name={name} data-kind="image" />
      <ImageInput {...image} resetKey={value} onUpload={upload}>
        {preview}
        <Buttons
          {...{ value, saved, texts, icons, classNames, change }}
          attributes={{ "aria-describedby": describedBy, "aria-invalid": Boolean(image.error) }}
        />
      </ImageInput>
    </>
  );
}

/**
 * @param {{
 *   value: string,
 *   saved: string,
 *   texts: ButtonTexts,
 *   icons: Icons,
 *   classNames: ClassNames,
 *   attributes: React.AriaAttributes,
 *   change: (value: string) => void,
 * }} props
 */
function Buttons({ value, saved, texts, icons, classNames, attributes, change }) {
  const chooseLabel = value ? texts.change : texts.upload;
  return (
    <>
      <button type="button" className={classNames.button} aria-label={chooseLabel} {...attributes} data-choose-file="">
        <Icon path={icons.upload} />
        {value ? gettext("Change") : gettext("Upload")}
      </button>
      {value && (
        <button
          type="button"
          className={classNames.quiet}
          aria-label={texts.remove}
          onClick={() => change("")}
          data-remove-image=""
        >
          {gettext("Remove")}
        </button>
      )}
      {value !== saved && (
        <button type="button" className={classNames.quiet} aria-label={texts.undo} onClick={() => change(saved)}>
          {gettext("Undo")}
        </button>
      )}
    </>
  );
}

/**
 * The form shows saved values and drafts in the field, and fires `input` as typing does.
 * @param {string} saved
 */
function useHiddenField(saved) {
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const [value, setValue] = useState(saved);
  useEffect(() => {
    const field = input.current;
    const update = () => setValue(field.value);
    update();
    field.addEventListener("input", update);
    return () => field.removeEventListener("input", update);
  }, []);
  const change = (/** @type {string} */ next) => {
    input.current.value = next;
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return { input, value, change };
}

/**
 * Returns the URL of a saved or uploaded image. After a reload, this tab still knows the URLs of its uploads.
 * @param {string} value
 */
function findUrl(value) {
  if (!value || value.startsWith("/")) return value;
  /** @type {{ url: string } | null} */
  const upload = readDraft(draftKey(value), "sessionStorage");
  return upload?.url ?? "";
}

const draftKey = (/** @type {string} */ id) => `setting-image:${id}`;
