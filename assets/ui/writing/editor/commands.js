// The commands of the toolbar. If the formatting is already active, its command removes it.
import { commandsCtx, editorViewCtx } from "@milkdown/core";
import { redoCommand, undoCommand } from "@milkdown/plugin-history";
import {
  createCodeBlockCommand,
  insertHrCommand,
  liftListItemCommand,
  toggleEmphasisCommand,
  toggleInlineCodeCommand,
  toggleStrongCommand,
  turnIntoTextCommand,
  wrapInBlockquoteCommand,
  wrapInBulletListCommand,
  wrapInHeadingCommand,
  wrapInOrderedListCommand,
} from "@milkdown/preset-commonmark";
import { toggleStrikethroughCommand } from "@milkdown/preset-gfm";
import { lift } from "@milkdown/prose/commands";
import { describeSelection, findEnclosing } from "./selection.js";

/**
 * @import { Ctx } from "@milkdown/ctx"
 * @import { $Command } from "@milkdown/utils"
 * @import { Active } from "./selection.js"
 * @typedef {(ctx: Ctx, active: Active) => void} Run
 */

/**
 * @template T
 * @param {$Command<T>} command
 * @param {T} [payload]
 * @returns {Run}
 */
const run = (command, payload) => (ctx) => void ctx.get(commandsCtx).call(command.key, payload);

/** @param {number} level */
const heading = (level) => (/** @type {Ctx} */ ctx, /** @type {Active} */ active) =>
  (active[`heading_${level}`] ? run(turnIntoTextCommand) : run(wrapInHeadingCommand, level))(ctx, active);

/**
 * @param {Ctx} ctx
 * @param {Active} active
 */
function quote(ctx, active) {
  const view = ctx.get(editorViewCtx);
  if (active.quote) lift(view.state, view.dispatch);
  else run(wrapInBlockquoteCommand)(ctx, active);
}

/**
 * @param {string} listType
 * @param {$Command<any>} wrap
 * @returns {Run}
 */
const list = (listType, wrap) => (ctx, active) => {
  const view = ctx.get(editorViewCtx);
  const existing = findEnclosing(view.state, (node) => node.type.name.endsWith("_list"));
  if (!existing) run(wrap)(ctx, active);
  else if (existing.node.type.name === listType) run(liftListItemCommand)(ctx, active);
  else view.dispatch(view.state.tr.setNodeMarkup(existing.position, view.state.schema.nodes[listType]));
};

/** @type {Record<string, Run>} */
export const COMMANDS = {
  bold: run(toggleStrongCommand),
  italic: run(toggleEmphasisCommand),
  strikethrough: run(toggleStrikethroughCommand),
  code: run(toggleInlineCodeCommand),
  heading_2: heading(2),
  heading_3: heading(3),
  quote,
  list: list("bullet_list", wrapInBulletListCommand),
  list_ordered: list("ordered_list", wrapInOrderedListCommand),
  code_block: (ctx, active) =>
    (active.code_block ? run(turnIntoTextCommand) : run(createCodeBlockCommand))(ctx, active),
  minus: run(insertHrCommand),
  undo: run(undoCommand),
  redo: run(redoCommand),
};

/**
 * @param {Ctx} ctx
 * @param {string} name
 */
export function runCommand(ctx, name) {
  const view = ctx.get(editorViewCtx);
  COMMANDS[name](ctx, describeSelection(view.state).active);
  view.focus();
}

/**
 * @param {Ctx} ctx
 * @param {string} language
 */
export function setLanguage(ctx, language) {
  const { state, dispatch } = ctx.get(editorViewCtx);
  const block = findEnclosing(state, ({ type }) => type.name === "code_block");
  if (block) dispatch(state.tr.setNodeAttribute(block.position, "language", language));
}
