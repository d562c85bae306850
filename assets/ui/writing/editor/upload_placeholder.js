// The element shown in the text while an image is uploaded. It is a preview with the progress or the error.
import { gettext } from "$/public/ui/i18n.js";

/**
 * @param {File} file
 * @param {ClassNames} classNames
 * @param {{ onRetry: () => void, onDismiss: () => void }} handlers
 */
export function createUploadPlaceholder(file, classNames, { onRetry, onDismiss }) {
  const previewUrl = URL.createObjectURL(file);
  const element = createElement("span", classNames.upload, { contentEditable: "false" });
  const preview = createElement("img", classNames.upload_image, { src: previewUrl, alt: "" });
  const status = createElement("span", classNames.upload_text, { role: "status" });
  const retry = createButton(classNames, gettext("Retry"));
  const dismiss = createButton(classNames, gettext("Remove"));
  retry.addEventListener("click", () => (showUploading(), onRetry()));
  dismiss.addEventListener("click", onDismiss);
  element.append(preview, status, retry, dismiss);

  const showUploading = () => {
    element.dataset.state = "uploading";
    status.textContent = gettext("Uploading…");
    retry.hidden = true;
  };
  showUploading();

  return {
    element,
    /** @param {number} progress */
    onProgress: (progress) => {
      const percent = Math.floor(progress * 100);
      status.textContent = progress < 1 ? gettext("Uploading… {percent}%", { percent }) : gettext("Processing…");
    },
    /** @param {string} message */
    showError: (message) => {
      element.dataset.state = "error";
      status.textContent = message;
      retry.hidden = false;
    },
    destroy: () => URL.revokeObjectURL(previewUrl),
  };
}

/**
 * @param {ClassNames} classNames
 * @param {string} textContent
 */
function createButton(classNames, textContent) {
  return createElement("button", classNames.upload_button, { type: "button", textContent });
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} className
 * @param {Partial<HTMLElementTagNameMap[T]>} properties
 */
function createElement(tag, className, properties) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}
