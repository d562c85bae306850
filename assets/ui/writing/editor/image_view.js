// An image in the text. While it is selected, the field below it edits its alternative text.
import { imageSchema } from "@milkdown/preset-commonmark";
import { NodeSelection } from "@milkdown/prose/state";
import { $view } from "@milkdown/utils";
import { gettext } from "$/public/ui/i18n.js";

export function imageViewPlugin(classNames) {
  return $view(imageSchema.node, () => (node, view, getPosition) => {
    const frame = document.createElement("span");
    const image = document.createElement("img");
    const field = document.createElement("input");
    frame.className = classNames.image;
    field.className = classNames.image_alt;
    field.placeholder = gettext("Describe this image for people who can't see it");
    field.setAttribute("aria-label", gettext("Image description"));
    field.maxLength = 500;
    field.hidden = true;
    frame.append(image, field);

    const render = ({ attrs }) => {
      node = { attrs };
      image.src = attrs.src;
      image.alt = attrs.alt;
      image.title = attrs.title;
      if (document.activeElement !== field) field.value = attrs.alt;
    };
    const updateAltText = () => {
      const { tr } = view.state;
      tr.setNodeMarkup(getPosition(), undefined, { ...node.attrs, alt: field.value });
      view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, getPosition())));
    };
    const handleKeyDown = (event) => {
      if (!["Enter", "Escape"].includes(event.key)) return;
      event.preventDefault();
      view.focus();
    };
    field.addEventListener("input", updateAltText);
    field.addEventListener("keydown", handleKeyDown);
    render(node);

    return {
      dom: frame,
      update: (next) => next.type.name === "image" && (render(next), true),
      selectNode: () => (frame.dataset.selected = "", (field.hidden = false)),
      deselectNode: () => {
        if (document.activeElement === field) return;
        delete frame.dataset.selected;
        field.hidden = true;
      },
      stopEvent: (event) => event.target === field,
      ignoreMutation: () => true,
    };
  });
}
