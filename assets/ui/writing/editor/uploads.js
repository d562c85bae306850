// Uploads images that the user pastes, drops or adds with the button. During the upload a placeholder marks the
// position and moves with the text. If the upload fails, the placeholder shows the error until the user dismisses or
// retries it.
import { Plugin, PluginKey } from "@milkdown/prose/state";
import { Decoration, DecorationSet } from "@milkdown/prose/view";
import { $prose } from "@milkdown/utils";
import { imageFilesIn, pastedImages, uploadImage } from "../upload.js";
import { createUploadPlaceholder } from "./upload_placeholder.js";

/**
 * @import { Transaction } from "@milkdown/prose/state"
 * @import { EditorView } from "@milkdown/prose/view"
 * @typedef {{ controller?: AbortController }} Upload
 */

/** @type {PluginKey<DecorationSet>} */
const key = new PluginKey("uploads");

/**
 * @param {string} uploadUrl
 * @param {ClassNames} classNames
 */
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

/**
 * Uploads the files and inserts them at `position`. Returns whether there was at least one file.
 * @param {EditorView} view
 * @param {File[]} files
 * @param {number} position
 * @param {string} uploadUrl
 * @param {ClassNames} classNames
 */
export function insertImages(view, files, position, uploadUrl, classNames) {
  for (const file of files) insertImage(view, file, position, uploadUrl, classNames);
  return files.length > 0;
}

/**
 * @param {EditorView} view
 * @param {File} file
 * @param {number} position
 * @param {string} uploadUrl
 * @param {ClassNames} classNames
 */
async function insertImage(view, file, position, uploadUrl, classNames) {
  /** @type {Upload} */
  const upload = {};
  const send = async () => {
    const { signal } = (upload.controller = new AbortController());
    try {
      const { onProgress } = placeholder;
      finish(await uploadImage(file, uploadUrl, { onProgress, signal }));
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (name === "AbortError") finish(null);
      else placeholder.showError(message);
    }
  };
  /** @param {MediaView | null} image */
  const finish = (image) => {
    if (view.isDestroyed) return;
    const [decoration] = key.getState(view.state)?.find(undefined, undefined, matchesUpload(upload)) ?? [];
    const transaction = view.state.tr.setMeta(key, { remove: upload });
    if (decoration && image) addImage(transaction, decoration.from, image);
    view.dispatch(transaction);
    placeholder.destroy();
  };
  const dismiss = () => (upload.controller?.abort(), finish(null));
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

/**
 * @param {Transaction} transaction
 * @param {number} position
 * @param {MediaView} image
 */
function addImage(transaction, position, { url }) {
  const { schema } = transaction.doc.type;
  const image = schema.nodes.image.create({ src: url, alt: "", title: "" });
  const parent = transaction.doc.resolve(position).parent;
  const fits = parent.inlineContent && parent.type.validContent(parent.content.addToEnd(image));
  const content = fits ? image : schema.nodes.paragraph.create(null, image);
  transaction.insert(position, content).scrollIntoView();
}

/** @param {Upload} upload */
function matchesUpload(upload) {
  return (/** @type {{ upload?: Upload }} */ spec) => spec.upload === upload;
}
