// What stands at the place of a picture that is on its way: a preview, how much is sent, or why not.
export function uploadNote(file, look, { onRetry, onDismiss }) {
  const preview = URL.createObjectURL(file);
  const element = make("span", look.note, { contentEditable: "false" });
  const image = make("img", look.note_picture, { src: preview, alt: "" });
  const words = make("span", look.note_words, { role: "status" });
  const retry = make("button", look.note_button, { type: "button", textContent: "Retry" });
  const dismiss = make("button", look.note_button, { type: "button", textContent: "Remove" });
  retry.addEventListener("click", () => (waiting(), onRetry()));
  dismiss.addEventListener("click", onDismiss);
  element.append(image, words, retry, dismiss);

  const waiting = () => {
    element.dataset.state = "sending";
    words.textContent = "Uploading…";
    retry.hidden = true;
  };
  waiting();

  return {
    element,
    onProgress: (part) => {
      words.textContent = part < 1 ? `Uploading… ${Math.floor(part * 100)}%` : "Processing…";
    },
    refuse: (sentence) => {
      element.dataset.state = "refused";
      words.textContent = sentence;
      retry.hidden = false;
    },
    destroy: () => URL.revokeObjectURL(preview),
  };
}

function make(tag, className, properties) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}
