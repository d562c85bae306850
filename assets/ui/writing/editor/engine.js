// The editor without its toolbar: Milkdown (ProseMirror and remark) with this site's dialect of Markdown.
import { Editor, defaultValueCtx, editorViewCtx, editorViewOptionsCtx, rootCtx, serializerCtx } from "@milkdown/core";
import { clipboard } from "@milkdown/plugin-clipboard";
import { cursor } from "@milkdown/plugin-cursor";
import { history } from "@milkdown/plugin-history";
import { trailing } from "@milkdown/plugin-trailing";
import { Plugin, Selection } from "@milkdown/prose/state";
import { $prose } from "@milkdown/utils";
import { runCommand, setLanguage } from "./commands.js";
import { configureMarkdown, dialect } from "./dialect.js";
import { imageViewPlugin } from "./image_view.js";
import { applyLink, currentLink, linkShortcutPlugin, pasteLinkPlugin } from "./links.js";
import { placeholderPlugin } from "./placeholder.js";
import { describeSelection } from "./selection.js";
import { findTextBefore, insertLink, locateCursor } from "./suggested_links.js";
import { imageUploadPlugin, insertImages } from "./uploads.js";

/**
 * @import { EditorState } from "@milkdown/prose/state"
 * @import { EditorView } from "@milkdown/prose/view"
 *
 * @typedef {ReturnType<typeof describeSelection>} DescribedSelection
 * @typedef {{
 *   change: () => void,
 *   select: (selection: DescribedSelection) => void,
 *   openLinkForm: () => void,
 *   blur: () => void,
 *   keydown: (event: KeyboardEvent) => boolean,
 * }} Handlers
 * @typedef {{
 *   root: HTMLElement,
 *   markdown: string,
 *   label: string,
 *   placeholder: string,
 *   uploadUrl: string,
 *   classNames: ClassNames,
 *   handlers: Handlers,
 * }} EngineOptions
 * @typedef {Awaited<ReturnType<typeof createEngine>>} Engine
 */

// The bars above and below the text, in pixels. The editor keeps the cursor between them.
const BARS = { top: 168, bottom: 72, left: 0, right: 0 };
const SCROLL_DISTANCES = { scrollThreshold: BARS, scrollMargin: BARS };

/** @param {EngineOptions} options */
export async function createEngine(options) {
  const { uploadUrl, classNames } = options;
  const editor = await createEditor(options);
  const { ctx } = editor;
  const view = () => ctx.get(editorViewCtx);
  // The initial selection is at the start, but users continue to write at the end.
  view().dispatch(view().state.tr.setSelection(Selection.atEnd(view().state.doc)));

  return {
    markdown: () => ctx.get(serializerCtx)(view().state.doc).trimEnd(),
    run: (/** @type {string} */ name) => runCommand(ctx, name),
    setLanguage: (/** @type {string} */ language) => setLanguage(ctx, language),
    currentLink: () => currentLink(ctx),
    applyLink: (/** @type {string} */ href) => applyLink(ctx, href),
    insertImages: (/** @type {File[]} */ files) =>
      insertImages(view(), files, view().state.selection.from, uploadUrl, classNames),
    textBeforeCursor: () => findTextBefore(view().state),
    cursorPosition: () => locateCursor(view()),
    insertLink: (/** @type {number} */ length, /** @type {string} */ text, /** @type {string} */ href) =>
      insertLink(view(), length, text, href),
    element: () => view().dom,
    focus: () => view().focus(),
    destroy: () => editor.destroy(),
  };
}

/** @param {EngineOptions} options */
function createEditor({ root, markdown, label, placeholder, uploadUrl, classNames, handlers }) {
  const handleUpdate = (/** @type {EditorView} */ view, /** @type {EditorState} */ previousState) => {
    if (!previousState.doc.eq(view.state.doc)) handlers.change();
    handlers.select(describeSelection(view.state));
  };
  return Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root);
      ctx.set(defaultValueCtx, markdown);
      ctx.update(editorViewOptionsCtx, (options) => ({
        ...options,
        attributes: { class: classNames.text, "aria-label": label, "aria-multiline": "true", role: "textbox" },
        ...SCROLL_DISTANCES,
        handleDOMEvents: {
          blur: () => (handlers.blur(), false),
          keydown: (_view, event) => handlers.keydown(event),
        },
      }));
    })
    .use(dialect)
    .config(configureMarkdown)
    .use(imageUploadPlugin(uploadUrl, classNames))
    .use(pasteLinkPlugin())
    .use(linkShortcutPlugin(handlers.openLinkForm))
    .use(imageViewPlugin(classNames))
    .use([clipboard, cursor, history, trailing].flat())
    .use(placeholderPlugin(placeholder))
    .use($prose(() => new Plugin({ view: () => ({ update: handleUpdate }) })))
    .create();
}
