// The search field, with suggestions below it. `community/components/search/live_field.py` documents its props.
import { useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";
import { useHotkey } from "./hotkey.js";

/**
 * @typedef {object} Props
 * @property {string} query the text that the page searches for
 * @property {Suggestions} suggestions
 * @property {(text: string) => void} onSuggest
 * @property {number} viewerId 0 for a guest
 * @property {number} maxLength
 * @property {boolean} [hasAutoFocus]
 * @property {[string, string][]} [filters] the filters of the page, which the next search keeps
 * @property {ClassNames} classNames
 * @property {Icons} icons
 *
 * @typedef {{ isOpen: boolean, activeId?: string }} ListState
 *
 * @typedef {object} Box what the list of suggestions gets from the field
 * @property {string} id the id of the list
 * @property {Ref<HTMLInputElement>} field
 * @property {Ref<((event: React.KeyboardEvent) => void) | null>} onKey handles the keys once the list has loaded
 * @property {string} text
 * @property {(text: string) => void} setText
 * @property {boolean} isActive whether the user is in the field and has not closed the list
 * @property {(isActive: boolean) => void} setActive
 * @property {(list: ListState) => void} setList
 */

/** @type {ListState} */
const CLOSED = { isOpen: false };

/**
 * Returns the URL of the results for a text.
 * @param {string} text
 * @param {[string, string][]} [filters]
 */
export const searchHref = (text, filters = []) => `/search?${new URLSearchParams([["q", text], ...filters])}`;

/** @param {Props} props */
export function SearchBox(props) {
  const { query, viewerId, filters, classNames, icons } = props;
  const navigate = useNavigate();
  /** @type {Ref<HTMLInputElement>} */
  const field = useRef(null);
  /** @type {Box["onKey"]} */
  const onKey = useRef(null);
  const id = useId();
  const [text, setText] = useText(query, field);
  const [isActive, setActive] = useState(false);
  const [list, setList] = useState(CLOSED);
  const SuggestionList = useSuggestionList(isActive);
  useHotkey(field);
  const submit = (/** @type {React.FormEvent} */ event) => {
    event.preventDefault();
    const search = text.trim();
    if (!search) return;
    setActive(false);
    field.current?.blur();
    void navigate(searchHref(search, filters));
    void import("./recent_searches.js").then(({ rememberSearch }) => rememberSearch(viewerId, search), ignore);
  };
  const handleBlur = (/** @type {React.FocusEvent<HTMLFormElement>} */ { currentTarget, relatedTarget }) => {
    if (!currentTarget.contains(relatedTarget)) setActive(false);
  };
  const box = { id, field, onKey, text, setText, isActive, setActive, setList };
  return (
    <form role="search" action="/search" className={classNames.form} onSubmit={submit} onBlur={handleBlur}>
      <span className={classNames.icon}>
        <Icon path={icons.search} />
      </span>
      <Field {...{ props, box, list }} />
      <kbd className={classNames.hotkey} aria-hidden="true">
        /
      </kbd>
      {SuggestionList && <SuggestionList {...{ props, box }} />}
    </form>
  );
}

/** @param {{ props: Props, box: Box, list: ListState }} props */
function Field({ props, box, list }) {
  const open = () => box.setActive(true);
  // The page learns what it searches for later than from its address.
  const isEmpty = !new URLSearchParams(useLocation().search).get("q");
  return (
    <input
      ref={box.field}
      type="search"
      name="q"
      role="combobox"
      value={box.text}
      maxLength={props.maxLength}
      dir="auto"
      autoComplete="off"
      enterKeyHint="search"
      autoFocus={props.hasAutoFocus && isEmpty}
      className={props.classNames.input}
      placeholder={gettext("Search")}
      aria-label={gettext("Search posts, people and communities")}
      aria-keyshortcuts="/"
      aria-autocomplete="list"
      aria-expanded={list.isOpen}
      aria-controls={list.isOpen ? box.id : undefined}
      aria-activedescendant={list.activeId}
      onChange={({ target }) => (box.setText(target.value), open())}
      onFocus={open}
      onClick={open}
      onKeyDown={(event) => box.onKey.current?.(event)}
    />
  );
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

/** @typedef {typeof import("./suggestion_list.jsx").SuggestionList} SuggestionListComponent */

/**
 * Returns the component with the suggestions, which is loaded when the user needs it first, or null.
 * @param {boolean} isNeeded
 */
function useSuggestionList(isNeeded) {
  const [loaded, setLoaded] = useState(/** @type {{ Component: SuggestionListComponent } | null} */ (null));
  useEffect(() => {
    if (!isNeeded || loaded) return;
    // Without it, for example when the browser is offline, the field still searches.
    void import("./suggestion_list.jsx").then((module) => setLoaded({ Component: module.SuggestionList }), ignore);
  }, [isNeeded]);
  return loaded?.Component;
}

function ignore() {}
