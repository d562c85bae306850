// The list of suggested users, tags and posts at the cursor of the post editor.
import { useEffect, useId } from "react";
import { MentionList, useMentions } from "../composer/mentions.jsx";

/** @import { Engine } from "./engine.js" */

// The width of the list (`community/styles/editor.py`), and its distance from the line of the cursor, in pixels.
const WIDTH = 320;
const DISTANCE = 6;

/**
 * Returns the element with the list, and the functions that the engine calls.
 * @param {Engine | null} engine
 * @param {import("./post_editor.jsx").Props} props
 */
export function useSuggestionList(engine, props) {
  const id = useId();
  const isUsed = Boolean(props.onMentionQuery);
  const mentions = useMentions(() => (isUsed && engine ? engine.textBeforeCursor() : null), props);
  const insert = (/** @type {{ text: string, href: string }} */ match, /** @type {number} */ length) =>
    engine?.insertLink(length, match.text, match.href);
  const activeId = mentions.matches.length ? `${id}-${mentions.activeIndex}` : "";
  useEffect(() => describeList(engine?.element(), activeId && id, activeId), [engine, activeId]);
  const handlers = {
    update: mentions.update,
    close: mentions.close,
    handleKeyDown: (/** @type {KeyboardEvent} */ event) => !event.isComposing && mentions.handleKeyDown(event, insert),
  };
  const element = (
    <div className={props.classNames.suggestions} style={activeId && engine ? findPlace(engine) : undefined}>
      <MentionList id={id} mentions={mentions} classNames={props.classNames} insert={insert} />
    </div>
  );
  return { element, handlers };
}

/** @param {Engine} engine */
function findPlace(engine) {
  const { left, top, width } = engine.cursorPosition();
  return { left: Math.max(0, Math.min(left, width - WIDTH)), top: top + DISTANCE };
}

/**
 * Tells screen readers which option is active. The text keeps the focus.
 * @param {HTMLElement | undefined} text
 * @param {string} listId
 * @param {string} activeId
 */
function describeList(text, listId, activeId) {
  for (const [name, value] of [
    ["aria-controls", listId],
    ["aria-activedescendant", activeId],
  ]) {
    if (value) text?.setAttribute(name, value);
    else text?.removeAttribute(name);
  }
}
