// The state of the search field: its text, its options, and the keys that choose one.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { buildGroups, searchHref } from "./options.js";
import { clearSearches, readSearches, rememberSearch } from "./recent_searches.js";

const SUGGEST_DELAY_MS = 120;
const RETRY_DELAY_MS = 4_000;
const MIN_LENGTH = 2;

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** @typedef {import("./options.js").Option} Option */

/**
 * @param {import("./search_box.jsx").Props} props
 * @param {Ref<HTMLInputElement>} field
 */
export function useSearchBox(props, field) {
  const { query, viewerId, filters = [] } = props;
  const navigate = useNavigate();
  const [text, setText] = useText(query, field);
  const [isFocused, setFocused] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const [searches, setSearches] = useState(/** @type {string[]} */ ([]));
  const trimmed = text.trim();
  useSuggestions(isFocused ? trimmed : "", props.suggestions?.q ?? "", props.onSuggest);
  const groups = buildGroups(trimmed, props.suggestions, searches);
  const options = groups.flatMap((group) => group.options);
  const isOpen = isFocused && options.length > 0;
  const close = () => (setFocused(false), setActiveIndex(-1));
  const open = () => (setSearches(readSearches(viewerId)), setFocused(true));
  const remember = (/** @type {Option} */ { search }) => {
    if (search) rememberSearch(viewerId, search);
    close();
    field.current?.blur();
  };
  const choose = (/** @type {Option} */ option) => (remember(option), void navigate(option.href));
  const searchFor = () =>
    trimmed && choose({ kind: "query", label: trimmed, href: searchHref(trimmed, filters), search: trimmed });
  const move = (/** @type {number} */ index) => (open(), setActiveIndex(index));
  const leave = () => (setText(""), field.current?.blur());
  return {
    ...{ text, trimmed, groups, options, activeIndex, isOpen, open, remember },
    type: (/** @type {string} */ typed) => (setText(typed), setActiveIndex(-1), open()),
    clear: () => (clearSearches(viewerId), setSearches([]), field.current?.focus()),
    submit: (/** @type {React.FormEvent} */ event) => (event.preventDefault(), searchFor()),
    handleBlur: (/** @type {React.FocusEvent<HTMLFormElement>} */ { currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) close();
    },
    handleKeyDown: (/** @type {React.KeyboardEvent} */ event) => {
      const { isComposing } = event.nativeEvent;
      if (isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (handleKey(event.key, { options, activeIndex, isOpen, move, choose, close, leave })) event.preventDefault();
    },
  };
}

/**
 * Returns the text of the field, which is that of the page until the user changes it. What the user types while the
 * results for the previous text load stays.
 * @param {string} query
 * @param {Ref<HTMLInputElement>} field
 */
function useText(query, field) {
  const [text, setText] = useState(query);
  const shown = useRef(query);
  useEffect(() => {
    const isEdited = text !== shown.current && document.activeElement === field.current;
    shown.current = query;
    if (!isEdited) setText(query);
  }, [query]);
  return /** @type {const} */ ([text, setText]);
}

/**
 * Returns whether the key had an effect.
 * @param {string} key
 * @param {{
 *   options: Option[],
 *   activeIndex: number,
 *   isOpen: boolean,
 *   move: (index: number) => void,
 *   choose: (option: Option) => void,
 *   close: () => void,
 *   leave: () => void,
 * }} box
 */
function handleKey(key, { options, activeIndex, isOpen, ...box }) {
  const step = STEPS[key];
  const active = isOpen ? options[activeIndex] : undefined;
  if (step && options.length) {
    // Between the last and the first option, none is active, so that Enter searches for the text.
    const count = options.length + 1;
    box.move(((activeIndex + 1 + step + count) % count) - 1);
  } else if (key === "Enter" && active) box.choose(active);
  else if (key === "Escape") isOpen ? box.close() : box.leave();
  else return false;
  return true;
}

/**
 * Asks for suggestions when the user stops typing, and again while there is no answer.
 * @param {string} text empty if there is nothing to suggest
 * @param {string} answered the text of the latest answer
 * @param {(text: string) => void} onSuggest
 */
function useSuggestions(text, answered, onSuggest) {
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
