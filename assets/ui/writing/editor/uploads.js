// Pictures by paste, drop and button. While one is on its way its place is kept by a note that
// moves with the text; a refusal stays there as a sentence until it is dismissed or retried.
import { Plugin, PluginKey } from "@milkdown/prose/state";
import { Decoration, DecorationSet } from "@milkdown/prose/view";
import { $prose } from "@milkdown/utils";
import { pastedPictures, picturesIn, uploadPicture } from "../upload.js";
import { uploadNote } from "./upload_note.js";

const key = new PluginKey("uploads");

export function uploadsPictures(address, look) {
  return $prose(
    () =>
      new Plugin({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, notes) {
            const moved = notes.map(transaction.mapping, transaction.doc);
            const { add, remove } = transaction.getMeta(key) ?? {};
            if (add) return moved.add(transaction.doc, [add]);
            if (remove) return moved.remove(moved.find(undefined, undefined, isOf(remove)));
            return moved;
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste(view, event) {
            const files = pastedPictures(event.clipboardData);
            return insertPictures(view, files, view.state.selection.from, address, look);
          },
          handleDrop(view, event) {
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
            const files = picturesIn(event.dataTransfer);
            const done = insertPictures(view, files, at?.pos ?? view.state.selection.from, address, look);
            if (done) event.preventDefault();
            return done;
          },
        },
      }),
  );
}

export function insertPictures(view, files, position, address, look) {
  for (const file of files) insertPicture(view, file, position, address, look);
  return files.length > 0;
}

export function hasUploads(state) {
  return key.getState(state).find().length > 0;
}

async function insertPicture(view, file, position, address, look) {
  const upload = {};
  const send = async () => {
    upload.abort = new AbortController();
    try {
      const { onProgress } = note;
      const sent = await uploadPicture(file, address, { onProgress, signal: upload.abort.signal });
      finish(sent);
    } catch (error) {
      if (error.name === "AbortError") finish(null);
      else note.refuse(error.message);
    }
  };
  const finish = (picture) => {
    if (view.isDestroyed) return;
    const [place] = key.getState(view.state).find(undefined, undefined, isOf(upload));
    const transaction = view.state.tr.setMeta(key, { remove: upload });
    if (place && picture) putPicture(transaction, place.from, picture);
    view.dispatch(transaction);
    note.destroy();
  };
  const dismiss = () => (upload.abort.abort(), finish(null));
  const note = uploadNote(file, look, { onRetry: send, onDismiss: dismiss });
  const widget = Decoration.widget(position, note.element, {
    upload,
    side: -1,
    stopEvent: () => true,
    ignoreSelection: true,
  });
  view.dispatch(view.state.tr.setMeta(key, { add: widget }));
  await send();
}

function putPicture(transaction, position, { url }) {
  const { schema } = transaction.doc.type;
  const picture = schema.nodes.image.create({ src: url, alt: "", title: "" });
  const parent = transaction.doc.resolve(position).parent;
  const fits = parent.inlineContent && parent.type.validContent(parent.content.addToEnd(picture));
  const content = fits ? picture : schema.nodes.paragraph.create(null, picture);
  transaction.insert(position, content).scrollIntoView();
}

function isOf(upload) {
  return (spec) => spec.upload === upload;
}
