// Finds the formatting at the selection. The toolbar and the link form use it.
const MARKS = {
  bold: "strong",
  italic: "emphasis",
  strikethrough: "strike_through",
  code: "inlineCode",
  link: "link",
};

export function describeSelection(state) {
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

/** Returns the innermost node around the cursor for which `matches` is true, with its position, or null. */
export function findEnclosing(state, matches) {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if (matches($from.node(depth))) return { node: $from.node(depth), position: $from.before(depth) };
  }
  return null;
}

/** Returns the link mark at the cursor or in the selection, with its start and end, or null. */
export function findLink(state) {
  const type = state.schema.marks.link;
  const { from, to, $from, empty } = state.selection;
  let found = null;
  const parentStart = $from.start();
  state.doc.nodesBetween(empty ? parentStart : from, empty ? $from.end() : to, (node, position) => {
    const mark = type.isInSet(node.marks);
    const end = position + node.nodeSize;
    const touches = position <= to && end >= from;
    if (!mark || !touches || (found && found.mark.attrs.href !== mark.attrs.href)) return;
    found = { mark, from: found?.from ?? position, to: end };
  });
  return found;
}

function hasMark({ doc, schema, selection, storedMarks }, name) {
  const type = schema.marks[name];
  if (selection.empty) return Boolean(type.isInSet(storedMarks ?? selection.$from.marks()));
  return doc.rangeHasMark(selection.from, selection.to, type);
}

function languageOf(state) {
  const block = findEnclosing(state, ({ type }) => type.name === "code_block");
  return block && block.node.attrs.language;
}
