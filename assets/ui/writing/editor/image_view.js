// An image in the text. While it is selected, the field below it edits its alternative text.
import { imageSchema } from "@milkdown/preset-commonmark";
import { NodeSelection } from "@milkdown/prose/state";
import { $view } from "@milkdown/utils";
import { gettext } from "$/public/ui/i18n.js";

/**
 * @import { Node } from "@milkdown/prose/model"
 * @import { EditorView, NodeView } from "@milkdown/prose/view"
 */

/** @param {ClassNames} classNames */
export function imageViewPlugin(classNames) {
  return $view(imageSchema.node, () => (node, view, getPosition) => {
    const image = document.createElement("img");
    const field = createField(classNames);
    const frame = document.createElement("span");
    frame.className = classNames.image;
    frame.append(image, field);
    let { attrs } = node;

    const render = (/** @type {Node} */ shown) => {
      attrs = shown.attrs;
      image.src = attrs.src;
      image.alt = attrs.alt;
      image.title = attrs.title;
      if (document.activeElement !== field) field.value = attrs.alt;
    };
    field.addEventListener("input", () => {
      const position = getPosition();
      if (position !== undefined) updateAttributes(view, position, { ...attrs, alt: field.value });
    });
    field.addEventListener("keydown", (event) => leaveField(event, view));
    render(node);
    return {
      update: (next) => next.type.name === "image" && (render(next), true),
      ...createNodeView(frame, field),
    };
  });
}

/** @param {ClassNames} classNames */
function createField(classNames) {
  const field = document.createElement("input");
  field.className = classNames.image_alt;
  field.placeholder = gettext("Describe this image for people who can't see it");
  field.setAttribute("aria-label", gettext("Image description"));
  field.maxLength = 500;
  field.hidden = true;
  return field;
}

/**
 * @param {EditorView} view
 * @param {number} position
 * @param {Record<string, unknown>} attrs
 */
function updateAttributes(view, position, attrs) {
  const { tr } = view.state;
  tr.setNodeMarkup(position, undefined, attrs);
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
}

/**
 * @param {KeyboardEvent} event
 * @param {EditorView} view
 */
function leaveField(event, view) {
  if (!["Enter", "Escape"].includes(event.key)) return;
  event.preventDefault();
  view.focus();
}

/**
 * @param {HTMLElement} frame
 * @param {HTMLInputElement} field
 * @returns {NodeView}
 */
function createNodeView(frame, field) {
  return {
    dom: frame,
    selectNode: () => {
      frame.dataset.selected = "";
      field.hidden = false;
    },
    deselectNode: () => {
      if (document.activeElement === field) return;
      delete frame.dataset.selected;
      field.hidden = true;
    },
    stopEvent: (event) => event.target === field,
    ignoreMutation: () => true,
  };
}
