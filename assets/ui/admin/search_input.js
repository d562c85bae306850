// A field that searches while the user types, and only for the latest text. It never loses what was typed.
import { createElement as el, useEffect, useRef } from "react";

const DEBOUNCE_MS = 200;

/**
 * @param {{
 *   term: string,
 *   onSearch: (term: string) => void,
 * } & React.ComponentProps<"input">} props `term` is the text for which the server has searched last.
 */
export function SearchInput({ term, onSearch, ...props }) {
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const timer = useRef(0);
  const latestHandler = useRef(onSearch);
  latestHandler.current = onSearch;
  // The text that the user typed and the server has not searched for yet, or null.
  const pending = useRef(/** @type {string | null} */ (null));

  useEffect(() => {
    if (pending.current !== null && pending.current.trim() !== term) return;
    pending.current = null;
    if (input.current.value.trim() !== term) input.current.value = term;
    input.current.removeAttribute("aria-busy");
  }, [term]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const handleInput = () => {
    const typed = input.current.value;
    pending.current = typed;
    input.current.setAttribute("aria-busy", "true");
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => search(typed), DEBOUNCE_MS);
  };
  /** @param {string} typed */
  const search = (typed) => {
    if (typed.trim() === term) {
      pending.current = null;
      input.current.removeAttribute("aria-busy");
    }
    latestHandler.current(typed);
  };
  /** @param {React.KeyboardEvent} event */
  const handleKeyDown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(timer.current);
    search(input.current.value);
  };
  return el("input", { ...props, ref: input, defaultValue: term, onInput: handleInput, onKeyDown: handleKeyDown });
}
