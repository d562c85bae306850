// The search field, with suggestions below it. `community/components/search/live_field.py` documents its props.
import { useId, useRef } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";
import { useHotkey } from "./hotkey.js";
import { SuggestionPanel } from "./suggestion_panel.jsx";
import { useSearchBox } from "./use_search_box.js";

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
 */

/** @param {Props} props */
export function SearchBox(props) {
  const { classNames, icons } = props;
  /** @type {Ref<HTMLInputElement>} */
  const field = useRef(null);
  const id = useId();
  const box = useSearchBox(props, field);
  useHotkey(field);
  return (
    <form role="search" action="/search" className={classNames.form} onSubmit={box.submit} onBlur={box.handleBlur}>
      <span className={classNames.icon}>
        <Icon path={icons.search} />
      </span>
      <Field {...{ id, field, box }} {...props} />
      <kbd className={classNames.hotkey} aria-hidden="true">
        /
      </kbd>
      {box.isOpen && <SuggestionPanel {...{ id, box, classNames, icons }} />}
    </form>
  );
}

/** @param {Props & { id: string, field: Ref<HTMLInputElement>, box: ReturnType<typeof useSearchBox> }} props */
function Field({ id, field, box, ...props }) {
  return (
    <input
      ref={field}
      type="search"
      name="q"
      role="combobox"
      value={box.text}
      maxLength={props.maxLength}
      dir="auto"
      autoComplete="off"
      enterKeyHint="search"
      autoFocus={props.hasAutoFocus && !props.query}
      className={props.classNames.input}
      placeholder={gettext("Search")}
      aria-label={gettext("Search posts, people and communities")}
      aria-keyshortcuts="/"
      aria-autocomplete="list"
      aria-expanded={box.isOpen}
      aria-controls={box.isOpen ? id : undefined}
      aria-activedescendant={box.isOpen && box.activeIndex >= 0 ? `${id}-${box.activeIndex}` : undefined}
      onChange={({ target }) => box.type(target.value)}
      onFocus={box.open}
      onClick={box.open}
      onKeyDown={box.handleKeyDown}
    />
  );
}
