// The element shown in the text while an image is uploaded. It is a preview with the progress or the error.
import { gettext } from "$/public/ui/i18n.js";

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
    onProgress: (progress) => {
      const percent = Math.floor(progress * 100);
      status.textContent = progress < 1 ? gettext("Uploading… {percent}%", { percent }) : gettext("Processing…");
    },
    showError: (message) => {
      element.dataset.state = "error";
      status.textContent = message;
      retry.hidden = false;
    },
    destroy: () => URL.revokeObjectURL(previewUrl),
  };
}

function createButton(classNames, textContent) {
  return createElement("button", classNames.upload_button, { type: "button", textContent });
}

function createElement(tag, className, properties) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}
