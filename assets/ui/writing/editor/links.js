// Links: pasting an address over words makes them a link; Ctrl+K and the toolbar edit one in place.
import { editorViewCtx } from "@milkdown/core";
import { keymap } from "@milkdown/prose/keymap";
import { Plugin } from "@milkdown/prose/state";
import { $prose } from "@milkdown/utils";
import { linkAt } from "./selection.js";

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

export function pastesLinks() {
  return $prose(
    () =>
      new Plugin({
        props: {
          handlePaste(view, event) {
            const address = event.clipboardData?.getData("text/plain").trim();
            const { selection } = view.state;
            const isWords = !selection.empty && selection.$from.sameParent(selection.$to);
            if (!isWords || !ADDRESS.test(address) || !acceptsLinks(selection)) return false;
            setLink(view, address);
            return true;
          },
        },
      }),
  );
}

export function opensLinkForm(open) {
  return $prose(() => keymap({ "Mod-k": () => (open(), true) }));
}

// `example.org` is meant as https://example.org; an address of this site begins with a slash.
export function completeAddress(typed) {
  const address = typed.trim();
  if (!address || /^(?:https?:\/\/|mailto:|\/|#)/i.test(address)) return address;
  return address.includes("@") ? `mailto:${address}` : `https://${address}`;
}

export function linkForForm(ctx) {
  const { state } = ctx.get(editorViewCtx);
  return { address: linkAt(state)?.mark.attrs.href ?? "" };
}

export function applyLink(ctx, address) {
  const view = ctx.get(editorViewCtx);
  setLink(view, address);
  view.focus();
}

function setLink(view, address) {
  const { state } = view;
  const type = state.schema.marks.link;
  const existing = linkAt(state);
  const { from, to } = existing ?? state.selection;
  const { tr } = state;
  if (from === to && address) {
    tr.replaceSelectionWith(state.schema.text(address, [type.create({ href: address })]), false);
  } else {
    tr.removeMark(from, to, type);
    if (address) tr.addMark(from, to, type.create({ href: address }));
  }
  view.dispatch(tr.removeStoredMark(type));
}

function acceptsLinks({ $from }) {
  return !$from.parent.type.spec.code && $from.parent.type.allowsMarkType($from.doc.type.schema.marks.link);
}
