// How Markdown is read and written. The server's dialect (community/core/markdown.py) decides: what
// it shows as text is text here, and what people typed stays as they typed it where that is safe.
import { remarkStringifyOptionsCtx } from "@milkdown/core";
import {
  codeBlockSchema,
  commonmark,
  headingSchema,
  imageSchema,
  remarkPreserveEmptyLinePlugin,
  syncHeadingIdPlugin,
} from "@milkdown/preset-commonmark";
import { extendListItemSchemaForTask, gfm, remarkGFMPlugin } from "@milkdown/preset-gfm";
import { $remark } from "@milkdown/utils";
import { defaultHandlers } from "mdast-util-to-markdown";

// Left out: `<br />` for empty lines (the server would show it), and ids on headings.
const LEFT_OUT = [remarkPreserveEmptyLinePlugin, syncHeadingIdPlugin].flat();

// The preset drops pictures without a title: the parser gives null where it wants a string.
const picture = imageSchema.extendSchema((inherited) => (ctx) => ({
  ...inherited(ctx),
  parseMarkdown: {
    match: ({ type }) => type === "image",
    runner: (state, { url, alt, title }, type) =>
      state.addNode(type, { src: url ?? "", alt: alt ?? "", title: title ?? "" }),
  },
  toMarkdown: {
    match: ({ type }) => type.name === "image",
    runner: (state, { attrs: { src, alt, title } }) =>
      state.addNode("image", undefined, undefined, { url: src, alt, title: title || null }),
  },
}));

// Words after the language of a fence (`js title="app.js"`) are kept with it.
const codeBlock = codeBlockSchema.extendSchema((inherited) => (ctx) => ({
  ...inherited(ctx),
  parseMarkdown: {
    match: ({ type }) => type === "code",
    runner: (state, { lang, meta, value }, type) => {
      state.openNode(type, { language: [lang, meta].filter(Boolean).join(" ") });
      if (value) state.addText(value);
      state.closeNode();
    },
  },
  toMarkdown: {
    match: ({ type }) => type.name === "code_block",
    runner: (state, { attrs, textContent }) => {
      const [lang, ...meta] = attrs.language.trim().split(/\s+/);
      state.addNode("code", undefined, textContent, { lang, meta: meta.join(" ") });
    },
  },
}));

// A heading that is being written has no id: it could be one of our page's.
const heading = headingSchema.extendSchema((inherited) => (ctx) => ({
  ...inherited(ctx),
  toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
}));

// A list that is typed here is tight, like one that is typed as Markdown.
const listItem = extendListItemSchemaForTask.extendSchema((inherited) => (ctx) => {
  const schema = inherited(ctx);
  return { ...schema, attrs: { ...schema.attrs, spread: { ...schema.attrs.spread, default: false } } };
});

// `name@example.org` and `www.example.org` are words and no links, as on the server.
const wordsThatAreNoLinks = $remark("wordsThatAreNoLinks", () => () => (tree, file) => {
  const source = String(file);
  const visit = (parent) => {
    parent.children?.forEach((node, index) => {
      const opening = node.type === "link" && source[node.position?.start.offset];
      const isWord = opening && opening !== "<" && opening !== "[";
      if (isWord && !/^https?:\/\//i.test(node.children[0]?.value ?? "")) {
        parent.children[index] = { ...node.children[0], position: node.position };
      } else visit(node);
    });
  };
  visit(tree);
});

// An address that stands between spaces stays bare; alone in its paragraph it becomes an embed.
function link(node, parent, state, info) {
  const [only, ...others] = node.children;
  const isBare =
    !others.length && only?.value === node.url && !node.title &&
    /^https?:\/\/[^\s<>[\](){}*`\\"'|]*[\w/=#&%~+-]$/i.test(node.url) &&
    /^\s?$/.test(info.before) && /^\s?$/.test(info.after);
  return isBare ? node.url : defaultHandlers.link(node, parent, state, info);
}
link.peek = (node, parent, state) =>
  /^https?:/i.test(node.url) && node.children[0]?.value === node.url
    ? "h"
    : defaultHandlers.link.peek(node, parent, state);

// `snake_case` and `@some_name` need no backslash, for an underscore inside a word is no mark; nor
// does `name@example.org`; and a space at the end of a line says nothing.
function text(node, parent, state, info) {
  return defaultHandlers
    .text(node, parent, state, info)
    .replace(/(?<=[\p{L}\p{N}])(?:\\_)+(?=[\p{L}\p{N}])/gu, (marks) => marks.replaceAll("\\", ""))
    .replace(/(?<=[\p{L}\p{N}.+-])\\@/gu, "@")
    .replace(info.after === "\n" ? /(?:&#x20;|\s)+$/ : /$^/, "");
}

export function writeOurDialect(ctx) {
  ctx.set(remarkGFMPlugin.options.key, { singleTilde: false });
  ctx.set(remarkStringifyOptionsCtx, {
    bullet: "-",
    bulletOther: "*",
    rule: "-",
    handlers: { link, text },
  });
}

export const dialect = [
  ...[...commonmark, ...gfm].filter((plugin) => !LEFT_OUT.includes(plugin)),
  ...[picture, codeBlock, heading, listItem, wordsThatAreNoLinks].flat(),
];
