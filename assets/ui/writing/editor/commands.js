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

const run = (command, payload) => (ctx) => ctx.get(commandsCtx).call(command.key, payload);

const heading = (level) => (ctx, active) =>
  run(...(active[`heading_${level}`] ? [turnIntoTextCommand] : [wrapInHeadingCommand, level]))(ctx);

function quote(ctx, active) {
  const view = ctx.get(editorViewCtx);
  if (active.quote) lift(view.state, view.dispatch);
  else run(wrapInBlockquoteCommand)(ctx);
}

const list = (listType, wrap) => (ctx) => {
  const view = ctx.get(editorViewCtx);
  const existing = findEnclosing(view.state, (node) => node.type.name.endsWith("_list"));
  if (!existing) run(wrap)(ctx);
  else if (existing.node.type.name === listType) run(liftListItemCommand)(ctx);
  else view.dispatch(view.state.tr.setNodeMarkup(existing.position, view.state.schema.nodes[listType]));
};

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
    run(active.code_block ? turnIntoTextCommand : createCodeBlockCommand)(ctx),
  minus: run(insertHrCommand),
  undo: run(undoCommand),
  redo: run(redoCommand),
};

export function runCommand(ctx, name) {
  const view = ctx.get(editorViewCtx);
  COMMANDS[name](ctx, describeSelection(view.state).active);
  view.focus();
}

export function setLanguage(ctx, language) {
  const { state, dispatch } = ctx.get(editorViewCtx);
  const block = findEnclosing(state, ({ type }) => type.name === "code_block");
  if (block) dispatch(state.tr.setNodeAttribute(block.position, "language", language));
}
