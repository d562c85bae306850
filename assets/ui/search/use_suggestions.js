// The state of the suggestions below the search field, and the keys that choose one.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { buildGroups } from "./options.js";
import { clearSearches, readSearches, rememberSearch } from "./recent_searches.js";

const SUGGEST_DELAY_MS = 120;
const RETRY_DELAY_MS = 4_000;
const MIN_LENGTH = 2;

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** @typedef {import("./options.js").Option} Option */
/** @typedef {import("./search_box.jsx").Box} Box */

/**
 * @param {import("./search_box.jsx").Props} props
 * @param {Box} box
 */
export function useSuggestions(props, box) {
  const { viewerId } = props;
  const navigate = useNavigate();
  const [activeIndex, setActiveIndex] = useState(-1);
  const [searches, setSearches] = useState(/** @type {string[]} */ ([]));
  const text = box.text.trim();
  useRequests(box.isActive ? text : "", props.suggestions?.q ?? "", props.onSuggest);
  useEffect(() => setActiveIndex(-1), [box.text, box.isActive]);
  useEffect(() => {
    if (box.isActive) setSearches(readSearches(viewerId));
  }, [box.isActive, viewerId]);
  const groups = buildGroups(text, props.suggestions, searches);
  const options = groups.flatMap((group) => group.options);
  const isOpen = box.isActive && options.length > 0;
  useReport(box, isOpen, activeIndex);
  const remember = (/** @type {Option} */ { search }) => {
    if (search) rememberSearch(viewerId, search);
    box.setActive(false);
    box.field.current?.blur();
  };
  const choose = (/** @type {Option} */ option) => (remember(option), void navigate(option.href));
  useKeys(box, { options, activeIndex, isOpen, move: setActiveIndex, choose });
  const clear = () => (clearSearches(viewerId), setSearches([]), box.field.current?.focus());
  return { text, groups, options, activeIndex, isOpen, remember, clear };
}

/**
 * Tells the field which option is active, so that screen readers read it out.
 * @param {Box} box
 * @param {boolean} isOpen
 * @param {number} activeIndex
 */
function useReport(box, isOpen, activeIndex) {
  useEffect(() => {
    box.setList({ isOpen, activeId: isOpen && activeIndex >= 0 ? `${box.id}-${activeIndex}` : undefined });
  }, [isOpen, activeIndex]);
}

/**
 * @typedef {object} List
 * @property {Option[]} options
 * @property {number} activeIndex
 * @property {boolean} isOpen
 * @property {(index: number) => void} move
 * @property {(option: Option) => void} choose
 */

/**
 * @param {Box} box
 * @param {List} list
 */
function useKeys(box, list) {
  useEffect(() => {
    box.onKey.current = (event) => {
      const { isComposing } = event.nativeEvent;
      if (isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (handleKey(event.key, box, list)) event.preventDefault();
    };
  });
}

/**
 * Returns whether the key had an effect.
 * @param {string} key
 * @param {Box} box
 * @param {List} list
 */
function handleKey(key, box, { options, activeIndex, isOpen, move, choose }) {
  const step = STEPS[key];
  const active = isOpen ? options[activeIndex] : undefined;
  if (step && !isOpen) box.setActive(true);
  else if (step) {
    // Between the last and the first option, none is active, so that Enter searches for the text.
    const count = options.length + 1;
    move(((activeIndex + 1 + step + count) % count) - 1);
  } else if (key === "Enter" && active) choose(active);
  else if (key === "Escape" && isOpen) box.setActive(false);
  else if (key === "Escape") (box.setText(""), box.field.current?.blur());
  else return false;
  return true;
}

/**
 * Asks for suggestions when the user stops typing, and again while there is no answer.
 * @param {string} text empty if there is nothing to suggest
 * @param {string} answered the text of the latest answer
 * @param {(text: string) => void} onSuggest
 */
function useRequests(text, answered, onSuggest) {
  const suggest = useRef(onSuggest);
  const isLongEnough = text.length >= MIN_LENGTH;
  const isMissing = isLongEnough && answered !== text;
  useEffect(() => {
    suggest.current = onSuggest;
  });
  useEffect(() => {
    if (!isLongEnough) return undefined;
    const timer = setTimeout(() => suggest.current(text), SUGGEST_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (!isMissing) return undefined;
    const timer = setInterval(() => suggest.current(text), RETRY_DELAY_MS);
    return () => clearInterval(timer);
  }, [text, isMissing]);
}
