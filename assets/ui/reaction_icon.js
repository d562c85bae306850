import { createElement as el } from "react";

/**
 * The uploaded image of a reaction, or its emoji as an image. An emoji without an image is shown as text.
 * `components/ui/elements.py` creates the same element.
 * @param {{
 *   emoji: string,
 *   image: string | null,
 *   name: string,
 *   images: Record<string, string>,
 *   className: string,
 * }} props
 */
export function ReactionIcon({ emoji, image, name, images, className }) {
  const src = image || images[emoji];
  if (!src) return el("span", { className }, emoji);
  return el("img", { src, alt: image ? name : emoji, width: 36, height: 36, loading: "lazy", className });
}
