// A picture in the text: pressed, it is selected and asks what it shows, for those who cannot see it.
import { imageSchema } from "@milkdown/preset-commonmark";
import { NodeSelection } from "@milkdown/prose/state";
import { $view } from "@milkdown/utils";

export function describesPictures(look) {
  return $view(imageSchema.node, () => (node, view, getPosition) => {
    const frame = document.createElement("span");
    const image = document.createElement("img");
    const field = document.createElement("input");
    frame.className = look.picture;
    field.className = look.picture_alt;
    field.placeholder = "Describe this picture for those who cannot see it";
    field.setAttribute("aria-label", "Description of the picture");
    field.maxLength = 500;
    field.hidden = true;
    frame.append(image, field);

    const show = ({ attrs }) => {
      node = { attrs };
      image.src = attrs.src;
      image.alt = attrs.alt;
      image.title = attrs.title;
      if (document.activeElement !== field) field.value = attrs.alt;
    };
    const describe = () => {
      const { tr } = view.state;
      tr.setNodeMarkup(getPosition(), undefined, { ...node.attrs, alt: field.value });
      view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, getPosition())));
    };
    const leave = (event) => {
      if (!["Enter", "Escape"].includes(event.key)) return;
      event.preventDefault();
      view.focus();
    };
    field.addEventListener("input", describe);
    field.addEventListener("keydown", leave);
    show(node);

    return {
      dom: frame,
      update: (next) => next.type.name === "image" && (show(next), true),
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
