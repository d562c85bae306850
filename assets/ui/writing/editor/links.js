// Creates links. Pasting a URL over selected text turns the text into a link. Ctrl+K and the toolbar open the link
// form.
import { editorViewCtx } from "@milkdown/core";
import { keymap } from "@milkdown/prose/keymap";
import { Plugin } from "@milkdown/prose/state";
import { $prose } from "@milkdown/utils";
import { findLink } from "./selection.js";

/**
 * @import { Ctx } from "@milkdown/ctx"
 * @import { Selection } from "@milkdown/prose/state"
 * @import { EditorView } from "@milkdown/prose/view"
 */

const URL_PATTERN = /^(?:https?:\/\/|mailto:)\S+$/i;

export function pasteLinkPlugin() {
  return $prose(
    () =>
      new Plugin({
        props: {
          handlePaste(view, event) {
            const url = event.clipboardData?.getData("text/plain").trim() ?? "";
            const { selection } = view.state;
            const isInlineText = !selection.empty && selection.$from.sameParent(selection.$to);
            if (!isInlineText || !URL_PATTERN.test(url) || !allowsLinks(selection)) return false;
            setLink(view, url);
            return true;
          },
        },
      }),
  );
}

/** @param {() => void} openLinkForm */
export function linkShortcutPlugin(openLinkForm) {
  return $prose(() => keymap({ "Mod-k": () => (openLinkForm(), true) }));
}

/**
 * Adds the scheme to a URL or email address without one. Paths on this site begin with a slash and stay unchanged.
 * @param {string} input
 */
export function normalizeUrl(input) {
  const url = input.trim();
  if (!url || /^(?:https?:\/\/|mailto:|\/|#)/i.test(url)) return url;
  return url.includes("@") ? `mailto:${url}` : `https://${url}`;
}

/**
 * Returns the props of the link form for the current selection.
 * @param {Ctx} ctx
 */
export function currentLink(ctx) {
  const { state } = ctx.get(editorViewCtx);
  return { href: findLink(state)?.mark.attrs.href ?? "" };
}

/**
 * @param {Ctx} ctx
 * @param {string} href
 */
export function applyLink(ctx, href) {
  const view = ctx.get(editorViewCtx);
  setLink(view, href);
  view.focus();
}

/**
 * @param {EditorView} view
 * @param {string} href
 */
function setLink(view, href) {
  const { state } = view;
  const type = state.schema.marks.link;
  const existing = findLink(state);
  const { from, to } = existing ?? state.selection;
  const { tr } = state;
  if (from === to && href) {
    tr.replaceSelectionWith(state.schema.text(href, [type.create({ href })]), false);
  } else {
    tr.removeMark(from, to, type);
    if (href) tr.addMark(from, to, type.create({ href }));
  }
  view.dispatch(tr.removeStoredMark(type));
}

/** @param {Selection} selection */
function allowsLinks({ $from }) {
  return !$from.parent.type.spec.code && $from.parent.type.allowsMarkType($from.doc.type.schema.marks.link);
}
