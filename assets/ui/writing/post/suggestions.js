// Suggests the cover image and the intro for the card of a post: the first image and the beginning of the text.
const IMAGE = /!\[[^\]]*\]\(\s*<?((?:\/media\/|https?:\/\/)[^)\s>]+)/;
const EXCERPT_LENGTH = 200;

/** @param {string} markdown */
export const firstImageUrl = (markdown) => IMAGE.exec(markdown)?.[1] ?? "";

/**
 * Returns the beginning of the text without Markdown, cut between words.
 * @param {string} markdown
 */
export function excerpt(markdown) {
  const text = markdown
    .slice(0, 20 * EXCERPT_LENGTH)
    .replace(/^(```|~~~)[\s\S]*?(^\1|$(?![\s\S]))/gm, "")
    .replace(/^#{1,6} .*$/gm, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:>|[-*+]|\d+[.)])\s+/gm, "")
    .replace(/^\s*(?:[-*_]\s*){3,}$/gm, "")
    .replace(/\\([^\w\s])/g, "$1")
    .replace(/(\*\*|__|~~|[*_`])(\S(?:.*?\S)?)\1/g, "$2")
    .trim()
    .replace(/\s+/g, " ");
  if (text.length <= EXCERPT_LENGTH) return text;
  const cut = text.slice(0, EXCERPT_LENGTH);
  return `${cut.slice(0, cut.lastIndexOf(" ")).replace(/[ ,.;:–—-]+$/, "")}…`;
}
