// Inserts the links that the post editor suggests after "@" and "#".
/**
 * @import { EditorState } from "@milkdown/prose/state"
 * @import { EditorView } from "@milkdown/prose/view"
 */

// Longer than any suggested word.
const MAX_LENGTH = 60;

/**
 * Returns the text before the cursor, or null where no link can be inserted: in code, in a link, or in a selection.
 * @param {EditorState} state
 */
export function findTextBefore({ selection, schema, storedMarks }) {
  const { $from, empty } = selection;
  const marks = storedMarks ?? $from.marks();
  const { inlineCode, link } = schema.marks;
  if (!empty || $from.parent.type.spec.code || marks.some(({ type }) => type === inlineCode || type === link)) {
    return null;
  }
  // Images are replaced by a character, so that each position has one.
  return $from.parent.textBetween(Math.max(0, $from.parentOffset - MAX_LENGTH), $from.parentOffset, null, "\ufffc");
}

/**
 * Returns the position below the cursor, relative to the element around the editor.
 * @param {EditorView} view
 */
export function locateCursor(view) {
  const { left, bottom } = view.coordsAtPos(view.state.selection.from);
  const frame = view.dom.getBoundingClientRect();
  return { left: left - frame.left, top: bottom - frame.top, width: frame.width };
}

/**
 * Replaces the last `length` characters before the cursor with a link, and a space after it.
 * @param {EditorView} view
 * @param {number} length
 * @param {string} text
 * @param {string} href
 */
export function insertLink(view, length, text, href) {
  const { state } = view;
  const { from, $from } = state.selection;
  const type = state.schema.marks.link;
  const link = state.schema.text(text, [...$from.marks(), type.create({ href })]);
  const after = $from.parent.textBetween($from.parentOffset, $from.parent.content.size, null, "\ufffc");
  const { tr } = state;
  tr.replaceWith(from - length, from, /^\s/.test(after) ? [link] : [link, state.schema.text(" ")]);
  view.dispatch(tr.removeStoredMark(type).scrollIntoView());
  view.focus();
}
