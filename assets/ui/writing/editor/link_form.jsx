// The form for the URL of a link, shown instead of the toolbar.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { normalizeUrl } from "./links.js";

/**
 * @param {{
 *   href: string,
 *   classNames: ClassNames,
 *   onApply: (href: string) => void,
 *   onClose: () => void,
 * }} props
 */
export function LinkForm({ href, classNames, onApply, onClose }) {
  /** @type {Ref<HTMLInputElement>} */
  const field = useRef(null);
  const [value, setValue] = useState(href);
  useEffect(() => field.current.select(), []);

  /** @param {React.FormEvent} event */
  const apply = (event) => {
    event.preventDefault();
    onApply(normalizeUrl(value));
  };
  /** @param {React.KeyboardEvent} event */
  const handleKeyDown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  return (
    <form className={classNames.link_form} onSubmit={apply} onKeyDown={handleKeyDown} aria-label={gettext("Link")}>
      <input
        ref={field}
        className={classNames.link_field}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        aria-label={gettext("Link URL")}
        placeholder="https://"
      />
      <button type="submit" className={classNames.link_button} disabled={!value.trim()}>
        {href ? gettext("Save") : gettext("Add link")}
      </button>
      {href && (
        <button type="button" className={classNames.link_button} onClick={() => onApply("")}>
          {gettext("Remove")}
        </button>
      )}
      <button type="button" className={classNames.link_button} onClick={onClose}>
        {gettext("Cancel")}
      </button>
    </form>
  );
}
