// The reactions to a post or a comment. The page shows a choice immediately, before the server confirms it.
// A click on the button adds the default reaction. The picker offers all reactions (`reaction_picker.js`).
import { createElement as el, useEffect, useState } from "react";
import { shortCount } from "$/public/ui/formats.js";
import { gettext } from "$/public/ui/i18n.js";
import { rememberAction, usePendingAction } from "$/public/ui/pending_action.js";
import { ReactionIcon } from "./reaction_icon.js";
import { Picker } from "./reaction_picker.js";

// After this time a choice that the server has not confirmed is discarded.
const CONFIRMATION_TIMEOUT_MS = 10_000;

/** @typedef {{ counts: ReactionCount[], myReaction: string }} ReactionState */

/**
 * `choices` are all reactions of the site, also those that can no longer be chosen.
 * `isOffered` is false if the viewer may not react, for example to a comment of their own. Then the bar only shows the
 * counts.
 * @param {{
 *   id: string,
 *   counts: ReactionCount[],
 *   myReaction: string | null,
 *   resetKey: unknown,
 *   choices: ReactionChoice[],
 *   classNames: ClassNames,
 *   images: Record<string, string>,
 *   onReact: (code: string) => void,
 *   isOffered: boolean,
 *   disabled?: boolean,
 *   children: ReactNode,
 * }} props
 */
export function ReactionBar({ counts, myReaction, resetKey, onReact, isOffered, disabled, children, ...props }) {
  const { id, choices, classNames, images } = props;
  const activeChoices = choices.filter(({ is_active }) => is_active);
  const [state, choose] = useOptimisticReaction({ counts, myReaction: myReaction || "", resetKey, choices });
  /** @param {string} code */
  const react = (code) => {
    const next = state.myReaction === code ? "" : code;
    if (!disabled) choose(next);
    if (disabled) rememberAction("react", id, next);
    onReact(next);
  };
  usePendingAction("react", id, !disabled && isOffered, (code) => {
    choose(code);
    onReact(code);
  });
  if (!isOffered && !state.counts.length) return null;
  return el(
    "div",
    { className: classNames.bar, role: "group", "aria-label": gettext("Reactions") },
    withCurrentChoices(state.counts, choices).map((reaction) =>
      el(Chip, {
        key: reaction.code,
        reaction,
        classNames,
        images,
        isChosen: state.myReaction === reaction.code,
        // A retired reaction can only be removed.
        onClick:
          isOffered && (reaction.is_active || state.myReaction === reaction.code) ? () => react(reaction.code) : null,
      }),
    ),
    isOffered &&
      el(Picker, { id, choices: activeChoices, classNames, images, react, myReaction: state.myReaction }, children),
  );
}

/**
 * A reaction and its count: a button, or only a picture if `onClick` is null.
 * @param {{
 *   reaction: ReactionCount,
 *   classNames: ClassNames,
 *   images: Record<string, string>,
 *   isChosen: boolean,
 *   onClick: (() => void) | null,
 * }} props
 */
function Chip({ reaction: { emoji, image, name, count }, classNames, images, isChosen, onClick }) {
  const label = { "aria-label": `${name}: ${count}` };
  const content = [
    el(ReactionIcon, { key: "emoji", emoji, image, name, images, className: classNames.emoji }),
    el("span", { key: "count" }, shortCount(count)),
  ];
  if (!onClick) return el("span", { role: "img", className: classNames.count, ...label }, content);
  return el(
    "button",
    { type: "button", className: classNames.chip, "aria-pressed": isChosen, onClick, ...label },
    content,
  );
}

/**
 * Returns the counts with the current emoji, image and name of each reaction, which administrators can change, in the
 * current order. The counts themselves may be older.
 * @param {ReactionCount[]} counts
 * @param {ReactionChoice[]} choices
 * @returns {(ReactionCount & { is_active?: boolean })[]}
 */
function withCurrentChoices(counts, choices) {
  const positions = new Map(choices.map(({ code }, position) => [code, position]));
  /** @param {ReactionCount} count */
  const position = ({ code }) => positions.get(code) ?? choices.length;
  return counts
    .map((count) => ({ ...count, ...choices[position(count)], count: count.count }))
    .sort((first, second) => position(first) - position(second));
}

/**
 * @param {ReactionState & { resetKey: unknown, choices: ReactionChoice[] }} props
 * @returns {[ReactionState, (code: string) => void]}
 */
function useOptimisticReaction({ counts, myReaction, resetKey, choices }) {
  const [optimistic, setOptimistic] = useState(/** @type {ReactionState | null} */ (null));
  // New counts arrive before the viewer's choice is confirmed, so they do not end the optimistic state.
  useEffect(() => {
    if (optimistic?.myReaction === myReaction) setOptimistic(null);
  }, [myReaction]);
  useEffect(() => setOptimistic(null), [resetKey]);
  useEffect(() => {
    if (!optimistic) return undefined;
    const timer = setTimeout(() => setOptimistic(null), CONFIRMATION_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [optimistic]);
  const state = optimistic ?? { counts, myReaction };
  /** @param {string} code */
  const choose = (code) => setOptimistic({ myReaction: code, counts: countsAfterChoice(state, code, choices) });
  return [state, choose];
}

/**
 * Returns the counts after a choice: the old reaction has one less, the new reaction one more.
 * @param {ReactionState} state
 * @param {string} code
 * @param {ReactionChoice[]} choices
 */
export function countsAfterChoice({ counts, myReaction }, code, choices) {
  const numbers = new Map(counts.map((reaction) => [reaction.code, reaction.count]));
  if (myReaction) numbers.set(myReaction, (numbers.get(myReaction) ?? 1) - 1);
  if (code) numbers.set(code, (numbers.get(code) ?? 0) + 1);
  return choices
    .map((choice) => ({ ...choice, count: numbers.get(choice.code) ?? 0 }))
    .filter(({ count }) => count > 0);
}
