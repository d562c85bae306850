// Parses and serializes Markdown with the same rules as the server (community/core/text/markdown.py). Syntax that the server
// renders as plain text is plain text here too. The user's own notation is kept where that is safe.
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

/**
 * @import { Link, Parents, PhrasingContent, Text } from "mdast"
 * @import { Info, State } from "mdast-util-to-markdown"
 * @import { Position } from "unist"
 *
 * A node of any kind.
 * @typedef {{ type: string, value?: string, children?: MdNode[], position?: Position }} MdNode
 */

// Removed: `<br />` for empty lines, which the server would render as text, and ids on headings.
const EXCLUDED_PLUGINS = [remarkPreserveEmptyLinePlugin, syncHeadingIdPlugin].flat();

// The preset drops images without a title, because it requires a string and the parser returns null.
const image = imageSchema.extendSchema((inherited) => (ctx) => ({
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

// Keeps the text after the language of a code fence, such as `title="app.js"` in `js title="app.js"`.
const codeBlock = codeBlockSchema.extendSchema((inherited) => (ctx) => ({
  ...inherited(ctx),
  parseMarkdown: {
    match: ({ type }) => type === "code",
    runner: (state, { lang, meta, value }, type) => {
      state.openNode(type, { language: [lang, meta].filter(Boolean).join(" ") });
      if (value) state.addText(String(value));
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

// Headings in the editor have no id, because it could equal an id on the page around the editor.
const heading = headingSchema.extendSchema((inherited) => (ctx) => ({
  ...inherited(ctx),
  toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
}));

// Lists that are created in the editor are tight (without blank lines), as if the user had typed them in Markdown.
const listItem = extendListItemSchemaForTask.extendSchema((inherited) => (ctx) => {
  const schema = inherited(ctx);
  return { ...schema, attrs: { ...schema.attrs, spread: { ...schema.attrs?.spread, default: false } } };
});

// As on the server, `name@example.org` and `www.example.org` are plain text and not links.
const withoutImplicitLinks = $remark("withoutImplicitLinks", () => () => (tree, file) => {
  const source = String(file);
  /** @param {MdNode} parent */
  const visit = (parent) => {
    const { children = [] } = parent;
    children.forEach((node, index) => {
      const opening = node.type === "link" && source[node.position?.start.offset ?? -1];
      const isImplicit = opening && opening !== "<" && opening !== "[";
      const [content] = node.children ?? [];
      if (isImplicit && !/^https?:\/\//i.test(content?.value ?? "")) {
        children[index] = { ...content, position: node.position };
      } else visit(node);
    });
  };
  visit(/** @type {MdNode} */ (tree));
});

/**
 * A URL between spaces is written without brackets, so that a URL alone in its paragraph becomes an embed.
 * @param {Link} node
 * @param {Parents | undefined} parent
 * @param {State} state
 * @param {Info} info
 */
function link(node, parent, state, info) {
  const [only, ...others] = node.children;
  const isBare =
    !others.length &&
    valueOf(only) === node.url &&
    !node.title &&
    /^https?:\/\/[^\s<>[\](){}*`\\"'|]*[\w/=#&%~+-]$/i.test(node.url) &&
    /^\s?$/.test(info.before) &&
    /^\s?$/.test(info.after);
  return isBare ? node.url : defaultHandlers.link(node, parent, state, info);
}
/**
 * @param {Link} node
 * @param {Parents | undefined} parent
 * @param {State} state
 */
link.peek = (node, parent, state) =>
  /^https?:/i.test(node.url) && valueOf(node.children[0]) === node.url
    ? "h"
    : defaultHandlers.link.peek(node, parent, state);

/** @param {PhrasingContent | undefined} node */
const valueOf = (node) => (node && "value" in node ? node.value : undefined);

/**
 * `snake_case` and `@some_name` are written without a backslash, because an underscore inside a word formats nothing.
 * `name@example.org` needs no backslash either. Spaces at the end of a line are removed.
 * @param {Text} node
 * @param {Parents | undefined} parent
 * @param {State} state
 * @param {Info} info
 */
function text(node, parent, state, info) {
  return defaultHandlers
    .text(node, parent, state, info)
    .replace(/(?<=[\p{L}\p{N}])(?:\\_)+(?=[\p{L}\p{N}])/gu, (marks) => marks.replaceAll("\\", ""))
    .replace(/(?<=[\p{L}\p{N}.+-])\\@/gu, "@")
    .replace(info.after === "\n" ? /(?:&#x20;|\s)+$/ : /$^/, "");
}

/** @param {import("@milkdown/ctx").Ctx} ctx */
export function configureMarkdown(ctx) {
  ctx.set(remarkGFMPlugin.options.key, { singleTilde: false });
  ctx.set(remarkStringifyOptionsCtx, {
    bullet: "-",
    bulletOther: "*",
    rule: "-",
    handlers: { link, text },
  });
}

export const dialect = [
  ...[...commonmark, ...gfm].filter((plugin) => !EXCLUDED_PLUGINS.includes(plugin)),
  ...[image, codeBlock, heading, listItem, withoutImplicitLinks].flat(),
];
