// The editor without its buttons: Milkdown (ProseMirror and remark) in our dialect of Markdown.
import {
  Editor,
  defaultValueCtx,
  editorViewCtx,
  editorViewOptionsCtx,
  parserCtx,
  rootCtx,
  serializerCtx,
} from "@milkdown/core";
import { clipboard } from "@milkdown/plugin-clipboard";
import { cursor } from "@milkdown/plugin-cursor";
import { history } from "@milkdown/plugin-history";
import { trailing } from "@milkdown/plugin-trailing";
import { Plugin } from "@milkdown/prose/state";
import { $prose } from "@milkdown/utils";
import { runCommand, setLanguage } from "./commands.js";
import { dialect, writeOurDialect } from "./dialect.js";
import { applyLink, linkForForm, opensLinkForm, pastesLinks } from "./links.js";
import { describesPictures } from "./picture_view.js";
import { showsPlaceholder } from "./placeholder.js";
import { describeSelection } from "./selection.js";
import { hasUploads, insertPictures, uploadsPictures } from "./uploads.js";

export async function createEngine({ root, markdown, label, placeholder, uploadAddress, look, on }) {
  const reports = $prose(() => new Plugin({ view: () => ({ update: report }) }));
  const report = (view, before) => {
    if (!before.doc.eq(view.state.doc)) on.change();
    on.select(describeSelection(view.state));
  };
  const editor = await Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root);
      ctx.set(defaultValueCtx, markdown);
      ctx.update(editorViewOptionsCtx, (options) => ({
        ...options,
        attributes: { class: look.text, "aria-label": label, "aria-multiline": "true", role: "textbox" },
        handleDOMEvents: { blur: () => (on.blur(), false) },
      }));
    })
    .use(dialect)
    .config(writeOurDialect)
    .use(uploadsPictures(uploadAddress, look))
    .use(pastesLinks())
    .use(opensLinkForm(on.linkKey))
    .use(describesPictures(look))
    .use([clipboard, cursor, history, trailing].flat())
    .use(showsPlaceholder(placeholder))
    .use(reports)
    .create();
  const { ctx } = editor;
  const view = () => ctx.get(editorViewCtx);

  return {
    markdown: () => ctx.get(serializerCtx)(view().state.doc).trimEnd(),
    replace: (text) => {
      const { state } = view();
      const content = ctx.get(parserCtx)(text).content;
      view().dispatch(state.tr.replaceWith(0, state.doc.content.size, content));
    },
    run: (name) => runCommand(ctx, name),
    setLanguage: (language) => setLanguage(ctx, language),
    link: () => linkForForm(ctx),
    applyLink: (address) => applyLink(ctx, address),
    insertPictures: (files) =>
      insertPictures(view(), files, view().state.selection.from, uploadAddress, look),
    isUploading: () => hasUploads(view().state),
    focus: () => view().focus(),
    destroy: () => editor.destroy(),
  };
}
