// The list of options below the search field.
import { Link } from "react-router";
import { useEffect, useRef } from "react";
import { initials } from "$/public/ui/formats.js";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";
import { markMatches } from "./options.js";

/** @type {Record<string, string>} */
const ICONS = { query: "search", recent: "history", tag: "hash", post: "book" };

/**
 * @typedef {object} Box
 * @property {string} trimmed
 * @property {import("./options.js").Group[]} groups
 * @property {import("./options.js").Option[]} options
 * @property {number} activeIndex
 * @property {(option: import("./options.js").Option) => void} remember
 * @property {() => void} clear
 */

/** @param {{ id: string, box: Box, classNames: ClassNames, icons: Icons }} props */
export function SuggestionPanel({ id, box, classNames, icons }) {
  return (
    <div className={classNames.panel}>
      <div id={id} role="listbox" aria-label={gettext("Suggestions")}>
        {box.groups.map(({ title, options }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={classNames.group_title} aria-hidden="true">
              {title}
            </div>
            {options.map((option) => (
              <OptionRow key={option.href} {...{ id, option, box, classNames, icons }} />
            ))}
          </div>
        ))}
      </div>
      {!box.trimmed && (
        <button
          type="button"
          className={classNames.clear}
          onMouseDown={(event) => event.preventDefault()}
          onClick={box.clear}
        >
          {gettext("Clear recent searches")}
        </button>
      )}
    </div>
  );
}

/**
 * @param {{
 *   id: string,
 *   option: import("./options.js").Option,
 *   box: Box,
 *   classNames: ClassNames,
 *   icons: Icons,
 * }} props
 */
function OptionRow({ id, option, box, classNames, icons }) {
  const index = box.options.indexOf(option);
  const isActive = index === box.activeIndex;
  /** @type {Ref<HTMLAnchorElement>} */
  const row = useRef(null);
  useEffect(() => {
    if (isActive) row.current.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    <Link
      ref={row}
      id={`${id}-${index}`}
      role="option"
      to={option.href}
      tabIndex={-1}
      aria-selected={isActive}
      className={classNames.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => box.remember(option)}
    >
      <Mark {...{ option, classNames, icons }} />
      <span dir="auto" className={classNames.label}>
        {markMatches(option.label, option.kind === "query" ? "" : box.trimmed).map(({ part, isMatch }, position) =>
          isMatch ? (
            <b key={position} className={classNames.match}>
              {part}
            </b>
          ) : (
            part
          ),
        )}
      </span>
      {option.note && <span className={classNames.note}>{option.note}</span>}
    </Link>
  );
}

/** @param {{ option: import("./options.js").Option, classNames: ClassNames, icons: Icons }} props */
function Mark({ option, classNames, icons }) {
  const icon = ICONS[option.kind];
  if (icon) {
    return (
      <span className={classNames.option_icon}>
        <Icon path={icons[icon]} />
      </span>
    );
  }
  return (
    <span className={classNames[`${option.kind}_avatar`]} aria-hidden="true">
      {initials(option.label)}
      {option.avatar && <img src={option.avatar} alt="" className={classNames.avatar_image} />}
    </span>
  );
}
