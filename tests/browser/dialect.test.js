import { Editor, defaultValueCtx, editorViewCtx, parserCtx, rootCtx, schemaCtx, serializerCtx } from "@milkdown/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configureMarkdown, dialect } from "$/public/ui/writing/editor/dialect.js";

/** @type {Editor} */
let editor;

beforeAll(async () => {
  const root = document.createElement("div");
  document.body.append(root);
  editor = await Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root);
      ctx.set(defaultValueCtx, "");
    })
    .use(dialect)
    .config(configureMarkdown)
    .create();
});
afterAll(() => editor.destroy());

const parse = (/** @type {string} */ markdown) => editor.ctx.get(parserCtx)(markdown);
const roundTrip = (/** @type {string} */ markdown) => editor.ctx.get(serializerCtx)(parse(markdown)).trimEnd();

test.each([
  ["a bare URL", "https://example.org/a_b"],
  ["a URL between words", "See https://example.org/page now"],
  ["a link", "[text](https://example.org)"],
  ["an image without a title", "![alt](/media/1.webp)"],
  ["an image with a title", '![alt](/media/1.webp "Title")'],
  ["a code block with its language and details", '```js title="app.js"\nlet a;\n```'],
  ["a code block without a language", "```\nlet a;\n```"],
  ["a tight list", "- one\n- two"],
  ["a task list", "- [ ] one\n- [x] two"],
  ["an underscore inside a word", "snake_case and @some_name"],
  ["an email address", "name@example.org"],
  ["a divider", "one\n\n---\n\ntwo"],
  ["strikethrough", "~~gone~~"],
])("%s stays as it is", (_, markdown) => {
  expect(roundTrip(markdown)).toBe(markdown);
});

test.each([
  ["other bullets", "* one\n* two", "- one\n- two"],
  ["an autolink in brackets", "<https://example.org/a>", "https://example.org/a"],
  ["a trailing space", "text \n", "text"],
])("%s is normalized", (_, markdown, expected) => {
  expect(roundTrip(markdown)).toBe(expected);
});

const linksIn = (/** @type {string} */ markdown) => {
  /** @type {string[]} */
  const links = [];
  parse(markdown).descendants((node) => {
    node.marks.forEach((mark) => mark.type.name === "link" && links.push(mark.attrs.href));
  });
  return links;
};

test.each([
  ["https://example.org", ["https://example.org"]],
  ["<name@example.org>", ["mailto:name@example.org"]],
  ["name@example.org", []],
  ["www.example.org", []],
])("the links in %s are %o", (markdown, links) => {
  expect(linksIn(markdown)).toEqual(links);
});

describe("the document", () => {
  test("a single tilde strikes nothing through", () => {
    expect(parse("~a~").textContent).toBe("~a~");
  });

  test("headings have no ID in the DOM", () => {
    editor.action((ctx) => {
      const view = ctx.get(editorViewCtx);
      view.dispatch(view.state.tr.replaceWith(0, view.state.doc.content.size, parse("## Title").content));
      expect(view.dom.querySelector("h2")?.outerHTML).toBe("<h2>Title</h2>");
    });
  });

  test("a list that is created in the editor is tight", () => {
    const { nodes } = editor.ctx.get(schemaCtx);
    expect(nodes.list_item.create().attrs.spread).toBe(false);
  });

  test("blank lines add no <br />", () => {
    expect(roundTrip("one\n\n\n\ntwo")).toBe("one\n\ntwo");
  });
});
