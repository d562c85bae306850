// Finds the formatting at the selection. The toolbar and the link form use it.
/**
 * @import { Mark, Node } from "@milkdown/prose/model"
 * @import { EditorState } from "@milkdown/prose/state"
 *
 * The formatting at the selection, by the name of its toolbar button.
 * @typedef {Record<string, boolean>} Active
 * @typedef {{ mark: Mark, from: number, to: number }} FoundLink
 */

/** @type {Record<string, string>} */
const MARKS = {
  bold: "strong",
  italic: "emphasis",
  strikethrough: "strike_through",
  code: "inlineCode",
  link: "link",
};

/** @param {EditorState} state */
export function describeSelection(state) {
  /** @type {Active} */
  const active = {};
  for (const [name, mark] of Object.entries(MARKS)) active[name] = hasMark(state, mark);
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type, attrs } = $from.node(depth);
    if (type.name === "heading") active[`heading_${attrs.level}`] = true;
    if (type.name === "blockquote") active.quote = true;
    if (type.name === "code_block") active.code_block = true;
    if (type.name.endsWith("_list") && !active.list && !active.list_ordered) {
      active[type.name === "ordered_list" ? "list_ordered" : "list"] = true;
    }
  }
  return { active, language: languageOf(state) };
}

/**
 * Returns the innermost node around the cursor for which `matches` is true, with its position, or null.
 * @param {EditorState} state
 * @param {(node: Node) => boolean} matches
 */
export function findEnclosing(state, matches) {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if (matches($from.node(depth))) return { node: $from.node(depth), position: $from.before(depth) };
  }
  return null;
}

/**
 * Returns the link mark at the cursor or in the selection, with its start and end, or null.
 * @param {EditorState} state
 * @returns {FoundLink | null}
 */
export function findLink(state) {
  const type = state.schema.marks.link;
  const { from, to, $from, empty } = state.selection;
  /** @type {FoundLink | null} */
  let found = null;
  const parentStart = $from.start();
  state.doc.nodesBetween(empty ? parentStart : from, empty ? $from.end() : to, (node, position) => {
    const mark = type.isInSet(node.marks);
    const end = position + node.nodeSize;
    const touches = position <= to && end >= from;
    if (!mark || !touches || (found && found.mark.attrs.href !== mark.attrs.href)) return;
    found = { mark, from: found ? found.from : position, to: end };
  });
  return found;
}

/**
 * @param {EditorState} state
 * @param {string} name
 */
function hasMark({ doc, schema, selection, storedMarks }, name) {
  const type = schema.marks[name];
  if (selection.empty) return Boolean(type.isInSet(storedMarks ?? selection.$from.marks()));
  return doc.rangeHasMark(selection.from, selection.to, type);
}

/**
 * @param {EditorState} state
 * @returns {string | null}
 */
function languageOf(state) {
  const block = findEnclosing(state, ({ type }) => type.name === "code_block");
  return block && block.node.attrs.language;
}
