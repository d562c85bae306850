// Uploads images that the user pastes, drops or adds with the button. During the upload a placeholder marks the
// position and moves with the text. If the upload fails, the placeholder shows the error until the user dismisses or
// retries it.
import { Plugin, PluginKey } from "@milkdown/prose/state";
import { Decoration, DecorationSet } from "@milkdown/prose/view";
import { $prose } from "@milkdown/utils";
import { imageFilesIn, pastedImages, uploadImage } from "../upload.js";
import { createUploadPlaceholder } from "./upload_placeholder.js";

const key = new PluginKey("uploads");

export function imageUploadPlugin(uploadUrl, classNames) {
  return $prose(
    () =>
      new Plugin({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, placeholders) {
            const mapped = placeholders.map(transaction.mapping, transaction.doc);
            const { add, remove } = transaction.getMeta(key) ?? {};
            if (add) return mapped.add(transaction.doc, [add]);
            if (remove) return mapped.remove(mapped.find(undefined, undefined, matchesUpload(remove)));
            return mapped;
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste(view, event) {
            const files = pastedImages(event.clipboardData);
            return insertImages(view, files, view.state.selection.from, uploadUrl, classNames);
          },
          handleDrop(view, event) {
            const coordinates = view.posAtCoords({ left: event.clientX, top: event.clientY });
            const position = coordinates?.pos ?? view.state.selection.from;
            const files = imageFilesIn(event.dataTransfer);
            const isHandled = insertImages(view, files, position, uploadUrl, classNames);
            if (isHandled) event.preventDefault();
            return isHandled;
          },
        },
      }),
  );
}

/** Uploads the files and inserts them at `position`. Returns whether there was at least one file. */
export function insertImages(view, files, position, uploadUrl, classNames) {
  for (const file of files) insertImage(view, file, position, uploadUrl, classNames);
  return files.length > 0;
}

async function insertImage(view, file, position, uploadUrl, classNames) {
  const upload = {};
  const send = async () => {
    upload.controller = new AbortController();
    try {
      const { onProgress } = placeholder;
      finish(await uploadImage(file, uploadUrl, { onProgress, signal: upload.controller.signal }));
    } catch (error) {
      if (error.name === "AbortError") finish(null);
      else placeholder.showError(error.message);
    }
  };
  const finish = (image) => {
    if (view.isDestroyed) return;
    const [decoration] = key.getState(view.state).find(undefined, undefined, matchesUpload(upload));
    const transaction = view.state.tr.setMeta(key, { remove: upload });
    if (decoration && image) addImage(transaction, decoration.from, image);
    view.dispatch(transaction);
    placeholder.destroy();
  };
  const dismiss = () => (upload.controller.abort(), finish(null));
  const placeholder = createUploadPlaceholder(file, classNames, { onRetry: send, onDismiss: dismiss });
  const widget = Decoration.widget(position, placeholder.element, {
    upload,
    side: -1,
    stopEvent: () => true,
    ignoreSelection: true,
  });
  view.dispatch(view.state.tr.setMeta(key, { add: widget }));
  await send();
}

function addImage(transaction, position, { url }) {
  const { schema } = transaction.doc.type;
  const image = schema.nodes.image.create({ src: url, alt: "", title: "" });
  const parent = transaction.doc.resolve(position).parent;
  const fits = parent.inlineContent && parent.type.validContent(parent.content.addToEnd(image));
  const content = fits ? image : schema.nodes.paragraph.create(null, image);
  transaction.insert(position, content).scrollIntoView();
}

function matchesUpload(upload) {
  return (spec) => spec.upload === upload;
}
