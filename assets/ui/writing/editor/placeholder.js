// Shows the placeholder while the text is empty.
import { Plugin } from "@milkdown/prose/state";
import { Decoration, DecorationSet } from "@milkdown/prose/view";
import { $prose } from "@milkdown/utils";

/** @param {string} placeholder */
export function placeholderPlugin(placeholder) {
  return $prose(
    () =>
      new Plugin({
        props: {
          decorations({ doc }) {
            const first = doc.firstChild;
            const isEmpty =
              doc.childCount === 1 && first !== null && first.type.name === "paragraph" && !first.content.size;
            if (!isEmpty) return null;
            const attributes = { "data-placeholder": placeholder };
            return DecorationSet.create(doc, [Decoration.node(0, first.nodeSize, attributes)]);
          },
        },
      }),
  );
}
