// What the text itself offers for the card of the post: its first picture, and how it begins.
const PICTURE = /!\[[^\]]*\]\(\s*<?((?:\/media\/|https?:\/\/)[^)\s>]+)/;
const INTRO_LENGTH = 200;

export const firstPicture = (markdown) => PICTURE.exec(markdown)?.[1] ?? "";

export function beginning(markdown) {
  const words = markdown
    .slice(0, 20 * INTRO_LENGTH)
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
  if (words.length <= INTRO_LENGTH) return words;
  const cut = words.slice(0, INTRO_LENGTH);
  return `${cut.slice(0, cut.lastIndexOf(" ")).replace(/[ ,.;:–—-]+$/, "")}…`;
}
