// The list of options below the search field.
import { Link } from "react-router";
import { useEffect, useRef } from "react";
import { initials } from "$/public/ui/formats.js";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";
import { markMatches } from "./options.js";
import { useSuggestions } from "./use_suggestions.js";

/** @type {Record<string, string>} */
const ICONS = { query: "search", recent: "history", tag: "hash", post: "book" };

/** @typedef {ReturnType<typeof useSuggestions>} List */

/** @param {{ props: import("./search_box.jsx").Props, box: import("./search_box.jsx").Box }} props */
export function SuggestionList({ props, box }) {
  const list = useSuggestions(props, box);
  return list.isOpen && <Panel {...{ id: box.id, list }} classNames={props.classNames} icons={props.icons} />;
}

/** @param {{ id: string, list: List, classNames: ClassNames, icons: Icons }} props */
function Panel({ id, list, classNames, icons }) {
  return (
    <div className={classNames.panel}>
      <div id={id} role="listbox" aria-label={gettext("Suggestions")}>
        {list.groups.map(({ title, options }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={classNames.group_title} aria-hidden="true">
              {title}
            </div>
            {options.map((option) => (
              <OptionRow key={option.href} {...{ id, option, list, classNames, icons }} />
            ))}
          </div>
        ))}
      </div>
      {!list.text && (
        <button
          type="button"
          className={classNames.clear}
          onMouseDown={(event) => event.preventDefault()}
          onClick={list.clear}
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
 *   list: List,
 *   classNames: ClassNames,
 *   icons: Icons,
 * }} props
 */
function OptionRow({ id, option, list, classNames, icons }) {
  const index = list.options.indexOf(option);
  const isActive = index === list.activeIndex;
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
      onClick={() => list.remember(option)}
    >
      <Mark {...{ option, classNames, icons }} />
      <span dir="auto" className={classNames.label}>
        {markMatches(option.label, option.kind === "query" ? "" : list.text).map(({ part, isMatch }, position) =>
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
